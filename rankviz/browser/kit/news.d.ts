// What the parts of a page tell each other (part_events.js), by the name of the news.

import type { Piece } from "./terms.js";

/** What a press on a card does to one of two lists (rankviz/compare/view/cards.py). */
export interface ListStep {
  side: "a" | "b";
  kind: string;
  document: string;
  other: string | null;
  end: number | null;
  grade: number | null;
}

/** A line of one of two lists: the documents in it, several where rows are folded, and its upper edge in px. */
export interface LinePosition {
  ids: string[];
  absent: boolean;
  y: number;
}

/** Where the lines of two lists are, in px from the first row. */
export interface RowPositions {
  a: LinePosition[];
  b: LinePosition[];
  /** height of a row */
  row: number;
  height: number;
  /** how many rows the longer list has */
  retrieved: number;
  /** where the cutoff is; null for none */
  cut: number | null;
  /** key of the row that is held */
  held: string | null;
}

export interface News {
  /** A rank is pointed at, or pinned; null for none. */
  rank: { rank: number | null; pinned: boolean };
  /** Who was not there yet asks which rank is pinned. */
  "rank?": {};
  /** A document of two lists is pointed at, or pinned; null for none. */
  document: { id: string | null; pinned: boolean };
  /** What the terms have come to at the rank that is shown. */
  running_total: { rank: number | null; text?: string };
  cutoff: { cutoff: number | null };
  /** An edit of one list whose value may be known ahead of the answer, by its key. */
  edit: { edit: string };
  /** Something is dragged, or no longer. */
  drag: { on: boolean };
  /** A part shows what the answer will be. */
  optimistic: { part: string };
  /** The signs of the bars and what they stand for. */
  legend: { names: [string, Piece][] };
  "legend?": {};
  /** The pill of a choice is to be opened. */
  open: { slot: string };
  rows: RowPositions;
  "rows?": {};
  /** A card's step is to be done. */
  carry_out: ListStep;
  /** The player of two derivations is to go on. */
  step: { act: "previous" | "next" };
  /** An answer is chosen in the middle of a question, and whether it is to be checked at once. */
  answer: { check?: boolean };
  /** The field for the answer is to get the focus. */
  "answer?": {};
}
