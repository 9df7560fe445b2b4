// Written by `make types` from the types in Python; not to be changed by hand.

/**
 * An action of the teacher.
 */
export type TeacherAction = "again" | "ask" | "back" | "next";

export interface ClassMessages {
  TeacherPost: TeacherPost;
  KeyPost: KeyPost;
  HandoffPost: HandoffPost;
  ActPost: ActPost;
  LinkPost: LinkPost;
  FollowPost: FollowPost;
  LockPost: LockPost;
  HelloMessage: HelloMessage;
  AnswerMessage: AnswerMessage;
}
/**
 * What all of them have.
 */
export interface TeacherPost {
  lang?: string;
}
/**
 * The code of a room and its key, on another device of its teacher.
 */
export interface KeyPost {
  code?: string;
  key?: string;
  lang?: string;
}
/**
 * What another device needs is asked for; `at` is the address of the phones' page, as this page knows it.
 */
export interface HandoffPost {
  at?: string;
  lang?: string;
}
/**
 * An action of the teacher; the view that comes back has the address of the phones' page as `at` says it.
 */
export interface ActPost {
  action: TeacherAction;
  question_name?: string;
  cause_count?: number;
  seen_version?: number | null;
  at?: string;
  lang?: string;
}
/**
 * A link that may be asked about.
 */
export interface LinkPost {
  link?: string;
  lang?: string;
}
/**
 * The state that phones follow, in ASCII as every link; None for none.
 */
export interface FollowPost {
  state?: string | null;
  lang?: string;
}
/**
 * Whether new phones are kept out.
 */
export interface LockPost {
  locked?: boolean;
  lang?: string;
}
/**
 * A phone says who it is.
 */
export interface HelloMessage {
  phone: string;
  after?: number;
  language?: unknown;
}
/**
 * An answer, as it was typed.
 */
export interface AnswerMessage {
  q: number;
  seq: number;
  typed: string;
}
