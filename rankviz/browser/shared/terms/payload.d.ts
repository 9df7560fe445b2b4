import type { Piece } from "../../kit/terms.js";

/** A word or symbol (rankviz/display/parts/terms.py). */
export interface Entry {
  key: string;
  name: string;
  /** MathML, or "" */
  symbol: string;
  definition: Piece[];
  purpose: Piece[];
  other_names: string;
}

/** The card of an entry, and its value on the page's list. */
export interface TermCard extends Entry {
  value_text: string;
}

export interface TermsPayload {
  card: TermCard | null;
  texts: Record<"here" | "also" | "close" | "all", string>;
}
