// A likeness of two lists step by step: its formulas, and under each term the document or the depth that it belongs to.

import { el } from "../../kit/elements.js";
import { math } from "../../kit/math.js";
import { withTerms } from "../../kit/terms.js";
import { unfolded } from "../../explore/derivation/lines.js";

const small = (text) => math(text, false);

function termNode({ math: text, muted, of }, op) {
  const box = el("span", muted ? "term muted" : "term", math(text));
  return el("span", "pair", op && el("span", "op", op), el("span", "of", box, of && el("small", "", { title: of }, of)));
}

/** The terms of a line; of very many the first and the last ones, until all are asked for. */
function termsOf(s, line, more) {
  const seen = s.unfolded ? line.terms.map((_, i) => i) : unfolded(line.terms.map(() => null), []);
  return seen.flatMap((i, at) => {
    const left = at ? i - seen[at - 1] - 1 : 0;
    const gap = left ? [el("span", "op", "+"), more(left)] : [];
    return [...gap, termNode(line.terms[i], i ? line.terms[i].op : "")];
  });
}

function lineNode(s, line, more) {
  const name = el("b", "name", { "data-term": line.term }, line.name);
  const symbols = line.symbols ? [el("span", "symbols", small(line.symbols)), el("span", "op", "=")] : [];
  const result = el("span", "result", el("span", "op", "="), el("b", "", { title: line.title }, line.result));
  return el("div", "proof-line", name, el("span", "op", "="), ...symbols, el("span", "terms", ...termsOf(s, line, more)), result);
}

/**
 * The button that closes what was opened below the cards.
 *
 * @param {any} s of the cards
 * @param {() => void} close
 */
export function closer(s, close) {
  const { close: name } = s.data.texts;
  const button = el("button", "close", { "aria-label": name, title: name }, "×");
  button.onclick = close;
  return button;
}

/**
 * @param {any} s of the cards
 * @param {any} data
 * @param {HTMLElement} end closes it
 * @param {() => void} again draws all anew
 */
export function proofOf(s, data, end, again) {
  const { texts } = s.data;
  const more = (left) => {
    const button = el("button", "link", { "data-key": "terms" }, texts.more_terms.replace("{n}", left));
    button.onclick = () => {
      s.unfolded = true;
      again();
    };
    return button;
  };
  const head = el("h3", "", data.name, " = ", el("span", "", data.value), end);
  const said = el("p", "sub", data.said);
  const what = el("p", "what", ...data.what.flatMap((each, i) => [i ? data.separator : "", ...withTerms(each)]));
  const why = data.reason && el("p", "why", data.reason);
  const lines = data.lines.map((line) => lineNode(s, line, more));
  const label = texts.steps.replace("{name}", () => data.name);
  return el("section", "proof", { "aria-label": label, tabindex: -1 }, head, what, said, why, el("div", "proof-lines", ...lines));
}
