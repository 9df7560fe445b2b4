// What “My tool” is given (rankviz/diagnose/view/my_tool.py).

import type { LibraryNote } from "../../kit/library_notes.js";
import type { Piece } from "../../kit/terms.js";
import type { TableData } from "../../shared/table/payload.d.ts";

/** A list of options that sets a parameter of the page. */
export interface Choice {
  name: string;
  label: string;
  value: string;
  options: { value: string; label: string }[];
}
/** The code of a library, or the list in the format of a file. */
export interface Program {
  key: string;
  name: string;
  group: string;
  text: string;
  note: string;
  library_notes?: LibraryNote[];
}
export interface MyToolPayload {
  list_choice: Choice;
  measure_choice: Choice;
  note: string;
  /** null for the page's own list */
  list: TableData | null;
  programs: Program[];
  /** sentences on the libraries without code */
  unavailable: string[];
  /** of the field, its label and most characters */
  typed: string;
  label: string;
  max_length: number;
  /** the parameter that it sets, and what stands before its value there */
  field: { name: string; prefix: string };
  /** what the number means, or "" */
  answer_text: string;
  table: TableData | null;
  /** of the button to Explore, or "" */
  open_label: string;
  /** to the next list, or the one before */
  links: { label: string; params: Record<string, string> }[];
  texts: Record<string, string>;
  /** pieces of the sentences that have terms */
  words: Record<string, Piece[]>;
}
