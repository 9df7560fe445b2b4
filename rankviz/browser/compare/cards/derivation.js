// The similarity of two lists step by step: formulas, and under each term the document or the depth that it belongs to.

import { el } from "../../kit/elements.js";
import { math } from "../../kit/math.js";
import { withTerms } from "../../kit/terms.js";
import { unfolded } from "../../explore/derivation/lines.js";

/** @import { Cards } from "./cards.js" */
/** @import { SimilarityDerivation, SimilarityLine } from "./payload.d.ts" */

const small = (/** @type {string} */ text) => math(text, false);

/** @param {SimilarityLine["terms"][number]} term @param {string} op */
function termNode({ math: text, is_muted: isMuted, owner }, op) {
  const box = el("span", isMuted ? "term muted" : "term", math(text));
  return el("span", "pair", op && el("span", "op", op), el("span", "of", box, owner && el("small", "", { title: owner }, owner)));
}

/**
 * The terms of a line; of many the first and the last ones, until the button for more is pressed.
 *
 * @param {Cards} s
 * @param {SimilarityLine} line
 * @param {(folded: number) => HTMLElement} moreButton
 */
function termsOf(s, line, moreButton) {
  const indexes = s.unfolded ? line.terms.map((_, i) => i) : unfolded(line.terms.map(() => null), []);
  return indexes.flatMap((i, position) => {
    const folded = position ? i - indexes[position - 1] - 1 : 0;
    const gap = folded ? [el("span", "op", "+"), moreButton(folded)] : [];
    return [...gap, termNode(line.terms[i], i ? line.terms[i].op : "")];
  });
}

/**
 * @param {Cards} s
 * @param {SimilarityLine} line
 * @param {(folded: number) => HTMLElement} moreButton
 */
function lineNode(s, line, moreButton) {
  const name = el("b", "name", { "data-term": line.term }, line.name);
  const symbols = line.symbols ? [el("span", "symbols", small(line.symbols)), el("span", "op", "=")] : [];
  const result = el("span", "result", el("span", "op", "="), el("b", "", { title: line.title }, line.result));
  return el("div", "proof-line", name, el("span", "op", "="), ...symbols, el("span", "terms", ...termsOf(s, line, moreButton)), result);
}

/**
 * The button that closes the table or derivation below the cards.
 *
 * @param {Cards} s
 * @param {() => void} close
 */
export function closer(s, close) {
  const label = s.data.texts.close;
  const button = el("button", "close", { "aria-label": label, title: label }, "×");
  button.onclick = close;
  return button;
}

/**
 * @param {Cards} s
 * @param {SimilarityDerivation} data
 * @param {HTMLElement} closeButton
 * @param {() => void} redraw draws all cards anew
 */
export function derivationOf(s, data, closeButton, redraw) {
  const { texts } = s.data;
  const moreButton = (/** @type {number} */ folded) => {
    const button = el("button", "link", { "data-key": "terms" }, texts.more_terms.replace("{n}", String(folded)));
    button.onclick = () => {
      s.unfolded = true;
      redraw();
    };
    return button;
  };
  const head = el("h3", "", data.name, " = ", el("span", "", data.value), closeButton);
  const text = el("p", "sub", data.text);
  const description = el("p", "what", ...data.description.flatMap((each, i) => [i ? data.separator : "", ...withTerms(each)]));
  const reason = data.reason && el("p", "why", data.reason);
  const lines = data.lines.map((line) => lineNode(s, line, moreButton));
  const label = texts.steps.replace("{name}", () => data.name);
  return el("section", "proof", { "aria-label": label, tabindex: -1 }, head, description, text, reason, el("div", "proof-lines", ...lines));
}
