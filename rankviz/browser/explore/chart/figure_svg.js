// A figure as a description of its SVG: the axes, what they measure, and the words around them.

import { scales } from "./geometry.js";
import { marks, px } from "./marks.js";
import { lettering, linesOf, shape } from "./shapes.js";

/** @import { Axis, Figure, Font, Layout } from "./figure.d.ts" */
/**
 * @typedef {import("./shapes.js").Shape} Shape
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Box of the plot, in px
 * @typedef {import("./marks.js").Place & { right: number }} Place
 */

const CRISP = { "shape-rendering": "crispEdges" };
const GAP = 0.2; // between a mark and its name, as a share of the type size
const DROP = 0.35; // from the middle of a line of text to its base
const LINE = 1.3; // from one line of text to the next
const CAPITAL = 0.7; // height of a capital
const BORDER = 2; // px around a sentence

const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

/**
 * How much room a text takes, in px: its width, and its height above and below its base.
 *
 * @param {string} words
 * @param {Pick<Font, "size" | "family">} font
 */
export function measured(words, { size, family }) {
  pen.font = `${size}px ${family}`;
  const { width, fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = pen.measureText(words);
  return { width, above: Math.round(above), below: Math.round(below) };
}

/**
 * What a figure's svg is made of, from below to above: `lower` lies under the line at k, `upper` over it.
 *
 * @param {Figure} figure
 * @param {string} id that no other figure has
 * @returns {{ lower: Shape[], upper: Shape[] }}
 */
export function painted({ data, layout }, id) {
  const places = /** @type {Record<string, Place>} */ ({ x: placeOf(layout, layout.xaxis) });
  if (layout.xaxis2 && data.some(({ xaxis }) => xaxis === "x2")) places.x2 = placeOf(layout, layout.xaxis2);
  const { top, height, x } = scales(layout);
  const box = { left: px(x(layout.xaxis.range[0])), top, right: px(places.x.right), bottom: top + height };
  const widest = Math.max(...Object.values(places).map(({ right }) => right));
  const cut = `url(#${id})`;
  const drawn = [...data.filter(({ type }) => type === "bar"), ...data.filter(({ type }) => type !== "bar")].flatMap((trace) => {
    const { cut: inside, free } = marks(trace, places[trace.xaxis ?? "x"], layout.font);
    return [inside.length ? shape("g", { "clip-path": cut }, ...inside) : null, free.length ? shape("g", {}, ...free) : null];
  });
  const clip = shape("clipPath", { id }, shape("rect", { x: box.left, y: top, width: px(box.right - box.left), height }));
  const under = [grid(layout, places.x, { ...box, right: px(widest) }), zero(layout, places.x, box)];
  const axes = [...lines(layout, places, box, widest), ...across(layout, places.x, box), ...down(layout, places.x, box)];
  const lower = [shape("defs", {}, clip), ...under, shape("g", { class: "marks" }, ...drawn), ...axes, ...shapes(layout, places.x, box)];
  return { lower: /** @type {Shape[]} */ (lower.filter(Boolean)), upper: [...titles(layout, box), ...notes(layout, places.x, box)] };
}

/**
 * @param {Layout} layout
 * @param {import("./geometry.js").Ends} xaxis
 * @returns {Place}
 */
export function placeOf({ width, height, margin, yaxis }, xaxis) {
  const { x, y } = scales({ width, height, margin, xaxis, yaxis });
  const { range } = yaxis;
  const holds = (/** @type {number[]} */ ends, /** @type {number} */ value) => Math.min(...ends) <= value && value <= Math.max(...ends);
  return { x, y, holds: (at, up) => holds(xaxis.range, at) && holds(range, up), right: x(xaxis.range[1]) };
}

/**
 * Lines across the plot, but none at its edges.
 *
 * @param {Layout} layout
 * @param {Place} at
 * @param {Box} box
 */
function grid({ yaxis }, at, { left, top, right, bottom }) {
  if (!yaxis.showgrid) return null;
  const places = markedValues(yaxis).map(([value]) => at.y(value)).filter((y) => y > top + 1 && y < bottom - 1);
  return rule(places.map((y) => `M${left} ${px(y)}H${right}`), yaxis.gridcolor, "grid");
}

/**
 * @param {string[]} paths
 * @param {string | undefined} color
 * @param {string} name
 */
const rule = (paths, color, name) => (paths.length ? shape("path", { class: name, d: paths.join(""), stroke: color, "stroke-width": 1, fill: "none", ...CRISP }) : null);

/**
 * @param {Layout} layout
 * @param {Place} at
 * @param {Box} box
 */
function zero({ xaxis }, at, { left, top, right, bottom }) {
  const x = at.x(0);
  return xaxis.zeroline && x > left + 1 && x < right - 1 ? rule([`M${px(x)} ${top}V${bottom}`], xaxis.zerolinecolor, "zero") : null;
}

/**
 * The axes themselves: at the plot's edge, or lifted.
 *
 * @param {Layout} layout
 * @param {Record<string, Place>} places
 * @param {Box} box
 * @param {number} widest
 */
function lines({ xaxis, xaxis2, yaxis }, { x2 }, { left, top, right, bottom }, widest) {
  const corner = yaxis.showline ? left - 1 : left;
  return [
    xaxis.showline ? rule([`M${corner} ${bottom + 0.5}H${right}`], xaxis.linecolor, "axis") : null,
    x2 && xaxis2?.showline ? rule([`M${left} ${px(bottom - xaxis2.position * (bottom - top)) + 0.5}H${px(widest)}`], xaxis2.linecolor, "axis") : null,
    yaxis.showline ? rule([`M${left - 0.5} ${top}V${bottom}`], yaxis.linecolor, "axis") : null,
  ];
}

/**
 * The values of an axis that have a mark, with their texts.
 *
 * @param {Axis} axis
 */
const markedValues = ({ tickvals, ticktext }) => tickvals.map((value, i) => /** @type {[number, string]} */ ([value, ticktext?.[i] ?? ""]));

/**
 * Marks and names of the values across.
 *
 * @param {Layout} layout
 * @param {Place} at
 * @param {Box} box
 */
function across({ xaxis, font }, at, { bottom }) {
  const { size } = xaxis.tickfont;
  const labels = markedValues(xaxis);
  const end = bottom + 1 + xaxis.ticklen;
  const look = { y: end + (1 + GAP) * size, "text-anchor": "middle", "font-size": size, fill: font.color };
  const names = labels.map(([value, name]) => lettering(name, { ...look, x: px(at.x(value)) }));
  return [rule(labels.map(([value]) => `M${px(at.x(value))} ${bottom + 1}V${end}`), xaxis.tickcolor, "ticks"), ...names];
}

/**
 * Marks and names of the values upwards.
 *
 * @param {Layout} layout
 * @param {Place} at
 * @param {Box} box
 */
function down({ yaxis, font }, at, { left }) {
  const { size } = yaxis.tickfont;
  const labels = markedValues(yaxis);
  const end = left - 1 - yaxis.ticklen;
  const look = { x: end - GAP * size, "text-anchor": "end", "font-size": size, fill: font.color };
  const names = yaxis.showticklabels === false ? [] : labels.map(([value, name]) => lettering(name, { ...look, y: px(at.y(value) + DROP * size) }));
  return [rule(labels.map(([value]) => `M${left - 1} ${px(at.y(value))}H${end}`), yaxis.tickcolor, "ticks"), ...names];
}

/**
 * Lines from the bottom to the top, as that at k in a saved picture.
 *
 * @param {Layout} layout
 * @param {Place} at
 * @param {Box} box
 */
const shapes = ({ shapes: lineShapes = [] }, at, { top, bottom }) =>
  lineShapes.map(({ line, x0 }) => shape("path", { class: "line", d: `M${px(at.x(x0))} ${bottom}V${top}`, stroke: line.color, "stroke-width": line.width }));

/**
 * The title, and that of the values across.
 *
 * @param {Layout} layout
 * @param {Box} box
 */
function titles({ title, xaxis, font }, { left, right, bottom }) {
  const made = [];
  if (title) made.push(lettering(title.text, { x: 0, y: title.pad.t, "font-size": title.font.size, fill: font.color }));
  if (!xaxis.title) return made;
  const { text, standoff, font: own } = xaxis.title;
  const { size } = xaxis.tickfont;
  const labels = bottom + 1 + xaxis.ticklen + (1 + GAP) * size + measured("0", { family: font.family, size }).below;
  const look = { x: (left + right) / 2, y: px(labels + standoff + CAPITAL * own.size), "text-anchor": "middle", "font-size": own.size, fill: own.color };
  return [...made, lettering(text, look)];
}

/**
 * Sentences in the middle of where there is nothing to see.
 *
 * @param {Layout} layout
 * @param {Place} at
 * @param {Box} box
 */
function notes({ annotations = [], font: { family } }, at, { left, top, right, bottom }) {
  return annotations.map(({ text, x, y, yref, font: { size, color } }) => {
    const set = linesOf(text).map((line) => measured(line.map((run) => run.text).join(""), { size, family }));
    const [{ above, below }] = set;
    const box = [Math.max(...set.map(({ width }) => width)), above + below + LINE * size * (set.length - 1)].map((length) => length + 2 * BORDER);
    const middle = [left + x * (right - left), yref === "y" ? at.y(y) : bottom - y * (bottom - top)];
    const [start, first] = middle.map((value, i) => Math.round(value - Math.round(box[i]) / 2)); // on whole pixels
    return lettering(text, { x: px(start + box[0] / 2), y: first + BORDER + above, "text-anchor": "middle", "font-size": size, fill: color });
  });
}
