// Two derivations above each other; the terms that differ are outlined in both. A part of a board, or a node on any page.
import { el } from "../../kit/elements.js";
import { math } from "../../kit/math.js";
import { redrawnPart } from "../../kit/part.js";

/** @typedef {{ math: string, op: string, is_muted: boolean, differs: boolean, skipped: number }} ShownTerm */
/** @typedef {{ name: string, terms: ShownTerm[], takes_largest: boolean, result: string, title: string }} ShownLine */
/** @typedef {{ label: string, lines: ShownLine[] }} DerivationSide */
/** @typedef {{ sides: DerivationSide[], first_difference: string, difference_text: string }} TwoDerivationsPayload */

/**
 * @param {ShownTerm} term
 * @param {string} differenceText the text of a term that differs, for screen readers
 */
function term({ math: text, op, is_muted: isMuted, differs: isOther, skipped }, differenceText) {
  const box = el("span", ["term", isMuted && "muted", isOther && "other"].filter(Boolean).join(" "), math(text));
  if (isOther) box.append(el("span", "away", ` (${differenceText})`));
  const ellipsis = skipped ? [el("span", "op", "…"), el("span", "op", op)] : [];
  return el("span", "pair", op && el("span", "op", op), ...ellipsis, box);
}

/**
 * @param {ShownLine} line
 * @param {string} differenceText
 */
function row({ name, terms, takes_largest: takesLargest, result, title }, differenceText) {
  const termNodes = terms.map((each) => term(each, differenceText));
  const content = takesLargest && termNodes.length ? [el("span", "op", "max("), ...termNodes, el("span", "op", ")")] : termNodes;
  const equals = () => el("span", "op", "=");
  return el("div", "row", el("b", "name", name), ...(content.length ? [equals(), el("span", "terms", ...content)] : []), el("span", "end", equals(), el("b", "result", { title }, result)));
}

/**
 * @param {TwoDerivationsPayload} payload
 * @returns {HTMLElement}
 */
export function twoDerivations({ sides, first_difference: firstDifference, difference_text: differenceText }) {
  const blocks = sides.map(({ label, lines }) => el("section", "side", { "aria-label": label }, el("h3", "whose", label), el("div", "rows", ...lines.map((line) => row(line, differenceText)))));
  return el("div", "two", ...blocks, firstDifference && el("p", "first", firstDifference));
}

export default redrawnPart("two_derivations", (s) => s.box.replaceChildren(twoDerivations(s.data)));
