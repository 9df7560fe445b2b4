// What the line above a question is given (rankviz/learn/view/progress.py).

export interface Segment {
  number: number;
  state: string;
  is_current: boolean;
  label: string;
}
export interface Action {
  label: string;
  params: Record<string, string>;
  /** number of a question that it marks as skipped */
  skips?: number;
}
export interface ProgressPayload {
  title: string;
  position: string;
  segments: Segment[];
  actions: Action[];
}
