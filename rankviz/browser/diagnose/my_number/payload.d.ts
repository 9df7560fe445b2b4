// What “My number” is given (rankviz/diagnose/view/my_number.py).

import type { LibraryNote } from "../../kit/library_notes.js";
import type { Piece } from "../../kit/terms.js";
import type { TwoDerivationsPayload } from "../../shared/two_derivations/two_derivations.js";

/** The explanation that is shown. */
export interface Card {
  head: string;
  /** "" where the number is the page's own */
  value: string;
  /** all its digits */
  title: string;
  changes: { name: string; page: string; other: string }[];
  notes: string[];
  library_notes?: LibraryNote[];
  /** under which they are folded; none where there are few */
  library_notes_label?: string;
  derivations: TwoDerivationsPayload | null;
  can_set: boolean;
  /** on a match that was applied to the page, or "" */
  applied_text: string;
}
/** Another explanation, and the page parameters that lead to it; null for none. */
export interface OtherExplanation {
  params: Record<string, string> | null;
  text: string;
  value: string;
}
export interface MyNumberPayload {
  typed: string;
  max_length: number;
  /** why it is not a number, or "" */
  error: string;
  intro: string[];
  card: Card | null;
  /** of the button to “My tool”, or "" */
  check_label: string;
  others: OtherExplanation[];
  others_label: string;
  /** whether they are unfolded */
  is_open: boolean;
  /** what would tell them apart */
  separation: string[];
  notes: string[];
  texts: Record<string, string>;
  /** pieces of the sentences that have terms */
  words: Record<string, Piece[]>;
}
