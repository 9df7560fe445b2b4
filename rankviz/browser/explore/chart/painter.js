// Draws figures where there is no Plotly: those functions of Plotly that charts call, for those attributes that our figures have.
// A page that has to fit into one small file has no room for Plotly.

import { plain } from "./cells.js";
import { measured, painted, placeOf } from "./figure_svg.js";
import { fill, lettering, made, shape } from "./shapes.js";

/** @import { Figure, Layout, Point, Trace } from "./figure.d.ts" */
/**
 * @typedef {import("./shapes.js").Shape} Shape
 * @typedef {HTMLElement & Figure} Plot what a figure is drawn in
 * @typedef {{ id: string, lower: Shape[], upper: Shape[] }} Paper
 */

const ARROW = 6; // px: how far a label stands from its point
const ROOM = 3; // px around the words in it
const LAID = "position: absolute; top: 0; left: 0";

/** @type {WeakMap<HTMLElement, Paper>} */
const papers = new WeakMap();
let count = 0;

/**
 * @param {Layout} layout
 * @param {string | undefined} style
 * @param {Shape[]} inside
 */
const sheet = ({ width, height, font }, style, inside) => shape("svg", { class: "main-svg", width, height, "font-family": font.family, style }, ...inside);

/**
 * @param {Plot} node
 * @param {Shape[]} [label]
 */
function show(node, label = []) {
  const paper = papers.get(node);
  if (paper) fill(node, [sheet(node.layout, LAID, paper.lower), sheet(node.layout, LAID, [...paper.upper, ...label])]);
}

/** @param {Plot} node */
export function redraw(node) {
  const id = papers.get(node)?.id ?? `rv-plot-${++count}`;
  papers.set(node, { id, ...painted(node, id) });
  show(node);
}

/**
 * @param {Plot} node
 * @param {Trace[]} data
 * @param {Layout} layout
 */
export const newPlot = (node, data, layout) => redraw(Object.assign(node, { data, layout }));

/** @param {Plot} node */
export const animate = async (node) => redraw(node);

/** @param {HTMLElement} node */
export function purge(node) {
  papers.delete(node);
  node.replaceChildren();
}

/**
 * A figure as the text of a file of SVG.
 *
 * @param {Figure} figure
 * @returns {Promise<string>}
 */
export async function toImage(figure) {
  const { lower, upper } = painted(figure, `rv-plot-${++count}`);
  const { width, height } = figure.layout;
  const svg = made(sheet(figure.layout, undefined, [...lower, ...upper]));
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  return new XMLSerializer().serializeToString(svg);
}

/**
 * The label of a point: to its right, to its left, or over it, where there is room.
 *
 * @param {Figure} figure
 * @param {Point} point
 */
function labelOf({ data, layout }, { curveNumber, pointNumber }) {
  const { x, y, hovertext, marker } = data[curveNumber];
  const { bgcolor, bordercolor, font } = layout.hoverlabel;
  const words = hovertext[pointNumber];
  const at = placeOf(layout, layout.xaxis);
  const [left, top] = [at.x(x[pointNumber]), at.y(y[pointNumber])];
  const size = marker?.size;
  const r = Math.max(3, (Array.isArray(size) ? size[pointNumber] : size) / 2 || 0);
  const { width, above, below } = measured(plain(words), font);
  const box = width + 2 * ROOM;
  const half = (above + below) / 2 + ROOM;
  const fits = [1, -1].find((way) => left + way * (r + ARROW + box) > 0 && left + way * (r + ARROW + box) < layout.width);
  const from = fits ? left + fits * r : Math.max(Math.min(left, layout.width - box / 2), box / 2);
  const d = fits ? `M0 0L${fits * ARROW} 6V${half}h${fits * box}v${-2 * half}H${fits * ARROW}V-6Z` : `M${-box / 2} ${-half}h${box}v${2 * half}h${-box}Z`;
  const anchor = fits ? { 1: "start", [-1]: "end" }[fits] : "middle";
  const own = { x: (fits ?? 0) * (ARROW + ROOM), y: (above - below) / 2, "text-anchor": anchor, "font-size": font.size, fill: font.color };
  const ground = shape("path", { d, fill: bgcolor, stroke: bordercolor, "stroke-width": 1 });
  return shape("g", { class: "label", transform: `translate(${from},${top})` }, ground, lettering(words, own));
}

export const Fx = {
  /**
   * @param {Plot} node
   * @param {Point[]} points
   */
  hover: (node, points) => show(node, points.map((point) => labelOf(node, point))),
  /** @param {Plot} node */
  unhover: (node) => show(node),
};
