// What is drawn of a figure's traces: bars, lines, points and texts.

import { shape, lettering } from "./shapes.js";

/** @import { Trace } from "./figure.d.ts" */
/**
 * @typedef {import("./shapes.js").Shape} Shape
 * @typedef {{ x: (value: number) => number, y: (value: number) => number, holds: (x: number, y: number) => boolean }} Place of an axis
 * @typedef {{ size: number, color: string, weight?: number }} Font
 */

const CLEAR = "rgba(0,0,0,0)";
const FAR = 1e5; // px: nothing is drawn further from the picture
const ANCHORS = /** @type {Record<string, string>} */ ({ left: "end", center: "middle", right: "start" });
const SIDES = /** @type {Record<string, number>} */ ({ top: -1, middle: 0, bottom: 1, left: -1, center: 0, right: 1 });
const MIDDLE = 0.25; // from the middle of a letter to its base, as a share of the type size
const LINE = 0.5; // half a line above or below a point

/** Outlines of markers of a radius, around 0 0. */
export const OUTLINES = /** @type {Record<string, (r: number) => string>} */ ({
  circle: (r) => `M${r} 0A${r} ${r} 0 1 1 0 ${-r}A${r} ${r} 0 0 1 ${r} 0Z`,
  square: (r) => `M${r} ${r}H${-r}V${-r}H${r}Z`,
  diamond: (r) => `M${1.3 * r} 0L0 ${1.3 * r}L${-1.3 * r} 0L0 ${-1.3 * r}Z`,
  "triangle-sw": (r) => `M${1.2 * r} ${0.6 * r}H${-0.6 * r}V${-1.2 * r}Z`,
  "x-thin": (r) => `M${r} ${r}L${-r} ${-r}M${r} ${-r}L${-r} ${r}`,
});

/** @param {number} value in px */
export const px = (value) => Math.round(Math.min(Math.max(value, -FAR), FAR) * 100) / 100;

/**
 * A style that is one for all points, or one for each.
 *
 * @template T
 * @param {T | T[]} value
 * @param {number} i
 * @returns {T}
 */
const each = (value, i) => (Array.isArray(value) ? value[i] : value);

/**
 * @param {number | null} value
 * @returns {value is number}
 */
const known = (value) => value !== null && Number.isFinite(value);

/**
 * Everything of one trace, the lowest first; what is cut at the edges of the plot by itself.
 *
 * @param {Trace} trace
 * @param {Place} at
 * @param {Font} font
 * @returns {{ cut: Shape[], free: Shape[] }}
 */
export function marks(trace, at, font) {
  if (trace.type === "bar") return { cut: bars(trace, at), free: [] };
  const has = (/** @type {string} */ part) => trace.mode.split("+").includes(part);
  const points = [...(has("markers") ? dots(trace, at) : []), ...(has("text") ? texts(trace, at, font, has("markers")) : [])];
  const lines = has("lines") ? line(trace, at) : [];
  return trace.cliponaxis === false ? { cut: lines, free: points } : { cut: [...lines, ...points], free: [] };
}

/**
 * @param {Trace} trace
 * @param {Place} at
 * @returns {Shape[]}
 */
function bars({ x, y, width, marker }, at) {
  const drawn = x.map((/** @type {number | null} */ value, /** @type {number} */ i) => {
    if (!known(value) || !value) return null;
    const [zero, end, top, bottom] = [at.x(0), at.x(value), at.y(y[i] - width / 2), at.y(y[i] + width / 2)].map(px);
    const fill = each(marker.color, i);
    // Of a rectangle without width not even the edge would be drawn.
    return shape("path", { class: "bar", d: `M${zero} ${top}V${bottom}H${end}V${top}Z`, fill: fill === CLEAR ? "none" : fill, ...edge(marker.line.color, marker.line.width) });
  });
  return drawn.filter(Boolean);
}

/**
 * @param {string} color
 * @param {number} width
 */
