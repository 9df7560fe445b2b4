// What the score panel is given (rankviz/explore/view/scores.py).

/** As printed, and with all digits. */
export interface Value {
  value: string;
  title: string;
  undefined?: boolean;
}

/** In short, and in full. */
export type Words = [string, string];

/** What the values are of. */
export interface Basis {
  /** which list of how many */
  list: string;
  /** another number where any entry is another one */
  entries: number;
  /** by field what is chosen, and the textbook's, where the two differ */
  choices: Record<string, [Words, Words]>;
}

export interface ScoreRow extends Value {
  key: string;
  label: string;
  chosen: boolean;
}

export interface ScoresPayload extends Value {
  undefined: boolean;
  of?: string;
  name: string;
  /** entry of the metric */
  term: string;
  detail: string;
  /** entry of the word that stands for an undefined value */
  word?: string;
  /** why it is undefined, and what stands for it */
  reason: string;
  put: string;
  /** the convention in words */
  sentence: string;
  copy: string;
  toggle: { label_decimals: string; label_fractions: string; value: string } | null;
  rows: ScoreRow[];
  /** closed at first: without values until `more` */
  more_rows: ScoreRow[];
  more: boolean;
  /** how the typed guess and the value differ; "" for none */
  guess: string;
  basis: Basis;
  /** value, title and detail after an edit of one key, by the edit */
  prefetched?: Record<string, [string, string, string]>;
  texts: Record<string, string>;
}
