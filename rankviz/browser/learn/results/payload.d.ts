// What the results of a set are given (rankviz/learn/view/results.py).

import type { TileRow } from "../grade_tiles/grade_tiles.js";

export type ColumnName = "task" | "list" | "outcome" | "answer" | "wrong_answers";
/** A question, or one that cannot be asked. */
export interface AskedRow {
  number: number;
  task: string;
  lists: TileRow[];
  outcome: string;
  sign: "right" | "shown" | "";
  answer: string;
  wrong_answers: { typed: string; text: string }[];
  solution: { label: string; lines: string[] } | null;
  open_label: string;
  problem?: undefined;
}
export type Row = AskedRow | { number: number; problem: string };
export interface Mistake {
  text: string;
  times: string;
  /** the lesson that treats it, "" and null for none */
  lesson: string;
  params: Record<string, string> | null;
}
export interface ResultsPayload {
  title: string;
  about: string;
  note: string;
  counts: { number: string; label: string }[];
  heads: Record<ColumnName, string>;
  rows: Row[];
  mistakes: Mistake[];
  /** parameters of Learn that give the set with new lists; null for a set of fixed lists */
  again_params: Record<string, string> | null;
  can_hand_in: boolean;
  text: string;
  csv: string;
  csv_name: string;
  texts: Record<string, string>;
}
