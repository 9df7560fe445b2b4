// What the panel of two lists is given (rankviz/compare/view/winner.py).

import type { Piece } from "../../kit/terms.js";

/** The list that is ahead; "" for neither. */
export type Ahead = "a" | "b" | "";

export interface MeasureRow {
  key: string;
  label: string;
  a: string;
  b: string;
  difference: string;
  side: Ahead;
  is_defined: boolean;
  /** its winner is another one than that of the measure under study */
  disagrees: boolean;
  is_chosen: boolean;
  /** all digits */
  title: string;
}

export interface WinnerPayload {
  scope?: string;
  /** its name */
  measure: string;
  side: Ahead;
  is_defined: boolean;
  /** by how much, without a sign; or a word if there is no difference */
  ahead: string;
  /** of both lists, in a sentence */
  values: string;
  /** the reason in few words */
  brief: string;
  reason: string;
  /** on the lists; "" for none */
  note: string;
  /** on measures with another winner */
  sentences: { mark: "=" | "≠"; text: string }[];
  /** pieces by the sentence */
  words: Record<string, Piece[]>;
  rows: MeasureRow[];
  /** closed at first, and then without values */
  more_rows: MeasureRow[];
  texts: Record<string, string>;
}
