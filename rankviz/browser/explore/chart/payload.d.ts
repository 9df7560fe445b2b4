// What a row of figures is given (rankviz/explore/view/chart.py).

import type { Piece } from "../../kit/terms.js";
import type { Layout, Trace } from "./figure.d.ts";

export interface FigureData {
  key: string;
  spec: { data: Trace[]; layout: Omit<Layout, "width"> };
  alt: string;
  title: string;
  /** without ending */
  file_name: string;
  /** a sentence under the figure */
  caption: string;
  /** which axis the k line crosses, "point" where the curve's point at k is marked */
  cutoff_axis: "x" | "y" | "point" | null;
  cutoff_max: number;
  /** of the tall figure the sign and the name of each kind of bar */
  legend?: [string, Piece][];
  /** of a figure that adds up for each rank its sum in words, or "" */
  running_total?: string[];
}

/** The counts at k, and the rates that are made from them (rankviz/explore/charts/counts.py). */
export interface CountsTable {
  title: Piece[];
  columns: Piece[][];
  rows: { label: Piece[]; cells: { value: string; label: string; term: string }[] }[];
  rates: { label: string; rows: Rate[] };
  notes: string[];
}

export interface Rate {
  term: string;
  name: string;
  word: Piece[];
  /** MathML */
  math: string;
  value: string;
  title: string;
}

export interface ChartPayload {
  of?: string;
  /** one tall figure aligned with the rows of the list, or a line of small ones */
  layout: "rows" | "small";
  /** rows of the tall figure, or ranks in the list */
  n: number;
  cutoff: number | null;
  figures: FigureData[];
  table: CountsTable | null;
  /** label of what unfolds the figures, where they are folded away */
  fold?: string;
  texts: Record<string, string>;
}
