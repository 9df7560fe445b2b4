export interface ListTab {
  name: string;
  /** the first grades; null for unjudged */
  cells: (number | null)[];
  /** whether there are others */
  more: boolean;
  value: string;
  /** all digits */
  title: string;
  spoken: string;
}

/** What the tabs of the lists are given; one list alone has none (rankviz/explore/view/list_tabs.py). */
export interface ListTabsPayload {
  tabs: ListTab[];
  selected: number;
  selected_name: string;
  mean: { label: string; value: string; title: string } | null;
  can_add: boolean;
  /** characters */
  max_name: number;
  /** whether nothing can be done to the lists */
  locked?: boolean;
  texts: Record<string, string>;
}
