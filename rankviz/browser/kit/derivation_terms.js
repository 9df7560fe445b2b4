// The terms of a line of a derivation that stands beside another one: a term that differs is outlined, and named to a screen reader.

import { el } from "./elements.js";
import { math } from "./math.js";

/** @typedef {{ math: string, op: string, is_muted: boolean, differs: boolean, skipped: number }} ShownTerm `skipped` terms before it */
/** @typedef {{ name: string, terms: ShownTerm[], takes_largest: boolean, result: string, title: string }} ShownLine */

const sign = (/** @type {string} */ text) => text !== "" && el("span", "op", text);

/**
 * @param {ShownTerm} term
 * @param {string} differenceText
 */
function termNode({ math: text, op, is_muted: isMuted, differs, skipped }, differenceText) {
  const classNames = ["term", isMuted && "muted", differs && "other"].filter(Boolean).join(" ");
  const box = el("span", classNames, math(text), differs && el("span", "away", ` (${differenceText})`));
  return el("span", "pair", sign(op), ...(skipped ? [sign("…"), sign(op)] : []), box);
}

/**
 * The terms with their operators; those of which the largest is taken stand in brackets.
 *
 * @param {Pick<ShownLine, "terms" | "takes_largest">} line
 * @param {string} differenceText
 */
export function termNodes({ terms, takes_largest: takesLargest }, differenceText) {
  const nodes = terms.map((term) => termNode(term, differenceText));
  return takesLargest && nodes.length > 0 ? [el("span", "op", "max("), ...nodes, el("span", "op", ")")] : nodes;
}
