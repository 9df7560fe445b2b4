// Both lists' values along one number of the convention: where they cross, who wins where, and the present value.

import { clamp } from "../../kit/numbers.js";
import { trackPointer } from "../../kit/drag.js";
import { el } from "../../kit/elements.js";
import { svgEl } from "../../kit/svg.js";
import { roundTicks } from "../../kit/ticks.js";
import { windowOf } from "../difference/scale.js";

/** @import { Plot } from "./payload.d.ts" */
/** @typedef {Plot & { alt: string }} DrawnPlot with the sentence on it */
/** @typedef {ReturnType<typeof scales>} Scales */

const SIDES = /** @type {const} */ (["a", "b"]);
const [LEFT, RIGHT, TOP, HEIGHT, STRIP] = [44, 76, 46, 200, 20]; // px around the plot, its height, and that of the strip below
const KEYS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 });
const NUMBERS = 5; // on an axis, about
const STEPS = 80; // of the axis, for the keyboard and the pointer

/**
 * A line through values, interrupted where there are none; in steps if the number is discrete.
 *
 * @param {number[]} xs
 * @param {(number | null)[]} values
 * @param {(x: number) => number} x
 * @param {(value: number) => number} y
 * @param {boolean} isDiscrete
 */
function path(xs, values, x, y, isDiscrete) {
  let d = "";
  values.forEach((value, i) => {
    if (value === null) return;
    const isNew = i === 0 || values[i - 1] === null;
    if (isNew) d += `M${x(xs[i])} ${y(value)}`;
    else d += isDiscrete ? `H${x(xs[i])}V${y(value)}` : `L${x(xs[i])} ${y(value)}`;
  });
  return d;
}

/** @param {DrawnPlot} data @param {number} width */
function scales(data, width) {
  const defined = [...data.a, ...data.b].filter((value) => value !== null);
  const range = windowOf(defined.length ? defined : [0, 1], null);
  const inner = width - LEFT - RIGHT;
  const span = data.high - data.low || 1;
  return {
    range,
    x: (/** @type {number} */ number) => LEFT + ((number - data.low) / span) * inner,
    y: (/** @type {number} */ value) => TOP + (1 - (value - range.low) / (range.high - range.low)) * HEIGHT,
    numberAt: (/** @type {number} */ px) => data.low + ((px - LEFT) / inner) * span,
  };
}

/** @param {number} x @param {number} y @param {string} text @param {Record<string, string>} [attributes] */
const label = (x, y, text, attributes = {}) => svgEl("text", { x, y, "text-anchor": "middle", ...attributes }, text);

