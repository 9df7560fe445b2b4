// All options of a choice as curves: the chosen one strong, and a press on another takes it. By the keyboard one chooses in the list
// of options, which stands beside it.

import { el } from "../../kit/elements.js";
import { svgEl } from "../../kit/svg.js";

/** @import { Curve, Picture, Spot } from "./payload.d.ts" */

const NEAR = 14; // px around a curve that belong to it

/** @param {(Spot | null)[]} line */
const path = (line) => line.map((spot, i) => (spot ? `${line[i - 1] ? "L" : "M"}${spot.join(" ")}` : "")).join("");

/** @param {Picture} data */
function axes({ frame: [left, top, right, bottom], ticks: [xs, ys], axes: [x, y] }) {
  return [
    ...ys.map(([at]) => svgEl("path", { class: "grid", d: `M${left} ${at}H${right}` })),
    svgEl("path", { class: "axis", d: `M${left} ${top}V${bottom}H${right}` }),
    ...xs.map(([at, words]) => svgEl("text", { x: at, y: bottom + 14, "text-anchor": "middle" }, words)),
    ...ys.map(([at, words]) => svgEl("text", { x: left - 6, y: at + 4, "text-anchor": "end" }, words)),
    svgEl("text", { x: (left + right) / 2, y: bottom + 29, "text-anchor": "middle" }, x),
    svgEl("text", { x: 0, y: 11 }, y),
  ];
}

/**
 * The picture: a function of its data alone.
 *
 * @param {Picture} data
 */
export function drawCurves(data) {
  const { width, height, frame: [left, top, right, bottom], curves, points } = data;
  const inside = { x: left, y: top, width: right - left, height: bottom - top, viewBox: [left, top, right - left, bottom - top].join(" ") };
  const kind = (/** @type {Curve} */ { is_chosen: isChosen, is_mistake: isMistake }) => `curve${isChosen ? " chosen" : ""}${isMistake ? " mistake" : ""}`;
  return svgEl(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, "font-size": data.type_size, role: "img", "aria-label": data.alt },
    ...axes(data),
    // What is outside the plot is not drawn.
    svgEl("svg", inside, ...curves.map((one) => svgEl("path", { class: kind(one), "data-value": one.value, d: path(one.line) }))),
    ...points.map(([x, y]) => svgEl("circle", { cx: x, cy: y, r: 3.5 })),
    ...curves.map((one) =>
      svgEl(
        "g",
        { class: kind(one), "data-value": one.value },
        svgEl("path", { d: path(one.leader) }),
        svgEl("text", { x: one.name[1], y: one.name[2] + 4 }, one.name[0]),
      ),
    ),
  );
}

/**
 * @param {Spot} from
 * @param {Spot} to
 * @param {number} x
 * @param {number} y
 */
function distance([x1, y1], [x2, y2], x, y) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const share = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}

/**
 * How far a place is from a curve or its name.
 *
 * @param {Curve} curve
 * @param {Picture} data
 * @param {number} x
 * @param {number} y
 */
function away({ line, name: [, start, middle, width] }, { frame: [left, top, right, bottom] }, x, y) {
  const name = Math.hypot(Math.max(start - x, 0, x - start - width), Math.max(Math.abs(y - middle) - 6, 0));
  if (x < left - NEAR || x > right || y < top - NEAR || y > bottom + NEAR) return name;
  const parts = line.flatMap((to, i) => (to && line[i - 1] ? [distance(/** @type {Spot} */ (line[i - 1]), to, x, y)] : []));
  return Math.min(name, ...parts);
}

/**
 * The option whose curve, or name, is nearest to a place; null for none that is near.
 *
 * @param {Picture} data
 * @param {number} x
 * @param {number} y
 */
export function nearest(data, x, y) {
  let [found, least] = [/** @type {string | null} */ (null), NEAR];
  for (const curve of data.curves) {
    const here = away(curve, data, x, y);
    if (here < least) [found, least] = [curve.value, here];
  }
  return found;
}

/**
 * The picture in an open pill.
 *
 * @param {(value: string) => void} take
 * @param {(value: string | null) => void} point
 */
export function curvesOf(take, point) {
  const title = el("h4");
  const box = el("div", "plot");
  const node = el("figure", "curves", title, box);
  let text = "";
  let data = /** @type {Picture | null} */ (null);
  let near = /** @type {string | null} */ (null);
  const mark = () => {
    for (const one of box.querySelectorAll(".curve")) one.classList.toggle("near", one.getAttribute("data-value") === near);
    box.style.cursor = near === null ? "" : "pointer";
    point(near);
  };
  const at = (/** @type {MouseEvent} */ { clientX, clientY }) => {
    if (!data) return null;
    const { left, top, width } = box.getBoundingClientRect();
    const part = data.width / width;
    return nearest(data, (clientX - left) * part, (clientY - top) * part);
  };
  const over = (/** @type {string | null} */ value) => {
    if (value === near) return;
    near = value;
    mark();
  };
  box.onpointermove = (event) => over(at(event));
  box.onpointerleave = () => over(null);
  box.onclick = (event) => {
    const value = at(event);
    if (value !== null) take(value);
  };
  return {
    node,
    /** @param {Picture} now */
    patch(now) {
      const written = JSON.stringify(now);
      if (written === text) return;
      [text, data] = [written, now];
      title.textContent = now.title;
      box.replaceChildren(drawCurves(now));
      mark();
    },
  };
}
