// What help is given (rankviz/page/dialogs/help.py).

import type { Entry } from "../../shared/terms/payload.d.ts";

export interface GlossaryPayload {
  entries: Entry[];
  texts: Record<string, string>;
}
export interface KeysPayload {
  title: string;
  single_keys: string;
  single_keys_note: string;
  heads: string[];
  /** each a key and what it does */
  rows: [string, string][];
}
export interface HelpPayload {
  words: GlossaryPayload;
  keys: KeysPayload;
}
