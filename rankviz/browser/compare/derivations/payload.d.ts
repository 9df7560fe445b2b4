// What the two derivations are given (rankviz/compare/view/derivations.py). Formulas are MathML.

export interface PairTerm {
  rank: number | null;
  /** of the document; "" for none */
  id: string;
  math: string;
  /** it adds nothing */
  is_muted: boolean;
  /** what stands before it */
  op: string;
}

export interface PairLine {
  side: "a" | "b";
  name: string;
  terms: PairTerm[];
  /** whether the largest of the terms is taken */
  is_maximum: boolean;
  result: string;
  /** all digits */
  title: string;
}

export interface PairFormulas {
  lines: PairLine[];
  difference: { label: string; math: string; result: string } | null;
}

export interface DerivationsPayload extends PairFormulas {
  scope?: string;
  /** of both denominators; null if they are the same */
  denominators: PairFormulas | null;
  /** ids of documents, and of effects of none, by falling size of their effects */
  order: string[];
  /** by id */
  sentences: Record<string, string>;
  /** on different denominators; "" if they are not */
  base_text: string;
  /** id of the document that is lit at first; "" for none */
  pinned: string;
  texts: Record<string, string>;
}
