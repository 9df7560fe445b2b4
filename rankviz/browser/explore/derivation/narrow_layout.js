// On a phone the general formula and the legend of the bars stand with the step player, which stays in view with the bars.

import { el } from "../../kit/elements.js";
import { math } from "../../kit/math.js";
import { narrow } from "../../kit/media.js";
import { withTerms, rovingTabindex } from "../../kit/terms.js";

/** @import { Channel } from "../../kit/part_events.js" */
/** @import { Line } from "./payload.d.ts" */
/** @typedef {ReturnType<typeof newGeneral>} General */

/**
 * @param {Channel} news
 * @param {AbortSignal} signal
 */
export function newGeneral(news, signal) {
  const one = { node: el("div", "general"), shown: "", formula: "", names: /** @type {[string, import("../../kit/terms.js").Piece][]} */ ([]), settle: () => {} };
  one.settle = rovingTabindex(one.node);
  news.on("legend", ({ names }) => {
    one.names = names;
    paint(one);
  });
  narrow.addEventListener("change", () => paint(one), { signal });
  return one;
}

/**
 * The formula of what the bars add up to, if any does.
 *
 * @param {General} one
 * @param {Line[]} lines
 */
export function drawGeneral(one, lines) {
  const line = lines.find((each) => each.running_total);
  one.formula = line?.symbols ? JSON.stringify([line.name, line.symbols]) : "";
  paint(one);
}

function paint(/** @type {General} */ one) {
  const shown = narrow.matches ? one.formula + JSON.stringify(one.names) : "";
  if (shown === one.shown) return;
  one.shown = shown;
  one.node.replaceChildren(...(shown ? [...formula(one), ...legend(one)] : []));
  one.settle();
}

function formula(/** @type {General} */ { formula: text }) {
  if (!text) return [];
  const [name, symbols] = JSON.parse(text);
  return [el("span", "whole", el("b", "", name), el("span", "eq", " = "), el("span", "symbols", math(symbols)))];
}

const legend = (/** @type {General} */ { names }) =>
  names.length ? [el("span", "legend", ...names.map(([sign, name]) => el("span", "", el("i", sign === "┅" ? "ink" : "", sign), " ", ...withTerms([name]))))] : [];
