// The lines of a derivation on the wall, with their numbers: asked about, with the wrong one marked, or with what should stand there.
import { el } from "../../kit/elements.js";
import { cells, correctionRow } from "../../learn/written_derivation/lines.js";

/** @typedef {import("../../learn/written_derivation/lines.js").Line} Line */

/** @param {Line} line */
function row(line) {
  const item = el("li", "", el("div", "line", { "data-state": line.state }, ...cells(line)));
  if (!line.correction) return item;
  const correction = correctionRow(line.correction);
  correction.className = "correction"; // rows are what is chosen on this page
  item.append(correction);
  return item;
}

/** @param {Line[]} lines */
export const derivationLines = (lines) => el("ol", "derivation", ...lines.map(row));
