// Two derivations above each other; the terms that differ are outlined in both. A part of a board, or a node on any page.
import { el } from "../../kit/elements.js";
import { math } from "../../kit/math.js";
import { redrawnPart } from "../../kit/part.js";

/** @typedef {{ math: string, op: string, muted: boolean, differs: boolean, skipped: number }} ShownTerm */
/** @typedef {{ name: string, terms: ShownTerm[], largest: boolean, result: string, title: string }} ShownLine */
/** @typedef {{ label: string, lines: ShownLine[] }} DerivationSide */
/** @typedef {{ sides: DerivationSide[], first: string, differs: string }} TwoDerivationsPayload */

/**
 * @param {ShownTerm} term
 * @param {string} differs the text of a term that differs, for screen readers
 */
function term({ math: text, op, muted, differs: isOther, skipped }, differs) {
  const box = el("span", ["term", muted && "muted", isOther && "other"].filter(Boolean).join(" "), math(text));
  if (isOther) box.append(el("span", "away", ` (${differs})`));
  const ellipsis = skipped ? [el("span", "op", "…"), el("span", "op", op)] : [];
  return el("span", "pair", op && el("span", "op", op), ...ellipsis, box);
}

/**
 * @param {ShownLine} line
 * @param {string} differs
 */
function row({ name, terms, largest, result, title }, differs) {
  const termNodes = terms.map((each) => term(each, differs));
  const content = largest && termNodes.length ? [el("span", "op", "max("), ...termNodes, el("span", "op", ")")] : termNodes;
  const equals = () => el("span", "op", "=");
  return el("div", "row", el("b", "name", name), ...(content.length ? [equals(), el("span", "terms", ...content)] : []), el("span", "end", equals(), el("b", "result", { title }, result)));
}

/**
 * @param {TwoDerivationsPayload} payload
 * @returns {HTMLElement}
 */
export function twoDerivations({ sides, first, differs }) {
  const blocks = sides.map(({ label, lines }) => el("section", "side", { "aria-label": label }, el("h3", "whose", label), el("div", "rows", ...lines.map((line) => row(line, differs)))));
  return el("div", "two", ...blocks, first && el("p", "first", first));
}

export default redrawnPart("two_derivations", (s) => s.box.replaceChildren(twoDerivations(s.data)));
