// What the dialog that makes a link for a class is given (rankviz/page/dialogs/share_dialogs.py).

import type { LinkLinePayload } from "../../shared/link_with_qr/payload.d.ts";
import type { Handout } from "../../tab/covers.js";

/** A choice between options, one of which holds. */
export interface ChoiceRow {
  name: string;
  label: string;
  value: string;
  options: { value: string; label: string }[];
}
export interface ShareWithLink {
  line: LinkLinePayload;
  problem: string;
  rows: ChoiceRow[];
  handout: Handout & { language: string };
  /** whether the page can show itself */
  has_preview: boolean;
  /** of the button that leads to a live class, and why one would; "" where there can be none */
  class_label: string;
  class_note: string;
  texts: Record<string, string>;
}
export type SharePayload = ShareWithLink | { line: null; problem: string };
