// What the set-up of a question set is given (rankviz/learn/view/setup.py).

import type { TileRow } from "../grade_tiles/grade_tiles.js";

interface Named {
  value: string;
  label: string;
}
export interface BoxPayload extends Named {
  note?: string;
  is_on: boolean;
}

export type FieldName = "n" | "seed" | "k" | "tries";
/** A field for a whole number. */
export interface FieldPayload {
  value: string;
  low: number;
  high: number;
  may_be_empty: boolean;
  /** what is said of anything else */
  problem: string;
}

interface Shown {
  head: string;
  /** numbers of the questions beside it, "" for none */
  previous: string;
  next: string;
}
/** The question that is shown, with what some numbers come from. */
export interface AskedQuestion extends Shown {
  task: string;
  lists: TileRow[];
  lines: string[];
  rows: { number: string; text: string }[];
  more: string;
  problem: "";
}
export type ShownQuestion = AskedQuestion | (Shown & { problem: string; rows?: undefined });

export interface SetupPayload {
  title: string;
  about: string;
  is_from_file: boolean;
  metrics: BoxPayload[];
  kinds: BoxPayload[];
  kinds_note: string;
  levels: Named[];
  level: string;
  level_note: string;
  help: { hints: boolean; names: boolean; note: string };
  fields: Record<FieldName, FieldPayload>;
  minutes: string;
  name: { value: string; limit: number };
  question: ShownQuestion;
  link_params: Record<string, string>;
  /** forms in which the set can be had as a file */
  files: Named[];
  /** characters of a file that is opened */
  limit: number;
  link_texts: Record<string, string>;
  /** "" where there is no live class (rankviz/page/answers/learn) */
  class_label: string;
  texts: Record<string, string>;
}
