// What the dialog that makes a question of the list is given (rankviz/learn/view/own_question.py, rankviz/page/dialogs/own_question.py).

import type { LinkLinePayload } from "../../shared/link_with_qr/payload.d.ts";

export interface MistakeGroup {
  head: string;
  items: string[];
}
interface Question {
  facts: { label: string; value: string }[];
  summary: string;
  /** mistakes that it does not separate */
  groups: MistakeGroup[];
  change: { action: string; result: string; label: string } | null;
  /** shown instead of a change, or "" */
  no_change: string;
  notes: string[];
  line: LinkLinePayload;
  /** parameters of Learn */
  learn_query: string;
  texts: Record<string, string>;
}
/** A question, or why there is none, with what there is of it. */
export type OwnQuestionPayload = Partial<Question> & { problem?: string };
