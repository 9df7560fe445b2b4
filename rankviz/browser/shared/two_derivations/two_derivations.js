// Two derivations above each other; the terms that differ are outlined in both.
import { termNodes } from "../../kit/derivation_terms.js";
import { el } from "../../kit/elements.js";

/** @typedef {import("../../kit/derivation_terms.js").ShownLine} ShownLine */
/** @typedef {{ label: string, lines: ShownLine[] }} DerivationSide */
/** @typedef {{ sides: DerivationSide[], first_difference: string, difference_text: string }} TwoDerivationsPayload */

/**
 * @param {ShownLine} line
 * @param {string} differenceText the text of a term that differs, for screen readers
 */
function row(line, differenceText) {
  const { name, result, title } = line;
  const terms = termNodes(line, differenceText);
  const equals = () => el("span", "op", "=");
  return el("div", "row", el("b", "name", name), ...(terms.length ? [equals(), el("span", "terms", ...terms)] : []), el("span", "end", equals(), el("b", "result", { title }, result)));
}

/**
 * @param {TwoDerivationsPayload} payload
 * @returns {HTMLElement}
 */
export function twoDerivations({ sides, first_difference: firstDifference, difference_text: differenceText }) {
  const blocks = sides.map(({ label, lines }) => el("section", "side", { "aria-label": label }, el("h3", "whose", label), el("div", "rows", ...lines.map((line) => row(line, differenceText)))));
  return el("div", "two", ...blocks, firstDifference && el("p", "first", firstDifference));
}
