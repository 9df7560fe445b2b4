// What a table of numbers is given (rankviz/web/components/standalone.py).

import type { LibraryNote } from "../../kit/library_notes.js";
import type { Piece } from "../../kit/terms.js";
import type { Edit, Wish } from "../../tab/tab.js";

export interface Cell {
  text?: string;
  sign?: string;
  word?: string;
  /** a sign that refers to a note */
  flag?: string;
  /** for screen readers only */
  spoken_text?: string;
  /** more lines below */
  lines?: string[];
  title?: string;
  /** 0 to 1 */
  heat?: number | null;
  side?: string;
  /** class names */
  marks?: string[];
  /** what a press dispatches on a board; elsewhere a text that it stands for */
  action?: Edit | Wish | string;
}

export interface TableRow {
  key?: string;
  head: string;
  subtitle?: string;
  cells: Cell[];
  /** sentences under it */
  notes?: string[];
  library_notes?: LibraryNote[];
  mark?: string;
}

export interface RowGroup {
  /** "" of a single group */
  name: string;
  rows: TableRow[];
}

/** The table itself. */
export interface TableData {
  caption: string;
  heads: (string | Piece[])[];
  groups: RowGroup[];
  /** it scrolls by itself */
  is_tall?: boolean;
  /** pieces by the sentence */
  words?: Record<string, Piece[]>;
}

/** And what stands above and below it; a metric without choices has no table. */
export interface TablePayload extends Partial<TableData> {
  sentences?: string[];
  /** sets a parameter of the page */
  list_choice?: { name: string; label: string; value: string; options: { value: string; label: string }[] } | null;
  /** leads to another page; a plain press does the edit within the session */
  link?: { label: string; page: string; search: string; edit: Edit } | null;
  /** of a field that filters rows */
  finder_texts?: Record<string, string>;
  file?: { label: string; name: string; text: string };
}
