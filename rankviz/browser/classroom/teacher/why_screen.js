// Why: the right derivation above the wrong one, the terms that differ outlined in both.
import { prefersReducedMotion, el } from "../../kit/elements.js";
import { termNodes } from "../../kit/derivation_terms.js";
import { derivationLines } from "./derivation.js";

/** @typedef {import("../../kit/derivation_terms.js").ShownLine} ShownLine */
/** @typedef {{ label: string, lines: ShownLine[] }} Side */
/** @typedef {{ answer: string, is_right: boolean, text: string, count_text: string, sides: Side[] }} Explanation of an answer */
/** @typedef {import("../../learn/written_derivation/lines.js").Line} Line */
/** @typedef {{ lines: Line[], right: Explanation, wrong: Explanation | null, sentences: string[], difference: string }} Why */

/**
 * @param {ShownLine} line
 * @param {string} difference read aloud at a term that differs
 */
function row(line, difference) {
  const { name, result, title } = line;
  const terms = termNodes(line, difference);
  const equals = () => el("span", "op", "=");
  const end = el("span", "end", equals(), el("b", "result", { title }, result));
  return el("div", "formula-row", el("b", "name", name), ...(terms.length ? [equals(), ...terms] : []), end);
}

/**
 * @param {Explanation} explanation
 * @param {string} difference
 */
function block({ answer, is_right: isRight, text, count_text: countText, sides }, difference) {
  const cause = text && el("span", isRight ? "cause right" : "cause", isRight && el("span", "check", "✓ "), text);
  const longClass = [...answer].length > 12 && "long";
  const head = el("h2", ["answer-head", longClass].filter(Boolean).join(" "), el("b", "number", answer), cause, el("span", "of", countText));
  const derivations = sides.map(({ label, lines }) => el("div", "one", label && el("p", "label", label), el("div", "formula-rows", ...lines.map((line) => row(line, difference)))));
  return el("section", "answer-block", head, ...derivations);
}

/**
 * Draw the derivations; one that is too long for the screen becomes smaller, down to what can still be read.
 *
 * @param {HTMLElement} box
 * @param {Why} data
 * @param {Why | null} [before]
 */
export function drawWhy(box, { lines: askedLines, right, wrong, sentences, difference }, before = null) {
  const paragraphs = sentences.map((each) => el("p", "follows", each));
  const below = el("div", "below", ...(wrong ? [block(wrong, difference)] : []), ...paragraphs);
  box.classList.toggle("with-lines", askedLines.length > 0);
  box.replaceChildren(...(askedLines.length ? [derivationLines(askedLines)] : []), block(right, difference), below);
  const lineCount = [right, wrong].flatMap((each) => each?.sides ?? []).reduce((sum, { lines }) => sum + lines.length, 0);
  box.dataset.lines = lineCount > 8 ? "most" : lineCount > 5 ? "many" : "few";
  if (before?.wrong && !prefersReducedMotion()) below.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 250 });
}
