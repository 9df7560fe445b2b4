// The words in and around a figure that have an entry, over it as plain elements: they can be pressed, and an edit writes only those
// that change. A saved picture has all of them from Plotly.

import { arrange, el } from "../../kit/elements.js";
import { withTerms, rovingTabindex, termButton } from "../../kit/terms.js";
import { plain } from "./cells.js";
/** @import { Figure, Layout, Trace } from "./figure.d.ts" */

/**
 * @typedef {import("../../kit/terms.js").Piece} Piece
 * @typedef {{ text: string, term: string, x: number, y: number, side: string, size: number, color: string, bold: boolean }} Name
 *   of a line, at a place in the units of the axes
 * @typedef {Record<"title" | "x" | "y", Piece[]>} Heads
 */

/**
 * What the page draws of a figure, and what it writes over that.
 *
 * @param {Figure} figure
 * @returns {{ figure: Figure, heads: Heads | null, names: Name[] }}
 */
export function lifted({ data, layout }) {
  const names = data.flatMap((trace) => (trace.ids && !trace.meta?.cells ? namesOf(trace) : []));
  const drawn = data.map((trace) => {
    if (trace.meta?.legend) return { ...trace, text: [""] }; // the trace keeps its axis, and the lines under the rows
    if (!trace.ids || trace.meta?.cells) return trace;
    const { ids, ...left } = trace;
    return { ...left, text: trace.text.map((/** @type {string} */ text, /** @type {number} */ i) => (ids[i] ? "" : text)) };
  });
  const heads = layout.meta?.words ?? null;
  const bare = heads ? { ...layout, title: undefined, xaxis: { ...layout.xaxis, title: undefined } } : layout;
  return { figure: { data: drawn, layout: bare }, heads, names };
}

/**
 * @param {Trace} trace
 * @returns {Name[]}
 */
function namesOf({ ids, text, x, y, textposition, textfont: { size, color, weight } }) {
  const one = (/** @type {string} */ key, /** @type {number} */ i) =>
    ({ text: plain(text[i]), term: key, x: x[i], y: y[i], side: textposition[i], size: size[i], color: color[i], bold: weight[i] > 400 });
  return ids.map(one).filter((/** @type {Name} */ name) => name.term);
}

const HEADS = /** @type {const} */ (["title", "y", "x"]);

export function newWords() {
  const heads = HEADS.map((name) => el("div", `rv-word-${name}`));
  const legend = el("div", "rv-word-legend");
  const names = el("div", "rv-names");
  const node = el("div", "rv-words", ...heads, legend, names);
  return { node, heads, legend, names, shown: "", settle: () => {} };
}

/**
 * Words and cells of a figure share one stop of the Tab key.
 *
 * @param {ReturnType<typeof newWords>} words
 * @param {HTMLElement} node of the figure
 */
export const group = (words, node) => (words.settle = rovingTabindex(node));

/**
 * @param {ReturnType<typeof newWords>} words
 * @param {{ heads: Heads | null, names: Name[], legend: [string, Piece][], at: import("./geometry.js").Scales, layout: Layout }} found
 */
export function writeWords(words, { heads, names, legend, at, layout }) {
  const { margin } = layout;
  const shown = JSON.stringify([heads, names, legend, margin, layout.width, layout.height, layout.xaxis.range, layout.yaxis.range]);
  if (shown === words.shown) return;
  words.shown = shown;
  words.node.style.fontSize = `${layout.font.size}px`;
  if (heads) HEADS.forEach((name, i) => say(words.heads[i], heads[name]));
  Object.assign(words.heads[2].style, { left: `${margin.l}px`, right: `${margin.r}px`, top: `${layout.height - 19}px` });
  say(words.legend, legend.flatMap(([sign, name]) => [{ sign }, name]));
  Object.assign(words.legend.style, { left: `${margin.l}px`, height: `${layout.meta?.head ?? 0}px` });
  arrange(words.names, names.map((name, i) => place(/** @type {HTMLElement | undefined} */ (words.names.children[i]), name, at)));
  words.settle();
}

/**
 * @param {HTMLElement & { said?: string }} node
 * @param {(Piece | { sign: string })[]} pieces
 */
function say(node, pieces) {
  const said = JSON.stringify(pieces);
  if (node.said === said) return;
  node.said = said;
  node.replaceChildren(...pieces.flatMap((piece) =>
    typeof piece !== "string" && "sign" in piece ? [el("i", piece.sign === "┅" ? "rv-ink" : "", piece.sign)] : withTerms([/** @type {Piece} */ (piece)])));
}

/**
 * @param {(HTMLElement & { said?: string }) | undefined} old
 * @param {Name} name
 * @param {import("./geometry.js").Scales} at
 */
function place(old, { text, term: key, x, y, side, size, color, bold }, at) {
  const same = old?.getAttribute("data-term") === key;
  const node = same ? old : termButton(key);
  const word = text.trim(); // a space keeps it clear of a line: that is no part of the word
  if (node.textContent !== word) node.textContent = word;
  const [down, across] = side.split(" ");
  node.className = `rv-${down} rv-${across}${word === text ? "" : " rv-clear"}`;
  Object.assign(node.style, { left: `${at.x(x)}px`, top: `${at.y(y)}px`, fontSize: `${size}px`, color, fontWeight: bold ? "700" : "400" });
  return node;
}
