/** What a cover is given (rankviz/explore/view/cover.py). */
export interface CoverPayload {
  part: string;
  /** the parts that are seen when it is lifted */
  lifts: string[];
  /** of the measure, above the cover of the score; else "" */
  name: string;
  label: string;
  show: string;
  /** the key that lifts it, too */
  key: string;
  /** label of the field for a guess; "" for none */
  guess: string;
  hint: string;
  /** why what was typed is no number; "" if it is one */
  guess_problem: string;
}
