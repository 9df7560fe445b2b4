// What the working table is given (rankviz/learn/view/working_table.py).

export interface Cell {
  key: string;
  label: string;
  /** "" for a cell to fill in */
  prefilled: string;
  typed: string;
  is_right: boolean;
}
export interface Column {
  head: string;
  /** the entry that explains it */
  term: string;
  /** whether a phone leaves it out */
  is_narrow: boolean;
  /** by row; null where nothing is computed */
  cells: (Cell | null)[];
}
export interface CellGroup {
  /** "list", or which other order the ranks are of */
  axis: string;
  columns: Column[];
  totals: (Cell & { name: string })[];
}
export interface WorkingTablePayload {
  key: string;
  number: number;
  list_length: number;
  row_count: number;
  /** after which row the line runs; null for none */
  cutoff: number | null;
  groups: CellGroup[];
  /** key of the cell to look at, or "" */
  first_wrong: string;
  mark: RankMark | null;
  texts: Record<string, string>;
}
/** A rank that the feedback is about. */
export interface RankMark {
  axis: string;
  rank: number;
}
