// A list as a row of small grades, with a gap at the cutoff.

import { el } from "../../kit/elements.js";
import { shade } from "../../kit/numbers.js";

/** @typedef {{ text: string, grade: number | null }} Tile */
/** @typedef {{ retrieved: Tile[], missed: Tile[], cutoff: number | null, missed_label: string, text: string }} TileRow of `grade_tiles.py` */

const tile = (/** @type {Tile} */ { text, grade }, name = "tile") => el("span", name, { "data-grade": shade(grade) }, text);

/**
 * The tiles of a list, and its text for screen readers.
 *
 * @param {TileRow} list
 */
export function tiles({ retrieved, missed, cutoff, missed_label: label, text }) {
  const row = retrieved.flatMap((each, i) => (i === cutoff ? [el("i", "cut"), tile(each, "tile out")] : [tile(each, cutoff !== null && i > cutoff ? "tile out" : "tile")]));
  const missedTiles = missed.length ? [el("small", "", label), ...missed.map((each) => tile(each, "tile missed"))] : [];
  return el("span", "tiles", el("span", "away", text), el("span", "tiles-row", { "aria-hidden": "true" }, ...row, ...missedTiles));
}
