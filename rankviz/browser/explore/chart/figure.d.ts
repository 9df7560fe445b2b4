// Figures as Plotly takes them, and those functions of Plotly that charts call.

import type { Piece } from "../../kit/terms.js";

/** A trace as rankviz/display/charts makes it: any, for plotly.js comes without types, and what it has depends on its kind. */
export type Trace = any;

export interface Font {
  size: number;
  family: string;
  color: string;
}

/** What only Plotly reads of an axis. */
interface PlotlyAxis {
  anchor?: "free";
  fixedrange?: boolean;
  tickangle?: number;
  ticklabeloverflow?: "allow";
  ticks?: "outside" | "";
}

export interface Axis extends PlotlyAxis {
  range: number[];
  /** shares of the plot that it takes */
  domain?: number[];
  tickvals: number[];
  ticktext?: string[];
  ticklen: number;
  tickfont: Pick<Font, "size">;
  tickcolor: string;
  showticklabels?: boolean;
  showline?: boolean;
  linecolor?: string;
  showgrid: boolean;
  gridcolor: string;
  zeroline: boolean;
  zerolinecolor?: string;
  title?: { text: string; standoff: number; font: Pick<Font, "size" | "color"> };
}

/** A sentence where there is nothing to see. */
export interface Annotation {
  text: string;
  x: number;
  y: number;
  /** with `showarrow` for Plotly only */
  xref?: string;
  yref: string;
  showarrow?: boolean;
  font: Pick<Font, "size" | "color">;
}

/** A line from the bottom to the top. */
export interface LineShape {
  type: "line";
  line: { color: string; width: number };
  x0: number;
  x1: number;
  yref: string;
  y0: number;
  y1: number;
}

/** What only Plotly reads of a layout. */
interface PlotlyLayout {
  barmode?: "overlay";
  dragmode?: boolean;
  hovermode?: false | "closest";
  paper_bgcolor?: string;
  plot_bgcolor?: string;
  showlegend?: boolean;
  template?: object;
  uirevision?: string;
}

/** Where Plotly writes a title. */
interface PlotlyTitle {
  x?: number;
  xanchor?: "left";
  xref?: "container";
  y?: number;
  yanchor?: "top";
  yref?: "container";
}

/** A layout as rankviz/display/charts makes it; its width is added by who draws it. */
export interface Layout extends PlotlyLayout {
  width: number;
  height: number;
  margin: { l: number; r: number; t: number; b: number; pad?: number };
  font: Font;
  xaxis: Axis;
  /** of the numbers beside the bars: where its line is lifted to, as a share of the height */
  xaxis2?: Omit<Axis, "tickvals"> & { position: number };
  yaxis: Axis;
  title?: { text: string; pad: { t: number }; font: Pick<Font, "size"> } & PlotlyTitle;
  annotations?: Annotation[];
  shapes?: LineShape[];
  hoverlabel: { bgcolor: string; bordercolor: string; font: Font };
  /** Of the tall figure the height above its rows, and its axis where there is little room; of the others the words that can be pressed. */
  meta?: { head?: number; narrow?: Partial<Axis>; words?: Record<"title" | "x" | "y", Piece[]> };
}

export interface Figure {
  data: Trace[];
  layout: Layout;
}

export interface Point {
  curveNumber: number;
  pointNumber: number;
}

type Plot = HTMLElement & Partial<Figure>;

/** Plotly, and what draws in its place where there is none (painter.js). */
export interface Plotly {
  newPlot(plot: Plot, data: Trace[], layout: Layout, config: object): unknown;
  redraw(plot: Plot): unknown;
  animate(plot: Plot, frame: object, how: object): Promise<unknown>;
  toImage(figure: Figure & { config: object }, how: object): Promise<string>;
  purge(plot: Plot): unknown;
  Fx: { hover(plot: Plot, points: Point[]): unknown; unhover(plot: Plot): unknown };
}
