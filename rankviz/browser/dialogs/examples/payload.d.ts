// What the gallery is given (rankviz/examples/gallery.py).

/** An example; by its last four keys rows are narrowed. */
export interface Row {
  key: string;
  title: string;
  place: string;
  note: string;
  printed: string;
  value: string;
  sign: string;
  word: string;
  kind: string;
  metric: string;
  source: string;
  claim: string;
}
export type Facet = "kind" | "metric" | "source" | "claim";
export interface Kind {
  kind: string;
  sign: string;
  word: string;
}
export interface Filter {
  name: Facet;
  label: string;
  options: { value: string; label: string }[];
}
export interface GalleryPayload {
  groups: { name: string; title: string; link: string; rows: Row[] }[];
  kinds: Kind[];
  filters: Filter[];
  texts: Record<string, string>;
}
