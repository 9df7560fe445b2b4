import type { Item, Row } from "./model.js";

/** What the ranked list is given (rankviz/explore/view/ranking_list.py). */
export interface RankingListPayload {
  of?: string;
  /** in the order shown */
  rows: Omit<Row, "key">[];
  missed: Omit<Item, "key">[];
  cutoff: number | null;
  /** whether scores decide the order */
  scored: boolean;
  /** most entries */
  limit: number;
  max_grade: number;
  /** characters */
  max_name: number;
  texts: Record<string, string>;
  /** it is looked at only, and why */
  read_only?: boolean;
  note?: string;
  fixed_cutoff?: boolean;
  /** no table leads away from it */
  alone?: boolean;
  /** in a question, which says itself that there is no cutoff */
  asked?: boolean;
  mirrored?: boolean;
  /** the one thing that may be done to it */
  only?: "move" | "grade";
  /** the highest grade that may be given */
  top?: number;
}
