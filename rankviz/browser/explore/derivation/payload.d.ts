// What the derivation is given (rankviz/explore/view/derivation.py). Formulas are MathML; "" where there is none.

import type { MetricDetails } from "../../kit/metric_about.js";
import type { Piece } from "../../kit/terms.js";

export interface Term {
  rank: number | null;
  math: string;
  /** it adds nothing */
  is_muted: boolean;
  /** what stands before it */
  op: string;
  /** what the line has come to with it */
  running_total: string;
}

export interface Line {
  /** entry of the quantity */
  term: string;
  name: string;
  symbols: string;
  terms: Term[];
  /** whether the largest of the terms is taken */
  takes_largest: boolean;
  /** the sentence on what the line has come to, with {value}; "" where its terms belong to no ranks */
  running_total: string;
  result: string;
  /** all digits */
  result_title: string;
  /** in a question: its result is asked */
  asked?: boolean;
}

/** The last line, or the mean of several lists. */
export interface FinalLine {
  /** that of the mean has no entry */
  term?: string;
  name: string;
  symbols: string;
  numbers: string;
  result: string;
  title: string;
  undefined: boolean;
  asked?: boolean;
}

export interface Step {
  rank: number;
  text: Piece[];
  /** how far what the value is gathered from has come there */
  running_total: { text: string } | null;
}

/** The metric in words. */
export interface AboutMetric {
  label: string;
  name: string;
  details: MetricDetails;
  texts: Record<string, string>;
}

/** A symbol of the formulas; without one what is written out there. */
export interface NamedSymbol {
  term: string;
  name: string;
  math: string;
}

export interface DerivationPayload {
  of?: string;
  lines: Line[];
  final: FinalLine | null;
  mean: FinalLine | null;
  /** of the player, one a rank */
  steps: Step[];
  about: AboutMetric;
  /** sentences on what is not arithmetic */
  words: Piece[][];
  named: NamedSymbol[];
  copies: { key: string; label: string; text: string }[];
  texts: Record<string, string>;
  /** in a question: its ranks would tell what is asked */
  asked?: boolean;
}
