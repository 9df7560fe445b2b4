// What the cards are given (rankviz/compare/view/cards.py; next_best_move.py and similarity_card.py have more).

import type { ListStep } from "../../kit/news.d.ts";
import type { Piece } from "../../kit/terms.js";

/** Both lists' ends, between 0 and 1. */
export type Ranges = Record<"a" | "b", [low: number, high: number]>;

export interface CardRow {
  /** of a measure */
  key?: string;
  text: string;
  value: string;
  /** all digits */
  title: string;
  /** what a press does to a list */
  step: ListStep | null;
  range?: Ranges | null;
  /** what `like` becomes by a press, and whether it is that */
  open?: string;
  is_open?: boolean;
  note?: string;
}

/** A step of the table of all steps. */
export interface TableStep extends CardRow {
  step: ListStep;
  /** the value that it leads to */
  value_after: string;
}

export interface StepsTable {
  side: "a" | "b";
  title: string;
  heads: string[];
  rows: TableStep[];
}

/** Opens the table: `open` is what `moves` becomes by a press. */
export interface TableButton {
  label: string;
  open: string;
  is_open: boolean;
}

export interface CardTab {
  /** the list it is about; "" for both */
  side: string;
  label: string;
  subtitle: Piece[];
  rows: CardRow[];
  empty_text: string;
  judgments?: { subtitle: Piece[]; rows: CardRow[] } | null;
  table_button?: TableButton | null;
}

/** Bars by rank. */
export interface CardBars {
  a: number[];
  b: number[];
  axis: string;
  alt: string;
}

/** A choice that only this card reads: one of the options, or a number. */
export interface CardChoice {
  field: string;
  label: string;
  value: string | number;
  options?: { value: string; label: string }[];
  min?: number;
  max?: number;
  step?: number;
}

export interface SimilarityLine {
  /** entry of the quantity */
  term: string;
  name: string;
  /** MathML */
  symbols: string;
  /** each with the document or the depth that it belongs to; "" for none */
  terms: { math: string; is_muted: boolean; op: string; owner: string }[];
  result: string;
  title: string;
}

/** A similarity step by step. */
export interface SimilarityDerivation {
  key: string;
  name: string;
  value: string;
  /** why it has no value; "" if it has one */
  reason: string;
  description: Piece[][];
  separator: string;
  /** what is compared */
  text: string;
  lines: SimilarityLine[];
}

export interface Card {
  key: string;
  title: string;
  tabs: CardTab[];
  /** a sentence */
  text?: string;
  bars?: CardBars;
  choices?: CardChoice[];
  steps_table?: StepsTable | null;
  derivation?: SimilarityDerivation | null;
}

export interface CardsPayload {
  scope?: string;
  cards: Card[];
  /** whether no list can be changed */
  locked: boolean;
  texts: Record<string, string>;
}
