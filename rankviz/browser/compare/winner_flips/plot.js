// Both lists' values along one number of the convention: where they cross, who wins where, and where the page stands.

import { clamp } from "../../kit/numbers.js";
import { trackPointer } from "../../kit/drag.js";
import { el } from "../../kit/elements.js";
import { shape } from "../difference/svg.js";
import { ticks, windowOf } from "../difference/scale.js";

const [LEFT, RIGHT, TOP, HEIGHT, STRIP] = [44, 76, 46, 200, 20]; // px around the plot, its height, and that of the strip below
const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
const STEPS = 80; // of the axis, for the keyboard and the pointer

/** A line through values, interrupted where there are none; in steps where there is nothing between them. */
function path(xs, values, x, y, stepped) {
  let d = "";
  values.forEach((value, i) => {
    if (value === null) return;
    const isNew = i === 0 || values[i - 1] === null;
    if (isNew) d += `M${x(xs[i])} ${y(value)}`;
    else d += stepped ? `H${x(xs[i])}V${y(value)}` : `L${x(xs[i])} ${y(value)}`;
  });
  return d;
}

function scales(data, width) {
  const known = [...data.a, ...data.b].filter((value) => value !== null);
  const seen = windowOf(known.length ? known : [0, 1], null);
  const inner = width - LEFT - RIGHT;
  const span = data.high - data.low || 1;
  return {
    seen,
    x: (/** @type {number} */ at) => LEFT + ((at - data.low) / span) * inner,
    y: (/** @type {number} */ value) => TOP + (1 - (value - seen.low) / (seen.high - seen.low)) * HEIGHT,
    at: (/** @type {number} */ px) => data.low + ((px - LEFT) / inner) * span,
  };
}

const label = (at, y, text, more = {}) => shape("text", { x: at, y, "text-anchor": "middle", ...more }, text);

