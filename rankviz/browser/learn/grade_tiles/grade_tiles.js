// A list as a row of small grades, cut where the cutoff stands.

import { el } from "../../kit/elements.js";
import { shade } from "../../kit/numbers.js";

/** @typedef {{ text: string, grade: number | null }} Tile */

const tile = (/** @type {Tile} */ { text, grade }, name = "tile") => el("span", name, { "data-grade": shade(grade) }, text);

/**
 * The elements of a list; what is spoken of it stands beside them.
 *
 * @param {{ shown: Tile[], missed: Tile[], cut: number | null, missed_label: string, words: string }} list
 */
export function tiles({ shown, missed, cut, missed_label: label, words }) {
  const row = shown.flatMap((each, i) => (i === cut ? [el("i", "cut"), tile(each, "tile out")] : [tile(each, cut !== null && i > cut ? "tile out" : "tile")]));
  const left = missed.length ? [el("small", "", label), ...missed.map((each) => tile(each, "tile missed"))] : [];
  return el("span", "tiles", el("span", "away", words), el("span", "tiles-row", { "aria-hidden": "true" }, ...row, ...left));
}
