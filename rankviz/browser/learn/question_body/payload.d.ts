// What the bodies of a question are given (rankviz/learn/view/question_body.py, kinds/).

import type { TwoDerivationsPayload } from "../../shared/two_derivations/two_derivations.js";
import type { Lists } from "../choosing/lists.js";
import type { Line } from "../written_derivation/lines.js";

/** What all of them have. */
export interface Body {
  /** the body that draws it */
  body: string;
  /** of the question, as its number */
  key: string;
  number: number;
  is_finished: boolean;
}

/** An option; `value` once it is finished. */
export interface Option {
  key: string;
  label: string;
  value?: string;
}
/** `right` and its label once it is finished. */
export interface OptionsPayload<O extends Option = Option> extends Body {
  options: O[];
  legend: string;
  chosen: string;
  right?: string;
  right_label?: string;
}
/** A number, and four conventions or libraries. */
export interface CaptionedOptionsPayload extends OptionsPayload<Option & { caption: string }> {
  note: string;
}

/** A value as printed, and as a share of the highest. */
export interface Value {
  value: string;
  share: number;
}
/** The values of two lists, and how they come about. */
interface Answer {
  is_finished: true;
  bars: { title: string; rows: Value[] };
  derivations: TwoDerivationsPayload;
}
interface Open {
  is_finished: false;
}
/** Two lists, each with its option. */
export type ListOptionsPayload = OptionsPayload & Lists & (Open | Answer);
/** A list with a move, and three answers; the second list, once finished, is the one after the move. */
export type MovedListPayload = OptionsPayload<Option & { sign: string }> & Lists & (Open | (Answer & { moved_id: string }));

/** Four lists to be put in order: their indices as they stand, and once finished their values. */
export type OrderedListsPayload = Body & Lists & { order: number[]; note: string; texts: Record<string, string> } & (Open | { is_finished: true; bars: Value[] });

/** What a swap gives; `mark` says whether it is the best one or the chosen one. */
export interface SwapResult extends Value {
  name: string;
  change: string;
  side: "a" | "b";
  mark: string;
  is_shown: boolean;
}
export interface SwapResults {
  title: string;
  all_label: string;
  rows: SwapResult[];
}
/** Two rows to be swapped, by their ranks. */
export type TwoRowsPayload = Body &
  Lists & { chosen: number[]; legend: string; texts: Record<string, string> } & (Open | { is_finished: true; best: number[]; results: SwapResults });

/** A list that is to reach a value; values also as shares of the scale. */
export interface TargetPayload extends Body {
  note: string;
  name: string;
  value: string;
  target: string;
  share: number;
  target_share: number;
  moves: string;
  status: string;
  state: "open" | "met" | "too_many";
  is_only_stored: boolean;
  answer: string;
  undo_label: string;
  has_moves: boolean;
  solution: string[];
}

/** Lines of a derivation, one of which has a hole or is wrong (rankviz/learn/view/written_derivation.py). */
export interface LinesPayload extends Body {
  label: string;
  lines: Line[];
  texts: Record<string, string>;
}
export interface PressedLinesPayload extends LinesPayload {
  can_press: boolean;
  is_only_stored: boolean;
}

/** What each body is given, by its name. */
export interface Bodies {
  captioned_options: CaptionedOptionsPayload;
  derivation: LinesPayload;
  list_options: ListOptionsPayload;
  moved_list: MovedListPayload;
  ordered_lists: OrderedListsPayload;
  pressed_lines: PressedLinesPayload;
  target: TargetPayload;
  two_rows: TwoRowsPayload;
}
export type QuestionBodyPayload = { [Name in keyof Bodies]: Bodies[Name] & { body: Name } }[keyof Bodies];
