// What the teacher's page is told (rankviz/classroom/view/teacher_page.py, question_picker.py, rankviz/classroom/server/teacher_http.py).

import type { Lists } from "../../learn/choosing/lists.js";
import type { TeacherAction } from "../messages.d.ts";
import type { Question, Stage } from "../question.d.ts";
import type { Bars } from "./answer_bars.js";
import type { Why } from "./why_screen.js";

export interface StageMark {
  key: string;
  label: string;
  is_current: boolean;
}
export interface Button {
  action: string;
  label: string;
  /** that does the same */
  key: string;
  is_primary: boolean;
  isDisabled?: boolean;
}
/** How phones get in. */
export interface Join {
  address: string;
  code: string;
  link: string;
  /** SVG, "" for none */
  picture: string;
  reach_note: string;
}
export interface StageView {
  code: string;
  version: number;
  phone_count: number;
  answer_count: number;
  is_locked: boolean;
  /** null at other stages */
  seconds_open: number | null;
  stage: Stage;
  number: number;
  question_name: string;
  is_second_vote: boolean;
  stages: StageMark[];
  join: Join;
  /** until the causes are named */
  question: Question | null;
  bars: Bars | null;
  why: Why | null;
  /** how many bars the stage 'why' goes through */
  cause_count: number;
  note: string;
  buttons: Button[];
  texts: Record<string, string>;
}

/** The page without a room; `reason` why none can be opened, or "". */
export interface Opening {
  head: string;
  about: string;
  kept: string;
  open: string;
  ended: string;
  reason: string;
  hasEnded: boolean;
}

/** One way of asking the same kind. */
export interface Variant {
  detail: string;
  question_name: string;
}
/** What can be asked: a kind, with its variants or why it cannot be asked, or a question. */
export interface Askable {
  label: string;
  kind?: string;
  reason?: string;
  variants?: Variant[];
  detail?: string;
  question_name?: string;
}
export interface PickerPayload {
  /** null where it is too long */
  list: Lists | null;
  measure: string;
  kinds: Askable[];
  set: { title: string; questions: Askable[] } | null;
  prepared: Askable[];
  problems: string[];
}

/** What the page does by itself, and what it asks the server. */
export interface Actions {
  act: (action: TeacherAction, questionName?: string) => Promise<void>;
  draw: () => void;
  open: () => Promise<void>;
  choose: () => Promise<void>;
  mayFollow: () => boolean;
  follow: () => void;
  lock: () => Promise<void>;
  hand: () => Promise<{ link: string; picture: string }>;
  end: () => Promise<void>;
  setLanguage: (language: string) => Promise<void>;
  /** of the screen on which a question is chosen */
  other: () => void;
  asking: () => void;
}
