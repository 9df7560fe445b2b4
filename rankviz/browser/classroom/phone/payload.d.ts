// What a phone is told (rankviz/classroom/view/phone_view.py, phone_feedback.py, rankviz/classroom/server/socket_messages.py).

import type { Line } from "../../learn/written_derivation/lines.js";
import type { TwoDerivationsPayload } from "../../shared/two_derivations/two_derivations.js";
import type { Question, Stage } from "../question.d.ts";
import type { FollowedPage } from "./followed_page.js";

/** The right answer in words, and the lines in which the mistake is. */
export interface RevealedAnswer {
  label: string;
  answer: string;
  lines: Line[];
}
/** The feedback on the answer of one phone. */
export interface Feedback {
  answer: string;
  is_right: boolean;
  headline: string;
  detail: string;
  derivations: TwoDerivationsPayload | null;
  right_answer: string;
  same_note: string;
  explore_params: string;
}
/** The feedback on the answer to a question. */
export interface Mine {
  q: number;
  typed: string;
  view: Feedback;
}
/** How many have answered, of how many phones. */
export interface Count {
  n: number;
  of: number;
}
/** A moment of the room. */
export interface PhoneView {
  version: number;
  stage: Stage;
  number: number;
  is_open: boolean;
  question: Question | null;
  /** null until the causes are named */
  revealed: RevealedAnswer | null;
  /** the teacher's page, null where phones do not follow */
  followed: FollowedPage | null;
  /** of a phone without a socket */
  mine?: Mine;
  count?: Count;
}
/** What became of an answer: by its number, or of one that cannot be read with the reason. */
export type Fate = "ok" | "late" | "full" | "bad";
export type FateData = number | { seq: number; key: string; text: string };
export type GoneReason = "no_room" | "ended" | "locked" | "full_room" | "too_much";
/** An answer as it is sent: to which question, and which one it is of this phone. */
export interface Answer {
  q: number;
  seq: number;
  typed: string;
}
/** Who is told what comes. */
export interface Listener {
  onView: (view: PhoneView) => void;
  onMine: (mine: Mine) => void;
  onFate: (name: Fate, data: FateData) => void;
  onCount: (count: Count) => void;
  onLine: (isOnline: boolean) => void;
  onGone: (reason: GoneReason) => void;
}
