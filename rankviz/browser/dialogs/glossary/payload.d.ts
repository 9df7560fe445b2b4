// What help is given (rankviz/page/dialogs/help.py).

import type { Piece } from "../../kit/terms.js";

/** A word or symbol (rankviz/display/parts/terms.py); `symbol` is MathML or "". */
export interface Entry {
  key: string;
  name: string;
  symbol: string;
  definition: Piece[];
  purpose: Piece[];
  other_names: string;
}
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
