// The lines of the derivation: name, formula, terms and result. Many terms are folded.

import { arrange, prefersReducedMotion, el, fillTemplate, write } from "../../kit/elements.js";
import { math } from "../../kit/math.js";

const MANY = 12; // more terms than this are folded: the first ones, a button, the last ones
const HEAD = 7;
const TAIL = 3;

/** Whether a line has so many terms that they are folded. */
export const isLong = (row) => row.line.terms.length > MANY;

export function label(button, text) {
  if (button.title !== text) button.title = button.ariaLabel = text;
}

// A slot shows one formula and parses it only when it is another one.
function show(slot, text) {
  if (slot.shown === text) return;
  slot.shown = text;
  slot.replaceChildren(...(text ? [math(text)] : []));
}

function showResult(value, text, title) {
  if (value.textContent && value.textContent !== text && !prefersReducedMotion()) value.animate({ color: ["var(--rv-a)", "var(--rv-text)"] }, 150);
  write(value, text);
  value.title = title ?? "";
}

export function newRow(className) {
  const row = { name: el("b", "name"), symbols: el("span", "symbols"), terms: el("span", "terms"), pairs: [], gaps: [] };
  row.equals = el("span", "eq", "=");
  row.value = el("b");
  [row.runningTotal, row.longest] = [el("span", "running-total"), el("span", "ghost")];
  row.result = el("span", "result", el("span", "eq", "="), row.value, row.runningTotal, row.longest);
  row.node = el("div", className, row.name, row.equals, row.symbols, el("span", "eq", "="), row.terms, row.result);
  return row;
}

function drawRow(row, line) {
  row.line = line;
  write(row.name, line.name);
  if (line.term) row.name.dataset.term = line.term; // its button stands under the formulas
  show(row.symbols, line.symbols);
  row.node.classList.toggle("bare", !line.symbols);
  row.node.classList.toggle("empty", !line.terms.length);
  row.node.classList.toggle("asked", Boolean(line.asked));
  showResult(row.value, line.result, line.result_title);
  // Unseen, the longest keeps the room that all need.
  write(row.longest, longest(line.terms.map((term) => runningText(line, term))));
}

const longest = (texts) => texts.reduce((a, b) => (b.length > a.length ? b : a), "");
const runningText = (line, term) => (line.running_total && term?.running_total ? fillTemplate(line.running_total, { value: term.running_total }) : "");

/** What a line has come to with the term of a rank. */
export function drawSoFar(row, rank) {
  write(row.runningTotal, runningText(row.line, rank === null ? undefined : row.line.terms.find((term) => term.rank === rank)));
}

export function draw(s) {
  const { lines, final, mean } = s.data;
  while (s.rows.length < lines.length) s.rows.push(newRow("line"));
  s.rows.length = lines.length;
  lines.forEach((line, i) => drawRow(s.rows[i], line));
  arrange(s.lines, s.rows.map((row) => row.node));
  s.lines.hidden = !lines.length;
  drawEnd(s, s.final, final);
  drawEnd(s, s.mean, mean);
  s.ends.hidden = !final && !mean;
  s.formula.hidden = !lines.length && s.ends.hidden;
  s.formula.ariaLabel = [...lines, final, mean].filter(Boolean).map((line) => line.name).join(", ");
}

function drawEnd(s, row, line) {
  row.node.hidden = !line;
  if (!line) return;
  const terms = line.numbers ? [{ rank: null, math: line.numbers }] : [];
  drawRow(row, { ...line, terms, result_title: line.title });
  arrange(row.terms, terms.map((_, i) => pair(row, i)));
}

const sign = (text) => (text ? [el("span", "op", text)] : []);

// A term and the operator before it, which goes with it to the next line; kept as long as it says the same. The first and the last
// of those whose largest is taken stand in the brackets of its max.
function pair(row, i) {
  const term = row.line.terms[i];
  const { takes_largest: takesLargest, terms } = row.line;
  const before = i ? term.op : takesLargest ? "max(" : "";
  const after = takesLargest && i === terms.length - 1 ? ")" : "";
  const key = JSON.stringify([term, before, after]);
  if (row.pairs[i]?.key !== key) {
    const box = el("span", term.is_muted ? "term muted" : "term", math(term.math));
    if (term.rank !== null) box.dataset.rank = term.rank;
    row.pairs[i] = { key, node: el("span", "pair", ...sign(before), box, ...sign(after)) };
  }
  return row.pairs[i].node;
}

/**
 * Return the indexes of the terms that are shown when there are many. The selected one stays while another is pointed at: else the line
 * would move away from under the pointer.
 *
 * @template {number | string | null} T
 * @param {T[]} keys of the terms: their ranks, or whatever tells them apart
 * @param {T[]} visibleKeys of those that must be visible
 * @param {number} [head] how many are shown before the fold
 */
export function unfolded(keys, visibleKeys, head = HEAD) {
  const all = keys.map((_, i) => i);
  if (keys.length <= MANY) return all;
  const isUnfolded = (/** @type {number} */ i) => i < head || i >= keys.length - TAIL || (keys[i] !== null && visibleKeys.includes(keys[i]));
  // A gap of one term would be as wide as the term.
  return all.filter((i) => isUnfolded(i) || (isUnfolded(i - 1) && isUnfolded(i + 1)));
}

// `again` draws all lines when a fold is opened or closed; gives whether other terms stand there than before.
export function drawTerms(s, row, again) {
  const { terms } = row.line;
  const ranks = terms.map((term) => term.rank);
  const indexes = s.open ? ranks.map((_, i) => i) : unfolded(ranks, [s.hover, s.pinned]);
  const nodes = [];
  let gaps = 0;
  const folds = indexes.filter((i, at) => at && i - indexes[at - 1] > 1).length;
  const button = (text, short) => {
    const more = (row.gaps[gaps] ??= el("button", "more link"));
    gaps += 1;
    more.onclick = () => {
      s.open = !s.open;
      again();
      row.gaps[0].focus();
    };
    write(more, short);
    label(more, text);
    return more;
  };
  indexes.forEach((i, at) => {
    const hidden = at ? i - indexes[at - 1] - 1 : 0;
    const text = fillTemplate(s.t.more_terms, { n: hidden });
    // Two gaps are two dots each: so the line does not grow by much when a folded term is pointed at.
    if (hidden) nodes.push(el("span", "op", terms[i].op), button(text, folds > 1 ? "…" : text));
    nodes.push(pair(row, i));
  });
  if (s.open && terms.length > MANY) nodes.push(button(s.t.fewer_terms, s.t.fewer_terms));
  const key = [s.open, folds, ...indexes].join();
  const same = key === row.key && nodes.every((node) => node.className === "op" || node.parentNode === row.terms);
  row.key = key;
  if (!same) row.terms.replaceChildren(...nodes);
  return !same;
}

// Terms of one rank are as wide in each line as the widest of them in bold: they stand above each other, and nothing moves when
// one is pointed at.
export function align(s) {
  const terms = [...s.lines.querySelectorAll(".term")];
  const root = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const widest = new Map();
  s.lines.classList.add("measured");
  const widths = terms.map((term) => term.getBoundingClientRect().width);
  s.lines.classList.remove("measured");
  const key = (term, i) => term.dataset.rank ?? `-${i}`;
  terms.forEach((term, i) => widest.set(key(term, i), Math.max(widths[i], widest.get(key(term, i)) ?? 0)));
  terms.forEach((term, i) => (term.style.minWidth = `${Math.ceil(widest.get(key(term, i))) / root}rem`));
}
