// The waterfall from one value to the other: an arrow for each document or rank, beside the rows of the second list.

import { shortened } from "../../kit/short_names.js";
import { roundTicks } from "../../kit/ticks.js";
import { windowOf } from "./scale.js";
import { svgEl } from "../../kit/svg.js";

const BAR = 0.5; // of a row
const TIP = 8; // px
const EVEN = 1e-12;
const NAMES = 2; // at most, beside an arrow; folded documents have none
const [LETTERS, GAP] = [9, 6]; // letters of a name, px before it

/** @import { LinePosition } from "../../kit/news.d.ts" */
/** @import { DifferencePayload, Effect } from "./payload.d.ts" */
/** @import { Window } from "./scale.js" */
/** @typedef {Effect & { y: number, ids: string[], isHollow?: boolean }} Row an effect at its place; a hollow one is of no document */
/** @typedef {Row & { from: number, to: number }} Step with the value before and after it */

/**
 * The arrows in the order of the rows, each with the value before and after it.
 *
 * @param {DifferencePayload} data
 * @param {LinePosition[]} rows
 * @param {number} height of a row
 * @param {number} top of those that belong to no row
 * @returns {Step[]}
 */
export function stepsOf(data, rows, height, top) {
  const steps = /** @type {Row[]} */ ([]);
  if (data.group_by === "rank") data.ranks.forEach((each, i) => steps.push({ ...each, y: i * height, ids: each.ids ?? [] }));
  else {
    for (const { ids, y } of rows) {
      const effects = ids.map((id) => data.effects[id]).filter(Boolean);
      if (effects.length === 1) steps.push({ ...effects[0], y, ids });
      else if (effects.length) steps.push({ ...sumOf(effects, data), y, ids });
    }
  }
  data.extra_effects.forEach((each, i) => steps.push({ ...each, y: top + i * height, ids: [each.id], isHollow: true }));
  let value = data.from ?? 0;
  return steps.map((step) => ({ ...step, from: value, to: (value += step.value) }));
}

/** Folded documents are one arrow. @param {Effect[]} effects @param {DifferencePayload} data @returns {Effect} */
function sumOf(effects, data) {
  const value = effects.reduce((sum, each) => sum + each.value, 0);
  const isEven = Math.abs(value) < EVEN;
  return { value, side: isEven ? "" : value > 0 === data.higher_is_better ? "b" : "a", text: isEven ? "0" : `${value > 0 ? "+" : "−"}${Math.abs(value).toFixed(3)}` };
}

/**
 * @param {number} from
 * @param {number} to
 * @param {number} y
 * @param {number} height
 * @param {string} classes
 * @param {string} id
 */
function arrow(from, to, y, height, classes, id) {
  const half = (height * BAR) / 2;
  const tip = Math.min(TIP, Math.abs(to - from)) * Math.sign(to - from);
  const points = [[from, y - half], [to - tip, y - half], [to, y], [to - tip, y + half], [from, y + half]];
  return svgEl("polygon", { class: classes, points: points.map((point) => point.join(",")).join(" "), "data-id": id });
}

/**
 * The name of a document, or of both documents of a rank, on the side of the arrow with more room.
 *
 * @param {string[]} ids
 * @param {number} from
 * @param {number} to
 * @param {number} y
 * @param {number} width of the drawing
 */
function label(ids, from, to, y, width) {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const isRight = width - high >= low;
  const name = ids.map((id) => (shortened(id, ({ length }) => length <= LETTERS))).join(", ");
  return svgEl("text", { class: `owner${isRight ? "" : " left"}`, x: isRight ? high + GAP : low - GAP, y: y + 4 }, name);
}

/**
 * @param {Element} svg
 * @param {DifferencePayload} data
 * @param {Step[]} steps
 * @param {object} layout
 * @param {number} layout.width of the drawing, in px
 * @param {number} layout.row height of a row
 * @param {number} layout.height
 * @param {number | null} layout.cut y of the line of the cutoff
 * @param {Window | null} layout.held the window to keep as long as it holds all values
 */
export function drawWaterfall(svg, data, steps, { width, row, height, cut, held }) {
  if (data.from === null || data.to === null || width <= 0) {
    svg.replaceChildren();
    return null;
  }
  const window = windowOf([data.from, data.to, ...steps.map(({ to }) => to)], held);
  const x = (/** @type {number} */ value) => ((value - window.low) / (window.high - window.low)) * width;
  const mid = (/** @type {number} */ y) => y + row / 2;
  const [a, b] = [x(data.from), x(data.to)];
  const nodes = [svgEl("rect", { class: "span", x: Math.min(a, b), y: 0, width: Math.abs(a - b), height })];
  const numbers = roundTicks(window, Math.max(2, Math.min(5, Math.floor(width / 70))));
  for (const [value] of numbers) nodes.push(svgEl("line", { class: "tick", x1: x(value), x2: x(value), y1: 0, y2: height }));
  for (const { y } of steps) if (y + row !== cut) nodes.push(svgEl("line", { class: "tick", x1: 0, x2: width + 80, y1: y + row - 0.5, y2: y + row - 0.5 }));
  nodes.push(svgEl("line", { class: "end b", x1: b, x2: b, y1: 0, y2: height + 8 }), svgEl("line", { class: "end a", x1: a, x2: a, y1: -8, y2: height }));
  steps.forEach(({ y, from, to, side, isHollow, ids }, i) => {
    const next = steps[i + 1];
    if (next) nodes.push(svgEl("line", { class: "join", x1: x(to), x2: x(to), y1: mid(y), y2: mid(next.y) }));
    const id = ids.length === 1 ? ids[0] : "";
    if (ids.length && ids.length <= NAMES && !isHollow && (side || ids.length === 1)) nodes.push(label(ids, x(from), x(to), mid(y), width));
    nodes.push(side ? arrow(x(from), x(to), mid(y), row, `arrow ${side}${isHollow ? " hollow" : ""}`, id) : svgEl("circle", { class: "no-effect", cx: x(to), cy: mid(y), r: 2.5, "data-id": id }));
  });
  for (const [value, text] of numbers) {
    if (Math.abs(x(value) - b) > 52) nodes.push(svgEl("text", { class: "number", x: x(value), y: height + 23 }, text));
  }
  svg.replaceChildren(...nodes);
  return { window, a, b };
}
