// What phones and the teacher's page are told alike (rankviz/classroom/room.py, rankviz/classroom/view/question.py).

import type { Lists } from "../learn/choosing/lists.js";
import type { Line } from "../learn/written_derivation/lines.js";

export type Stage = "join" | "answer" | "again" | "numbers" | "causes" | "why";

/** A piece of the convention; the choices are bold. */
export interface ConventionPiece {
  text: string;
  bold: boolean;
}
/** An option: its key is what is sent. */
export interface ChoiceOption {
  key: string;
  label: string;
  detail: string;
}
/** How a question is answered. */
export interface AnswerInput {
  type: "number" | "options" | "lines" | "order" | "swap" | "moves" | "grades";
  /** what to do, or the name of the number */
  label: string;
  options: ChoiceOption[];
  /** for each row of the first list, as it is shown, the number of the entry as it was typed, from 1 */
  entry_numbers: number[];
  grades: string[];
  top_grade: number;
}
export interface Question {
  number: number;
  /** that it is asked a second time, or "" */
  again_note: string;
  kind: string;
  measure: string;
  /** its title, and the same as a sentence */
  task: string;
  text: string;
  note: string;
  convention: ConventionPiece[];
  /** how a number is to be written, "" where none is asked */
  digits_note: string;
  lists: Lists;
  /** of a derivation */
  lines: Line[];
  move: { row: number; to: number; text: string } | null;
  input: AnswerInput;
}
