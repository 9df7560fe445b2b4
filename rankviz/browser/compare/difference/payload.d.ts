// What the difference of two lists is given (rankviz/compare/view/difference.py).

export interface Effect {
  value: number;
  text: string;
  /** the list that gains; "" for neither */
  side: "a" | "b" | "";
}

/** An effect of no document. */
export interface ExtraEffect extends Effect {
  label: string;
  id: string;
}

export interface DifferencePayload {
  scope?: string;
  /** by document */
  effects: Record<string, Effect>;
  group_by: "document" | "rank";
  /** effects by rank, with the documents there */
  ranks: (Effect & { ids: string[] })[];
  extra_effects: ExtraEffect[];
  /** the values; null if there is nothing to compare */
  from: number | null;
  to: number | null;
  from_text?: string;
  to_text?: string;
  sum_text: string;
  /** why there is no difference; "" if there is one */
  reason: string;
  higher_is_better: boolean;
  /** id of the document that is lit at first; "" for none */
  pinned: string;
  texts: Record<string, string>;
}