const edge = (color, width) => (width ? { stroke: color, "stroke-width": width } : {});

/**
 * A line, interrupted where there is no value, and the area under it.
 *
 * @param {Trace} trace
 * @param {Place} at
 * @returns {Shape[]}
 */
function line({ x, y, line: { color, width, dash, shape: way }, fill, fillcolor }, at) {
  /** @type {[number, number][][]} */
  const pieces = [[]];
  x.forEach((/** @type {number | null} */ value, /** @type {number} */ i) => {
    if (known(value) && known(y[i])) pieces[pieces.length - 1].push([px(at.x(value)), px(at.y(y[i]))]);
    else pieces.push([]);
  });
  const long = pieces.filter(({ length }) => length > 1);
  if (!long.length || !width) return [];
  const paths = long.map((points) => path(points, way));
  const base = px(at.y(0));
  const area = () => long.map(([[first]], i) => `${paths[i]}V${base}H${first}Z`).join("");
  const look = { fill: "none", stroke: color, "stroke-width": width, "stroke-miterlimit": 2 };
  const dashes = dash && dash !== "solid" ? { "stroke-dasharray": dash.replaceAll("px", "") } : {};
  const drawn = shape("path", { class: "line", d: paths.join(""), ...look, ...dashes });
  return fill ? [shape("path", { class: "area", d: area(), fill: fillcolor }), drawn] : [drawn];
}

/** From one point to the next: straight, or in steps. */
const STEPS = /** @type {Record<string, (point: [number, number]) => string>} */ ({
  linear: ([x, y]) => `L${x} ${y}`,
  vh: ([x, y]) => `V${y}H${x}`,
});

/**
 * @param {[number, number][]} points
 * @param {string} [way]
 */
const path = ([first, ...rest], way = "linear") => `M${first.join(" ")}${rest.map(STEPS[way]).join("")}`;

/**
 * @param {Trace} trace
 * @param {Place} at
 * @returns {Shape[]}
 */
function dots({ x, y, marker }, at) {
  const points = x.map((/** @type {number | null} */ value, /** @type {number} */ i) => {
    if (!known(value) || !known(y[i]) || !at.holds(value, y[i])) return null;
    const symbol = each(marker.symbol, i) ?? "circle";
    const color = each(marker.color, i);
    const isOpen = symbol.endsWith("-open");
    const d = OUTLINES[symbol.replace("-open", "")](each(marker.size, i) / 2);
    const border = marker.line ? edge(isOpen ? color : each(marker.line.color, i), each(marker.line.width, i)) : {};
    return shape("path", { class: "point", transform: `translate(${px(at.x(value))},${px(at.y(y[i]))})`, d, fill: isOpen ? "none" : color, ...border });
  });
  return points.filter(Boolean);
}

/**
 * @param {Trace} trace
 * @param {Place} at
 * @param {Font} font
 * @param {boolean} beside whether there are points that the texts stand beside
 * @returns {Shape[]}
 */
function texts({ x, y, text, textposition, textfont, marker }, at, font, beside) {
  const set = textfont ?? font;
  const named = text.map((/** @type {string} */ words, /** @type {number} */ i) => {
    if (!words || !known(x[i]) || !known(y[i]) || !at.holds(x[i], y[i])) return null;
    const [upright, side] = each(textposition, i).split(" ");
    const size = each(set.size, i);
    const away = beside ? each(marker.size, i) / 1.6 + 1 : 0;
    const drop = SIDES[upright] * (away + LINE * size) + MIDDLE * size;
    const place = { x: px(at.x(x[i]) + SIDES[side] * away), y: px(at.y(y[i]) + drop) };
    const weight = (each(set.weight, i) ?? 400) > 400 ? 700 : undefined;
    return lettering(words, { ...place, "text-anchor": ANCHORS[side], "font-size": size, fill: each(set.color, i), "font-weight": weight });
  });
  return named.filter(Boolean);
}
