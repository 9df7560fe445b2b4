// Renders the two lists, and highlights a document.

import { arrange, el, fillTemplate, write } from "../../kit/elements.js";
import { elementAround } from "../../kit/find_elements.js";
import { narrow } from "../../kit/media.js";
import { setTabStop } from "../../kit/roving_focus.js";
import { entryDom, paintGrade, paintPill } from "../../explore/ranking_list/common.js";
import { ROW } from "../../explore/ranking_list/markup.js";
import { tieOf } from "../../explore/ranking_list/model.js";
import { rowHeights } from "../../tab/large_type.js";
import { HEAD, layOut, notRetrieved, rowCount, SIDES } from "./model.js";

const PLACES = /** @type {const} */ (["a", "b", "shelf"]);
const LOW = 12; // lists with more rows have lower rows
const HEIGHTS = [44, 38, 32]; // px
const LEAST_HEIGHT = 32;
const CHIP = `<div class="chip" role="gridcell" tabindex="-1"><bdi class="name" dir="auto"></bdi>
  <button class="grade" tabindex="-1"></button></div>`;

/** @import { TwoLists } from "./two_lists.js" */
/** @import { Line, Pool, Side } from "./model.js" */
/** @typedef {{ side: Side | "shelf", key: string, id?: string }} Place of a line of a list, or of a chip */
/** @import { EntryDom } from "../../explore/ranking_list/common.js" */
/** @typedef {EntryDom | Omit<EntryDom, "grade"> & { grade: null }} Dom of a line or a chip; folded rows have only the button that is their name */

/** Where an element is a line or a chip. @param {HTMLElement} node @returns {Place} */
export const placeOf = (node) => ({ side: /** @type {Place["side"]} */ (node.dataset.side), key: node.dataset.key ?? "", id: node.dataset.id });

/** The same of what an element is in; null for none. @param {EventTarget | null} target */
export function placeAt(target) {
  const node = elementAround(target, "[data-key]");
  return node && placeOf(node);
}

/** The pool that is shown: the preview while something is dragged. */
export const shownPool = (/** @type {TwoLists} */ s) => s.preview ?? s.pool;

/** @param {TwoLists} s @param {Place["side"]} side @param {string} key @param {string} id */
function entryOf(s, side, key, id, html = ROW) {
  const known = s.dom[side].get(key);
  const d = known?.grade ? known : entryDom(key, html);
  Object.assign(d.node.dataset, { side, id });
  s.dom[side].set(key, d);
  return { d, values: paintGrade(s, d, id, shownPool(s).grades.get(id) ?? null) };
}

/** @param {TwoLists} s @param {Side} side @param {Line} line */
function patch(s, side, { key, ids, row, y, absent }) {
  const { d, values: graded } = entryOf(s, side, key, ids[0]);
  const pool = shownPool(s);
  const i = row ? pool.rows[side].indexOf(row) : -1;
  const values = { ...graded, rank: row?.rank ?? "", side: side.toUpperCase() };
  d.node.classList.toggle("absent", absent);
  d.node.classList.toggle("beyond", !absent && s.data.reads_cutoff && pool.cutoff !== null && i >= pool.cutoff);
  d.node.dataset.tie = row ? tieOf(pool.rows[side], i) : "";
  if (d.rank) write(d.rank, row?.rank);
  d.rank?.classList.toggle("long", (row?.rank ?? "").length > 3);
  if (d.note) write(d.note, row?.note);
  const label = fillTemplate(s.t[absent ? "row_absent" : values.grade === "?" ? "row_unjudged" : "row"], values);
  d.node.ariaLabel = row?.note ? fillTemplate(s.t.row_note, { row: label, note: row.note }) : label;
  if (s.held?.side !== side || s.held.key !== key) d.node.style.top = `${y}px`;
  return d.node;
}

/** @param {TwoLists} s @param {Side} side @param {string} key @returns {Dom} */
function newFold(s, side, key) {
  const name = el("button", "link", { tabindex: -1 });
  const node = el("div", "row fold", { role: "row" }, el("span", "", { role: "gridcell" }, name));
  node.dataset.key = key;
  node.dataset.side = side;
  node.tabIndex = -1;
  name.onclick = () => {
    s.isUnfolded = true;
    render(s);
  };
  return { node, name, rank: null, note: null, grade: null };
}

/** A line for folded rows, with a button that unfolds all. @param {TwoLists} s @param {Side} side @param {Line} line */
function patchFold(s, side, { key, ids, y }) {
  const d = s.dom[side].get(key) ?? newFold(s, side, key);
  s.dom[side].set(key, d);
  const { node, name } = d;
  const judged = ids.filter((id) => shownPool(s).grades.get(id) !== null).length;
  write(name, fillTemplate(s.t.folded, { n: ids.length, judged }));
  node.style.top = `${y}px`;
  return node;
}

/** @param {TwoLists} s @param {Side} side @param {Line[]} lines */
function paintSide(s, side, lines) {
  const keys = new Set(lines.map(({ key }) => key));
  for (const [key, { node }] of s.dom[side]) {
    if (keys.has(key)) continue;
    node.remove();
    s.dom[side].delete(key);
  }
  const nodes = lines.map((line) => (line.key.startsWith("\n") ? patchFold : patch)(s, side, line));
  write(s.parts[side].empty, shownPool(s).rows[side].length ? "" : fillTemplate(s.t.empty, { side: side.toUpperCase() }));
  const [rows, absent] = [false, true].map((isAbsent) => nodes.filter((_, i) => lines[i].absent === isAbsent));
  const { grid, rest, head } = s.parts[side];
  arrange(grid, rows);
  arrange(rest, absent);
  grid.hidden = !rows.length;
  rest.hidden = head.hidden = !absent.length;
  head.style.top = `${s.layout.retrieved * s.height}px`;
}

