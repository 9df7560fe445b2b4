// What the list of lessons is given (rankviz/learn/view/catalogue.py).

export interface LessonRow {
  key: string;
  number: number;
  label: string;
  title: string;
  about: string;
  metrics: string;
  /** of its steps */
  count: number;
}
export interface Measure {
  key: string;
  label: string;
  chosen: boolean;
}
export interface Level {
  value: string;
  label: string;
}
export interface CataloguePayload {
  lessons: LessonRow[];
  measures: Measure[];
  levels: Level[];
  /** characters of a file */
  limit: number;
  texts: Record<string, string>;
}
