// What the two lists are given (rankviz/compare/view/two_lists.py).

import type { RankedRow } from "./model.js";

/** Whose order a list has, and other orders. */
export interface SourceData {
  name: string;
  head: string;
  options: SourceOption[];
}

export interface SourceOption {
  value: string;
  label: string;
  caption: string;
  is_chosen: boolean;
}

export interface SideData {
  /** in the order of the ranks */
  rows: RankedRow[];
  /** whether scores decide the order */
  scored: boolean;
  source: SourceData;
}

export interface TwoListsPayload {
  scope?: string;
  a: SideData;
  b: SideData;
  /** every document with its grade */
  pool: [id: string, grade: number | null][];
  cutoff: number | null;
  /** whether the metric has one */
  reads_cutoff: boolean;
  fixed_cutoff?: boolean;
  /** they are looked at only */
  read_only?: boolean;
  /** most entries */
  limit: number;
  max_grade: number;
  /** rows to keep free below */
  extra_rows: number;
  /** id of the document that is lit at first; "" for none */
  pinned: string;
  texts: Record<string, string>;
}
