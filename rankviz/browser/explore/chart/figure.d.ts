// Figures as Plotly takes them, and those functions of Plotly that charts call.

/** A trace as rankviz/display/charts makes it: any, for plotly.js comes without types and lets a trace have any attribute. */
export type Trace = any;
/** The same of a layout. */
export type Layout = any;

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