/** @param {DrawnPlot} data @param {Scales} scale @param {number} width */
function frame(data, { x, y, range }, width) {
  const bottom = TOP + HEIGHT;
  const nodes = [];
  for (const [value, text] of roundTicks(range, NUMBERS)) {
    nodes.push(svgEl("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }));
    nodes.push(label(LEFT - 6, y(value) + 4, text, { "text-anchor": "end" }));
  }
  const few = data.x.filter((_, i) => i % Math.ceil(data.x.length / 12) === 0);
  /** @type {[number, string][]} */
  const xs = data.is_discrete ? few.map((each) => [each, String(each)]) : roundTicks(data, NUMBERS);
  for (const [value, text] of xs) nodes.push(label(x(value), bottom + STRIP + 22, text));
  for (const [number, name] of data.marks) {
    nodes.push(svgEl("line", { class: "mark", x1: x(number), x2: x(number), y1: TOP, y2: bottom }));
    if (number !== data.current_x) nodes.push(label(x(number), TOP - 8, name, { "text-anchor": number === data.low ? "start" : "middle" }));
  }
  return nodes;
}

/** Who wins where, as a strip, with a text if there is room for it. @param {DrawnPlot} data @param {Scales} scale */
function strip(data, { x }) {
  const y = TOP + HEIGHT + 4;
  return data.stretches.flatMap(({ low, high, side, text }) => {
    const [from, to] = [x(low), Math.max(x(high), x(low) + 3)];
    const nodes = [svgEl("rect", { class: `stretch ${side || "even"}`, x: from, y, width: to - from, height: STRIP })];
    if (to - from > 64) nodes.push(label((from + to) / 2, y + 14, text, { class: `stretch-name ${side || "even"}` }));
    return nodes;
  });
}

/** @param {DrawnPlot} data @param {Scales} scale */
function ends(data, { x, y }) {
  const places = SIDES.flatMap((side) => {
    const last = data[side].findLastIndex((value) => value !== null);
    const value = data[side][last] ?? null;
    return value === null ? [] : [{ side, x: x(data.x[last]) + 6, y: y(value) }];
  });
  const [one, two] = places;
  if (two && Math.abs(one.y - two.y) < 18) {
    const shift = (18 - Math.abs(one.y - two.y)) / 2;
    const sign = one.y <= two.y ? -1 : 1;
    one.y += sign * shift;
    two.y -= sign * shift;
  }
  return places.flatMap(({ side, x: left, y: middle }) => [
    svgEl("rect", { class: `letter ${side}`, x: left, y: middle - 9, width: 18, height: 18, rx: 4 }),
    label(left + 9, middle + 5, side.toUpperCase(), { class: `letter-name ${side}` }),
    label(left + 22, middle + 5, data.end_labels[side === "a" ? 0 : 1], { "text-anchor": "start", class: "end" }),
  ]);
}

/**
 * All shapes of the plot, the lowest first.
 *
 * @param {DrawnPlot} data
 * @param {Scales} scale
 * @param {number} width
 * @param {number | null} current
 */
function shapesOf(data, scale, width, current) {
  const { x, y } = scale;
  const bottom = TOP + HEIGHT;
  const lines = SIDES.map((side) => svgEl("path", { class: `line ${side}`, d: path(data.x, data[side], x, y, data.is_discrete) }));
  const nodes = [...frame(data, scale, width), ...lines];
  if (current !== null) nodes.push(svgEl("line", { class: "current", x1: x(current), x2: x(current), y1: TOP - 26, y2: bottom }));
  for (const [number, text] of data.crossings) {
    const i = data.x.findLastIndex((each) => each <= number + 1e-9);
    const [middle, left] = [y(data.a[i] ?? data.b[i] ?? 0), x(number)];
    nodes.push(svgEl("line", { class: "drop", x1: left, x2: left, y1: middle, y2: bottom + STRIP + 4 }));
    nodes.push(svgEl("circle", { class: "cross", cx: left, cy: middle, r: 5.5 }));
    nodes.push(label(clamp(left, LEFT + 30, width - RIGHT - 30), middle - 12, text, { class: "crossing" }));
  }
  return [...nodes, ...strip(data, scale), ...ends(data, scale)];
}

/**
 * The number that a key leads to; undefined for keys that do nothing.
 *
 * @param {Plot} data
 * @param {number} current
 * @param {string} key
 */
function numberAfterKey({ low, high, is_discrete: isDiscrete, x }, current, key) {
  const step = KEYS[key];
  /** @type {Record<string, number>} */
  const extremes = { Home: low, End: high };
  if (!step) return extremes[key];
  return isDiscrete ? x[clamp(x.indexOf(current) + step, 0, x.length - 1)] : current + ((high - low) / STEPS) * step;
}

/** The number that is offered nearest to a value. @param {Plot} data @param {number} value */
function rounded({ low, high, is_integer: isInteger, is_discrete: isDiscrete, x }, value) {
  if (isDiscrete) return x.reduce((best, each) => (Math.abs(each - value) < Math.abs(best - value) ? each : best));
  const step = (high - low) / STEPS;
  return isInteger ? Math.round(value) : clamp(Number((Math.round(value / step) * step).toFixed(4)), low, high);
}

/**
 * @param {(value: number, isFinal: boolean) => void} move called with every number while it is dragged, and at last with the final one
 * @param {() => void} restore called when dragging is cancelled
 */
export function plotOf(move, restore) {
  const pill = el("div", "pill", { role: "slider", tabindex: 0 });
  const box = el("div", "drawing", pill);
  /** @type {{ data: DrawnPlot | null, scale: Scales | null, dragged: number | null, isHeld: boolean, svg: Element | null }} */
  const s = { data: null, scale: null, dragged: null, isHeld: false, svg: null };
  const draw = () => {
    const width = box.clientWidth;
    if (!s.data || !width) return;
    const { data } = s;
    s.scale = scales(data, width);
    const { x } = s.scale;
    const current = s.dragged ?? data.current_x;
    const nodes = shapesOf(data, s.scale, width, current);
    s.svg?.remove();
    s.svg = svgEl("svg", { width, height: TOP + HEIGHT + STRIP + 30, role: "img", "aria-label": data.alt }, ...nodes);
    box.prepend(s.svg);
    pill.hidden = current === null;
    if (current === null) return;
    pill.style.left = `${clamp(x(current), 32, width - 32)}px`;
    pill.textContent = `↔ ${data.now_label}: ${data.symbol} = ${current}`;
    pill.ariaLabel = data.symbol;
    pill.ariaValueNow = String(current);
    pill.ariaValueMin = String(data.low);
    pill.ariaValueMax = String(data.high);
  };
  pill.addEventListener("pointerdown", (event) => {
    const left = box.getBoundingClientRect().left;
    s.isHeld = true;
    trackPointer(event, pill, {
      move: (px) => {
        if (!s.data || !s.scale) return;
        const value = rounded(s.data, s.scale.numberAt(px - left));
        if (value === s.dragged) return;
        s.dragged = value;
        draw();
        move(value, false);
      },
      end: (isDone, hasMoved) => {
        s.isHeld = false;
        if (isDone && hasMoved && s.dragged !== null) return move(s.dragged, true); // it stays there until the response comes
        s.dragged = null;
        restore();
        draw();
      },
    });
  });
  pill.addEventListener("keydown", (event) => {
    const { data } = s;
    const current = s.dragged ?? data?.current_x ?? null;
    const number = data && current !== null ? numberAfterKey(data, current, event.key) : undefined;
    if (!data || number === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const value = rounded(data, clamp(number, data.low, data.high));
    s.dragged = value;
    draw();
    move(value, true);
  });
  return {
    node: box,
    draw,
    patch: (/** @type {DrawnPlot} */ data) => {
      s.data = data;
      if (!s.isHeld) s.dragged = null; // what comes of an edit before must not take it out of the hand
      draw();
    },
  };
}
