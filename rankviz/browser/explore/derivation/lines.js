// The lines of the derivation: name, formula, terms and result. Many terms are folded.

import { arrange, prefersReducedMotion, el, fillTemplate, write } from "../../kit/elements.js";
import { elementsIn } from "../../kit/find_elements.js";
import { math } from "../../kit/math.js";

const MANY = 12; // more terms than this are folded: the first ones, a button, the last ones
const HEAD = 7;
const TAIL = 3;

/** @import { Derivation } from "./derivation.js" */
/** @import { FinalLine, Line, Term } from "./payload.d.ts" */
/** @typedef {Pick<Line, "name" | "symbols" | "terms" | "result" | "result_title"> & Partial<Line>} DrawnLine the last one has less to it */
/** @typedef {ReturnType<typeof rowNodes> & { line: DrawnLine }} Row and what it shows, from when it is drawn */

/** Whether a line has so many terms that they are folded. @param {Row} row */
export const isLong = (row) => row.line.terms.length > MANY;

/** @param {HTMLElement} button @param {string} text */
export function label(button, text) {
  if (button.title !== text) button.title = button.ariaLabel = text;
}

/** The slot of the symbols shows one formula and parses it only when it is another one. @param {Row} row @param {string} text */
function showSymbols(row, text) {
  if (row.shown === text) return;
  row.shown = text;
  row.symbols.replaceChildren(...(text ? [math(text)] : []));
}

/** @param {HTMLElement} value @param {string} text @param {string} title */
function showResult(value, text, title) {
  if (value.textContent && value.textContent !== text && !prefersReducedMotion()) value.animate({ color: ["var(--rv-a)", "var(--rv-text)"] }, 150);
  write(value, text);
  value.title = title ?? "";
}

/** @param {string} className */
export const newRow = (className) => /** @type {Row} */ (rowNodes(className));

/** @param {string} className */
function rowNodes(className) {
  const [name, symbols, terms, value] = [el("b", "name"), el("span", "symbols"), el("span", "terms"), el("b")];
  const [runningTotal, longest] = [el("span", "running-total"), el("span", "ghost")];
  const equals = () => el("span", "eq", "=");
  const result = el("span", "result", equals(), value, runningTotal, longest);
  const node = el("div", className, name, equals(), symbols, equals(), terms, result);
  const pairs = /** @type {{ key: string, node: HTMLElement }[]} */ ([]);
  const gaps = /** @type {HTMLButtonElement[]} */ ([]);
  return { name, symbols, terms, value, runningTotal, longest, node, pairs, gaps, shown: "", key: "" };
}

/** @param {Row} row @param {DrawnLine} line */
function drawRow(row, line) {
  row.line = line;
  write(row.name, line.name);
  if (line.term) row.name.dataset.term = line.term; // its button stands under the formulas
  showSymbols(row, line.symbols);
  row.node.classList.toggle("bare", !line.symbols);
  row.node.classList.toggle("empty", !line.terms.length);
  row.node.classList.toggle("asked", Boolean(line.asked));
  showResult(row.value, line.result, line.result_title);
  // Unseen, the longest keeps the room that all need.
  write(row.longest, longest(line.terms.map((term) => runningText(line, term))));
}

const longest = (/** @type {string[]} */ texts) => texts.reduce((a, b) => (b.length > a.length ? b : a), "");
/** @param {DrawnLine} line @param {Term | undefined} term */
const runningText = (line, term) => (line.running_total && term?.running_total ? fillTemplate(line.running_total, { value: term.running_total }) : "");

/** What a line has come to with the term of a rank. @param {Row} row @param {number | null} rank */
export function drawSoFar(row, rank) {
  write(row.runningTotal, runningText(row.line, rank === null ? undefined : row.line.terms.find((term) => term.rank === rank)));
}

export function draw(/** @type {Derivation} */ s) {
  const { lines, final, mean } = s.data;
  while (s.rows.length < lines.length) s.rows.push(newRow("line"));
  s.rows.length = lines.length;
  lines.forEach((line, i) => drawRow(s.rows[i], line));
  arrange(s.lines, s.rows.map((row) => row.node));
  s.lines.hidden = !lines.length;
  drawEnd(s.final, final);
  drawEnd(s.mean, mean);
  s.ends.hidden = !final && !mean;
  s.formula.hidden = !lines.length && s.ends.hidden;
  s.formula.ariaLabel = [...lines, final, mean].flatMap((line) => line?.name ?? []).join(", ");
}

/** @param {Row} row @param {FinalLine | null} line */
function drawEnd(row, line) {
  row.node.hidden = !line;
  if (!line) return;
  const terms = line.numbers ? [{ rank: null, math: line.numbers, is_muted: false, op: "", running_total: "" }] : [];
  drawRow(row, { ...line, terms, result_title: line.title });
  arrange(row.terms, terms.map((_, i) => pair(row, i)));
}

const sign = (/** @type {string} */ text) => (text ? [el("span", "op", text)] : []);

/**
 * A term and the operator before it, which goes with it to the next line; kept as long as it says the same. The first and the last
 * of those whose largest is taken stand in the brackets of its max.
 *
 * @param {Row} row
 * @param {number} i
 */
function pair(row, i) {
  const term = row.line.terms[i];
  const { takes_largest: takesLargest, terms } = row.line;
  const before = i ? term.op : takesLargest ? "max(" : "";
  const after = takesLargest && i === terms.length - 1 ? ")" : "";
  const key = JSON.stringify([term, before, after]);
  if (row.pairs[i]?.key !== key) {
    const box = el("span", term.is_muted ? "term muted" : "term", math(term.math));
    if (term.rank !== null) box.dataset.rank = String(term.rank);
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

/**
 * Draw the terms of a line.
 *
 * @param {Derivation} s
 * @param {Row} row
 * @param {() => void} again draws all lines when a fold is opened or closed
 * @returns {boolean} whether other terms stand there than before
 */
export function drawTerms(s, row, again) {
  const { terms } = row.line;
  const ranks = terms.map((term) => term.rank);
  const indexes = s.open ? ranks.map((_, i) => i) : unfolded(ranks, [s.hover, s.pinned]);
  const nodes = /** @type {HTMLElement[]} */ ([]);
  let gaps = 0;
  const folds = indexes.filter((i, at) => at && i - indexes[at - 1] > 1).length;
  const button = (/** @type {string} */ text, /** @type {string} */ short) => {
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

/**
 * Terms of one rank are as wide in each line as the widest of them in bold: they stand above each other, and nothing moves when
 * one is pointed at.
 *
 * @param {Derivation} s
 */
export function align(s) {
  const terms = elementsIn(s.lines, ".term");
  const root = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const widest = /** @type {Map<string, number>} */ (new Map());
  s.lines.classList.add("measured");
  const widths = terms.map((term) => term.getBoundingClientRect().width);
  s.lines.classList.remove("measured");
  const key = (/** @type {HTMLElement} */ term, /** @type {number} */ i) => term.dataset.rank ?? `-${i}`;
  terms.forEach((term, i) => widest.set(key(term, i), Math.max(widths[i], widest.get(key(term, i)) ?? 0)));
  terms.forEach((term, i) => (term.style.minWidth = `${Math.ceil(widest.get(key(term, i)) ?? 0) / root}rem`));
}
