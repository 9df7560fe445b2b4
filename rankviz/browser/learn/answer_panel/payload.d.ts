// What the panel in which a question is answered is given (rankviz/learn/view/answer_panel.py).

import type { RankMark } from "../working_table/payload.d.ts";

export interface Feedback {
  head: string;
  prompts: string[];
  look_hint: string;
  pending_text: string;
  is_wrong: boolean;
  mark: RankMark | null;
}
interface Panel {
  key: string;
  number: number;
  /** of the number, as of its field */
  name: string;
  earlier_answers: string[];
  feedback: Feedback | null;
  texts: Record<string, string>;
}
export interface OpenPanel extends Panel {
  is_finished: false;
  /** null where the part `question_body` takes the answer */
  field: { label: string; note: string; placeholder: string; typed: string } | null;
  /** label of the button, "" for none */
  check: string;
  hint: { label: string; left: string; next_count: number } | null;
  /** label of the button, "" for none */
  solution: string;
  /** where an answer that is only stored leads */
  next_params: Record<string, string> | null;
}
/** A button that leads to another place of Learn, or shows a state on Explore. */
export interface NextButton {
  label: string;
  icon: "next" | "another" | "";
  params?: Record<string, string>;
  state?: string;
}
export interface FinishedPanel extends Panel {
  is_finished: true;
  value: string;
  detail: string;
  is_solved: boolean;
  sentences: string[];
  buttons: NextButton[];
  field?: undefined;
  hint?: undefined;
  next_params?: undefined;
}
export type PanelPayload = OpenPanel | FinishedPanel;