function paintShelf(/** @type {TwoLists} */ s) {
  const ids = notRetrieved(shownPool(s));
  for (const [key, { node }] of s.dom.shelf) {
    if (ids.includes(key)) continue;
    node.remove();
    s.dom.shelf.delete(key);
  }
  arrange(s.chips, ids.map((id) => entryOf(s, "shelf", id, id, CHIP).d.node));
  s.chipsGrid.hidden = !ids.length;
}

function paintCutoff(/** @type {TwoLists} */ s) {
  const pool = shownPool(s);
  const n = rowCount(pool);
  const k = pool.cutoff;
  const rank = Math.min(k ?? n, n, s.layout.retrieved);
  const hasLine = s.data.reads_cutoff && n > 0;
  s.cut = k === null || !hasLine ? null : rank * s.height;
  s.line.hidden = k === null || !hasLine;
  s.pill.hidden = !hasLine;
  s.line.style.top = s.pill.style.top = `${rank * s.height}px`;
  paintPill(s, k, n);
}

/** Emit where each document is, so that the part difference can draw its lines and arrows beside it. @param {TwoLists} s */
export function emitRowPositions(s) {
  if (!s.layout) return;
  const { layout, height, held } = s;
  const linesOf = (/** @type {Side} */ side) =>
    layout[side].map(({ key, ids, absent, y }) => ({ ids, absent, y: held?.side === side && held.key === key ? held.y : y }));
  const lines = { a: linesOf("a"), b: linesOf("b") };
  s.news.emit("rows", { ...lines, row: height, height: layout.height, retrieved: layout.retrieved, cut: s.cut, held: held?.key ?? null });
}

const heights = () => (rowHeights().length ? rowHeights() : HEIGHTS);
const leastHeight = () => /** @type {number} */ (heights().at(-1));

/** The largest height of rows with which both lists fit into the window, above the derivations. @param {TwoLists} s @param {Pool} pool */
function heightThatFits(s, pool) {
  const fits = (/** @type {number} */ height) => layOut(pool, height, s.isUnfolded).height + s.data.extra_rows * height <= s.room;
  return heights().find(fits) ?? leastHeight();
}

export function render(/** @type {TwoLists} */ s) {
  const pool = shownPool(s);
  const focused = s.root.activeElement && elementAround(s.root.activeElement, "[data-key]");
  const isLong = rowCount(pool) > LOW;
  if (!s.preview) s.height = narrow.matches ? heights()[0] : isLong ? leastHeight() : heightThatFits(s, pool);
  s.box.style.setProperty("--rv-row", `${s.height}px`);
  s.box.classList.toggle("low", s.height === LEAST_HEIGHT);
  s.layout = layOut(pool, s.height, s.isUnfolded);
  s.field.style.height = `${s.layout.height + s.data.extra_rows * s.height}px`;
  for (const side of SIDES) paintSide(s, side, s.layout[side]);
  paintShelf(s);
  paintCutoff(s);
  emitRowPositions(s);
  highlight(s);
  if (focused && !s.box.contains(s.root.activeElement)) followFocus(s, focused.dataset.id);
}

/** Move the focus with its document: to the selected place, or wherever the document is now. @param {TwoLists} s @param {string} [id] */
function followFocus(s, id = "") {
  const exists = (/** @type {Place} */ { side, key }) => s.dom[side].has(key);
  /** @type {(Place | null)[]} */
  const places = [s.selected, ...PLACES.map((side) => ({ side, key: id, id }))];
  s.selected = places.find((each) => each && exists(each)) ?? null;
  focusOn(s, s.selected);
}

/** Highlight the rows of the lit document, and update the one tab stop of each list. @param {TwoLists} s */
export function highlight(s) {
  const lit = s.hover ?? s.pinned;
  for (const side of PLACES) {
    for (const { node } of s.dom[side].values()) node.classList.toggle("on", lit !== null && node.dataset.id === lit);
  }
  const line = lit === null ? undefined : s.layout?.b.find(({ ids }) => ids.includes(lit));
  s.band.hidden = !line;
  if (line) s.band.style.top = `${line.y}px`;
  const { a, b } = s.parts;
  const parents = { a: [a.grid, a.rest], b: [b.grid, b.rest], shelf: [s.chips] };
  for (const side of PLACES) {
    for (const parent of parents[side]) {
      const nodes = /** @type {HTMLElement[]} */ ([...parent.children]);
      const chosen = nodes.find((node) => s.selected?.side === side && node.dataset.key === s.selected.key) ?? nodes[0];
      setTabStop(nodes, chosen);
    }
  }
}

/** @param {TwoLists} s @param {Place | null} place */
export function focusOn(s, place, scroll = true) {
  const node = place && s.dom[place.side]?.get(place.key)?.node;
  if (!node) return;
  node.focus({ preventScroll: true });
  if (scroll) node.scrollIntoView({ block: "nearest" });
}

export { HEAD };