function frame(data, { x, y, seen }, width) {
  const bottom = TOP + HEIGHT;
  const nodes = [];
  for (const [value, text] of ticks(seen)) {
    nodes.push(shape("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }));
    nodes.push(label(LEFT - 6, y(value) + 4, text, { "text-anchor": "end" }));
  }
  const xs = data.stepped ? data.x.filter((_, i) => i % Math.ceil(data.x.length / 12) === 0).map((at) => [at, String(at)]) : ticks(data, 5);
  for (const [value, text] of xs) nodes.push(label(x(value), bottom + STRIP + 22, text));
  for (const [at, name] of data.marks) {
    nodes.push(shape("line", { class: "named", x1: x(at), x2: x(at), y1: TOP, y2: bottom }));
    if (at !== data.present) nodes.push(label(x(at), TOP - 8, name, { "text-anchor": at === data.low ? "start" : "middle" }));
  }
  return nodes;
}

// Who wins where, as a strip; a word where there is room for it.
function strip(data, { x }) {
  const y = TOP + HEIGHT + 4;
  return data.stretches.flatMap(({ low, high, side, text }) => {
    const [from, to] = [x(low), Math.max(x(high), x(low) + 3)];
    const nodes = [shape("rect", { class: `part ${side || "even"}`, x: from, y, width: to - from, height: STRIP })];
    if (to - from > 64) nodes.push(label((from + to) / 2, y + 14, text, { class: `part-name ${side || "even"}` }));
    return nodes;
  });
}

function ends(data, { x, y }) {
  const last = (values) => values.findLastIndex((value) => value !== null);
  const found = ["a", "b"].map((side) => ({ side, at: last(data[side]) })).filter(({ at }) => at >= 0);
  const places = found.map(({ side, at }) => ({ side, x: x(data.x[at]) + 6, y: y(data[side][at]) }));
  const [one, two] = places;
  if (two && Math.abs(one.y - two.y) < 18) {
    const way = (18 - Math.abs(one.y - two.y)) / 2;
    const sign = one.y <= two.y ? -1 : 1;
    one.y += sign * way;
    two.y -= sign * way;
  }
  return places.flatMap(({ side, x: left, y: middle }) => [
    shape("rect", { class: `letter ${side}`, x: left, y: middle - 9, width: 18, height: 18, rx: 4 }),
    label(left + 9, middle + 5, side.toUpperCase(), { class: `letter-name ${side}` }),
    label(left + 22, middle + 5, data.ends[side === "a" ? 0 : 1], { "text-anchor": "start", class: "end" }),
  ]);
}

/** Everything that is drawn, the lowest first. */
function picture(data, at, width, present) {
  const { x, y } = at;
  const bottom = TOP + HEIGHT;
  const lines = ["a", "b"].map((side) => shape("path", { class: `line ${side}`, d: path(data.x, data[side], x, y, data.stepped) }));
  const nodes = [...frame(data, at, width), ...lines];
  if (present !== null) nodes.push(shape("line", { class: "present", x1: x(present), x2: x(present), y1: TOP - 26, y2: bottom }));
  for (const [place, text] of data.crossings) {
    const i = data.x.findLastIndex((each) => each <= place + 1e-9);
    const [middle, left] = [y(data.a[i] ?? data.b[i] ?? 0), x(place)];
    nodes.push(shape("line", { class: "drop", x1: left, x2: left, y1: middle, y2: bottom + STRIP + 4 }));
    nodes.push(shape("circle", { class: "cross", cx: left, cy: middle, r: 5.5 }));
    nodes.push(label(clamp(left, LEFT + 30, width - RIGHT - 30), middle - 12, text, { class: "crossing" }));
  }
  return [...nodes, ...strip(data, at), ...ends(data, at)];
}

/** Where a key leads to from a place; undefined for any other key. */
function keyed({ low, high, stepped, x }, present, key) {
  const way = KEYS[key];
  if (!way) return { Home: low, End: high }[key];
  return stepped ? x[clamp(x.indexOf(present) + way, 0, x.length - 1)] : present + ((high - low) / STEPS) * way;
}

/**
 * @param {(value: number, done: boolean) => void} move is asked for another place, and at last to keep it
 * @param {() => void} restore lets go of what was tried
 */
export function plotOf(move, restore) {
  const pill = el("div", "pill", { role: "slider", tabindex: 0 });
  const box = el("div", "drawing", pill);
  const s = { data: /** @type {any} */ (null), at: /** @type {any} */ (null), live: /** @type {number | null} */ (null), svg: null };
  const rounded = (/** @type {number} */ value) => {
    const { low, high, whole, stepped, x } = s.data;
    if (stepped) return x.reduce((best, each) => (Math.abs(each - value) < Math.abs(best - value) ? each : best));
    const step = (high - low) / STEPS;
    return whole ? Math.round(value) : clamp(Number((Math.round(value / step) * step).toFixed(4)), low, high);
  };
  const draw = () => {
    const width = box.clientWidth;
    if (!s.data || !width) return;
    const { data } = s;
    s.at = scales(data, width);
    const { x } = s.at;
    const present = s.live ?? data.present;
    const nodes = picture(data, s.at, width, present);
    s.svg?.remove();
    s.svg = shape("svg", { width, height: TOP + HEIGHT + STRIP + 30, role: "img", "aria-label": data.alt }, ...nodes);
    box.prepend(s.svg);
    pill.hidden = present === null;
    if (present === null) return;
    pill.style.left = `${clamp(x(present), 32, width - 32)}px`;
    pill.textContent = `↔ ${data.now}: ${data.symbol} = ${present}`;
    pill.ariaLabel = data.symbol;
    pill.ariaValueNow = String(present);
    pill.ariaValueMin = String(data.low);
    pill.ariaValueMax = String(data.high);
  };
  pill.addEventListener("pointerdown", (event) => {
    const left = box.getBoundingClientRect().left;
    trackPointer(event, pill, {
      move: (px) => {
        const value = rounded(s.at.at(px - left));
        if (value === s.live) return;
        s.live = value;
        draw();
        move(value, false);
      },
      end: (done, began) => {
        if (done && began && s.live !== null) return move(s.live, true); // it stays there until the answer comes
        s.live = null;
        restore();
        draw();
      },
    });
  });
  pill.addEventListener("keydown", (event) => {
    const value = keyed(s.data, s.live ?? s.data.present, event.key);
    if (value === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    s.live = rounded(clamp(value, s.data.low, s.data.high));
    draw();
    move(s.live, true);
  });
  return {
    node: box,
    draw,
    patch: (data) => {
      s.data = data;
      s.live = null;
      draw();
    },
  };
}
