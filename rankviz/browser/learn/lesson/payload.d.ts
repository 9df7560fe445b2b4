// What the card of a lesson is given (rankviz/learn/view/lesson.py).

import type { Point } from "../../kit/lesson_marks.js";
import type { Piece } from "./pieces.js";

/** The numbers that a prediction compares; `share` of the longest bar (rankviz/learn/view/prediction_bars.py). */
export interface Bars {
  name: string;
  rows: { label: string; value: string; share: number }[];
}

interface Question {
  body: Piece[];
  options: Piece[][];
  chosen: number | null;
  /** null before it is finished */
  right: number | null;
  head: string;
  feedback: string[];
  /** what is said of the chosen option, or of a number that the lesson names */
  reply?: Piece[];
  bars?: Bars[];
  is_solved: boolean;
  is_finished: boolean;
  /** whether the answer is offered */
  can_show: boolean;
}
export interface ChoiceQuestion extends Question {
  kind: "predict" | "choose" | "do";
}
export interface NumberQuestion extends Question {
  kind: "value";
  typed: string;
  digits: number;
  note: string;
}
export type LessonQuestion = ChoiceQuestion | NumberQuestion;

export interface Score {
  name: string;
  term: string;
  value: string;
  /** that of which differences are taken; null for none */
  readonly number: number | null;
  is_pair: boolean;
}

/** A button that leads on, and the parameters of Learn that it sets. */
export interface LinkButton {
  label: string;
  params: Record<string, string>;
}

interface Card {
  kicker: string;
  steps: { label: string; is_done: boolean; is_current: boolean }[];
  step: number;
  last_step: number;
  title: Piece[];
  body: Piece[];
  /** whether the list is no longer the one that the texts are about */
  is_muted: boolean;
  points: Point[];
  score: Score | null;
  follow_up: { title: Piece[]; body: Piece[]; is_muted: boolean } | null;
  changed_note: string;
  can_reset: boolean;
  takeaway: Piece[];
  stop_note: string;
  practice_link: LinkButton | null;
  next_lesson_link: LinkButton | null;
  texts: Record<string, string>;
}
/** What there is nothing to do in is finished. */
export type LessonPayload = Card & ({ question: LessonQuestion; is_finished: boolean } | { question: null; is_finished: true });
