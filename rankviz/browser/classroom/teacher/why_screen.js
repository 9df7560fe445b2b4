// Why: the right derivation above the wrong one, the terms that differ outlined in both.
import { prefersReducedMotion, el } from "../../kit/elements.js";
import { math } from "../../kit/math.js";
import { derivation } from "./derivation.js";

/** @typedef {import("../../shared/two_derivations/two_derivations.js").ShownTerm} ShownTerm */
/** @typedef {import("../../shared/two_derivations/two_derivations.js").ShownLine} ShownLine */
/** @typedef {{ label: string, lines: ShownLine[] }} Side */
/** @typedef {{ answer: string, right: boolean, words: string, count: string, sides: Side[] }} Told */
/** @typedef {import("../../learn/written_derivation/lines.js").Line} Line */
/** @typedef {{ lines: Line[], right: Told, wrong: Told | null, said: string[], differs: string }} Why */

/**
 * @param {ShownTerm} term
 * @param {string} differs said of one that does
 */
function term({ math: text, op, muted, differs: isOther, skipped }, differs) {
  const box = el("span", ["term", muted && "muted", isOther && "other"].filter(Boolean).join(" "), math(text));
  if (isOther) box.append(el("span", "away", ` (${differs})`));
  const left = skipped ? [el("span", "op", "…"), el("span", "op", op)] : [];
  return el("span", "pair", op && el("span", "op", op), ...left, box);
}

/**
 * @param {ShownLine} line
 * @param {string} differs
 */
function row({ name, terms, largest, result, title }, differs) {
  const summed = terms.map((each) => term(each, differs));
  const all = largest && summed.length ? [el("span", "op", "max("), ...summed, el("span", "op", ")")] : summed;
  const equals = () => el("span", "op", "=");
  const end = el("span", "end", equals(), el("b", "result", { title }, result));
  return el("div", "formula-row", el("b", "name", name), ...(all.length ? [equals(), ...all] : []), end);
}

/**
 * @param {Told} told
 * @param {string} differs
 */
function block({ answer, right, words, count, sides }, differs) {
  const said = words && el("span", right ? "words right" : "words", right && el("span", "check", "✓ "), words);
  const long = [...answer].length > 12 && "long";
  const head = el("h2", ["told", long].filter(Boolean).join(" "), el("b", "number", answer), said, el("span", "of", count));
  const shown = sides.map(({ label, lines }) => el("div", "one", label && el("p", "label", label), el("div", "formula-rows", ...lines.map((line) => row(line, differs)))));
  return el("section", "answer-block", head, ...shown);
}

/**
 * Draw it; a derivation that is too long for the screen becomes smaller, down to what can still be read.
 *
 * @param {HTMLElement} box
 * @param {Why} data
 * @param {Why | null} [before]
 */
export function draw(box, { lines: asked, right, wrong, said, differs }, before = null) {
  const sentences = said.map((each) => el("p", "follows", each));
  const below = el("div", "below", ...(wrong ? [block(wrong, differs)] : []), ...sentences);
  box.classList.toggle("with-lines", asked.length > 0);
  box.replaceChildren(...(asked.length ? [derivation(asked)] : []), block(right, differs), below);
  const lines = [right, wrong].flatMap((each) => each?.sides ?? []).reduce((sum, { lines: found }) => sum + found.length, 0);
  box.dataset.lines = lines > 8 ? "most" : lines > 5 ? "many" : "few";
  if (before?.wrong && !prefersReducedMotion()) below.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 250 });
}
