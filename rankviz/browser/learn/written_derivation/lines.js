// The lines of a derivation as written by hand: number, words, formula, result.

import { el } from "../../kit/elements.js";
import { math } from "../../kit/math.js";

/** @typedef {{ parts: string[], operator: string, result: string }} Formula */
/** @typedef {Formula & { number: number, words: string, state: string, correction?: (Formula & { label: string }) | null }} Line */

const [MISSING, LEFT_OUT] = ["?", "…"];

/**
 * A sum breaks between its summands, never within one.
 *
 * @param {Formula} formula
 */
export function formula({ parts, operator }) {
  const isLargest = operator === ",";
  const last = parts.length - 1;
  const pairs = parts.map((part, i) =>
    el("span", "pair", i ? el("span", "op", isLargest ? "," : operator) : isLargest && "max(", math(part), isLargest && i === last && ")"),
  );
  return el("span", "formula", ...pairs);
}

/** @param {string} result */
function resultOf(result) {
  if (!result) return el("span", "result");
  const kind = { [MISSING]: "hole", [LEFT_OUT]: "left-out" }[result] ?? "";
  return el("span", "result", el("span", "eq", "= "), el("b", kind, result));
}

/**
 * The cells of a line.
 *
 * @param {Line} line
 */
export const cells = (line) => [
  el("span", "number", line.number),
  el("span", "words", line.words),
  formula(line),
  resultOf(line.result),
];

/**
 * What should stand in the place of a line.
 *
 * @param {Formula & { label: string }} correction
 */
export const correctionRow = (correction) =>
  el("div", "correction row", el("span", "words", correction.label), formula(correction), resultOf(correction.result));

/**
 * The list of the lines.
 *
 * @param {{ label: string }} data
 * @param {HTMLElement[]} rows
 */
export const lineList = ({ label }, rows) => el("ol", "lines", { "aria-label": label }, ...rows);
