import type { Piece } from "../../kit/terms.js";

/** The card of an entry, and its value on the page's list (rankviz/display/parts/terms.py). */
export interface TermCard {
  key: string;
  name: string;
  /** MathML, or "" */
  symbol: string;
  definition: Piece[];
  purpose: Piece[];
  other_names: string;
  value_text: string;
}

export interface TermsPayload {
  card: TermCard | null;
  texts: Record<"here" | "also" | "close" | "all", string>;
}
