// What is seen of the two lists, and which of their documents is lit.

import { arrange, el, fillTemplate, write } from "../../kit/elements.js";
import { writeName } from "../../kit/names.js";
import { printed, shade, short } from "../../kit/numbers.js";
import { built, ROW } from "../../explore/ranking_list/markup.js";
import { tieOf } from "../../explore/ranking_list/model.js";
import { HEAD, layOut, notRetrieved, SIDES } from "./model.js";

const LOW = 12; // rows from which on they are less high
const HEIGHTS = [44, 38, 32]; // px
const LEAST = 32;
const narrow = matchMedia("(max-width: 640px)");
const CHIP = `<div class="chip" role="gridcell" tabindex="-1"><bdi class="name" dir="auto"></bdi>
  <button class="grade" tabindex="-1"></button></div>`;

export function announce(s, sentence, values, loud = false) {
  write(s.say, fillTemplate(s.t[sentence], values));
  if (!loud) return;
  write(s.toast, s.say.textContent);
  s.toast.showPopover();
  clearTimeout(s.toastTimer);
  s.toastTimer = setTimeout(() => s.toast.hidePopover(), 5000);
}

/** What the page shows while something is dragged, else what stands. */
export const seen = (s) => s.preview ?? s.pool;

function dom(s, side, key, html = ROW) {
  const kept = s.dom[side];
  if (!kept.has(key)) {
    const node = built(html);
    const part = (name) => node.querySelector(`.${name}`);
    node.dataset.key = key;
    node.dataset.side = side;
    kept.set(key, { node, rank: part("rank"), name: part("name"), note: part("note"), grade: part("grade") });
  }
  return kept.get(key);
}

function patchGrade(s, d, id) {
  const grade = seen(s).grades.get(id) ?? null;
  const values = { name: id, grade: grade === null ? "?" : printed(grade) };
  writeName(d.name, id);
  d.name.title = id;
  write(d.grade, short(grade));
  d.grade.dataset.grade = shade(grade);
  d.grade.classList.toggle("small", short(grade).length > 3);
  d.grade.ariaLabel = fillTemplate(s.t[`grade_of${grade === null ? "_unjudged" : ""}`], values);
  d.grade.disabled = s.locked;
  return values;
}

function patch(s, side, { key, ids, row, y, absent }) {
  const d = dom(s, side, key);
  const pool = seen(s);
  const [id] = ids;
  const i = row ? pool.rows[side].indexOf(row) : -1;
  const values = { ...patchGrade(s, d, id), rank: row?.rank ?? "", side: side.toUpperCase() };
  d.node.dataset.id = id;
  d.node.classList.toggle("absent", absent);
  d.node.classList.toggle("beyond", !absent && s.data.cuts && pool.cutoff !== null && i >= pool.cutoff);
  d.node.dataset.tie = row ? tieOf(pool.rows[side], i) : "";
  write(d.rank, row?.rank);
  d.rank.classList.toggle("long", (row?.rank ?? "").length > 3);
  write(d.note, row?.note);
  const label = fillTemplate(s.t[absent ? "row_absent" : values.grade === "?" ? "row_unjudged" : "row"], values);
  d.node.ariaLabel = row?.note ? fillTemplate(s.t.row_note, { row: label, note: row.note }) : label;
  if (s.held?.side !== side || s.held.key !== key) d.node.style.top = `${y}px`;
  return d.node;
}

// A line for what is folded: pressed, it opens.
function patchFold(s, side, { key, ids, y }) {
  const kept = s.dom[side];
  if (!kept.has(key)) {
    const node = el("div", "row fold", { role: "row" }, el("span", "", { role: "gridcell" }, el("button", "link", { tabindex: -1 })));
    node.dataset.key = key;
    node.dataset.side = side;
    node.tabIndex = -1;
    kept.set(key, { node, name: node.querySelector("button") });
    kept.get(key).name.onclick = () => {
      s.open = true;
      render(s);
    };
  }
  const { node, name } = kept.get(key);
  const judged = ids.filter((id) => seen(s).grades.get(id) !== null).length;
  write(name, fillTemplate(s.t.folded, { n: ids.length, judged }));
  node.style.top = `${y}px`;
  return node;
}

function paintSide(s, side, lines) {
  const known = new Set(lines.map(({ key }) => key));
  for (const [key, { node }] of s.dom[side]) {
    if (known.has(key)) continue;
    node.remove();
    s.dom[side].delete(key);
  }
  const nodes = lines.map((line) => (line.key.startsWith("\n") ? patchFold : patch)(s, side, line));
  write(s.parts[side].empty, seen(s).rows[side].length ? "" : fillTemplate(s.t.empty, { side: side.toUpperCase() }));
  const [rows, absent] = [false, true].map((is) => nodes.filter((_, i) => lines[i].absent === is));
  const { grid, rest, head } = s.parts[side];
  arrange(grid, rows);
  arrange(rest, absent);
  grid.hidden = !rows.length;
  rest.hidden = head.hidden = !absent.length;
  head.style.top = `${s.layout.retrieved * s.height}px`;
}

function paintShelf(s) {
  const ids = notRetrieved(seen(s));
  for (const [key, { node }] of s.dom.shelf) {
    if (ids.includes(key)) continue;
    node.remove();
    s.dom.shelf.delete(key);
  }
  const nodes = ids.map((id) => {
    const d = dom(s, "shelf", id, CHIP);
    d.node.dataset.id = id;
    patchGrade(s, d, id);
    return d.node;
  });
  arrange(s.chips, nodes);
  s.chips.parentNode.hidden = !nodes.length;
}

function paintCutoff(s) {
  const pool = seen(s);
  const n = Math.max(...SIDES.map((side) => pool.rows[side].length));
  const k = pool.cutoff;
  const values = { k, n };
  const at = Math.min(k ?? n, n, s.layout.retrieved);
  const isCut = s.data.cuts && n > 0;
  s.cut = k === null || !isCut ? null : at * s.height;
  s.line.hidden = k === null || !isCut;
  s.pill.hidden = !isCut;
  s.line.style.top = s.pill.style.top = `${at * s.height}px`;
  write(s.pill, fillTemplate(k === null ? s.t.cutoff_none : k > n ? s.t.cutoff_beyond : s.t.cutoff, values));
  s.pill.ariaValueNow = k ?? n;
  s.pill.ariaValueMax = s.data.limit;
  s.pill.ariaValueText = fillTemplate(k > n ? s.t.cutoff_beyond_spoken : k === null ? s.t.cutoff_none : s.t.cutoff, values);
  s.pill.classList.toggle("none", k === null);
}

/** Tell where each document stands, so that the lines and the way can be drawn beside it. */
export function emitRowPositions(s) {
  if (!s.layout) return;
  const { layout, height, held } = s;
  const yOf = (side, { key, y }) => (held?.side === side && held.key === key ? held.y : y);
  const linesOf = (side) => layout[side].map((line) => ({ ids: line.ids, absent: line.absent, y: yOf(side, line) }));
  const places = Object.fromEntries(SIDES.map((side) => [side, linesOf(side)]));
  s.news.emit("rows", { ...places, row: height, height: layout.height, retrieved: layout.retrieved, cut: s.cut, held: held?.key ?? null });
}

// The highest rows with which all stands in the window, above the derivations.
function fitting(s, pool) {
  const fits = (height) => layOut(pool, height, s.open).height + s.data.extra * height <= (s.room ?? Infinity);
  return HEIGHTS.find(fits) ?? LEAST;
}

export function render(s) {
  const pool = seen(s);
  const focused = s.root.activeElement?.closest?.("[data-key]");
  const many = Math.max(...SIDES.map((side) => pool.rows[side].length)) > LOW;
  if (!s.preview) s.height = narrow.matches ? HEIGHTS[0] : many ? LEAST : fitting(s, pool);
  s.box.style.setProperty("--rv-row", `${s.height}px`);
  s.box.classList.toggle("low", s.height === LEAST);
  s.layout = layOut(pool, s.height, s.open);
  s.field.style.height = `${s.layout.height + s.data.extra * s.height}px`;
  for (const side of SIDES) paintSide(s, side, s.layout[side]);
  paintShelf(s);
  paintCutoff(s);
  emitRowPositions(s);
  highlight(s);
  if (focused && !s.box.contains(s.root.activeElement)) followFocus(s, focused.dataset.id);
}

// The focus goes with its document: to what it was in, or wherever it stands now.
function followFocus(s, id) {
  const has = ({ side, key }) => s.dom[side].has(key);
  const places = [s.selected, ...[...SIDES, "shelf"].map((side) => ({ side, key: id, id }))];
  s.selected = places.find((each) => each && has(each)) ?? null;
  focusOn(s, s.selected);
}

/** Which rows are lit, and the one stop of the Tab key in each list. */
export function highlight(s) {
  const lit = s.hover ?? s.pinned;
  for (const side of [...SIDES, "shelf"]) {
    for (const { node } of s.dom[side].values()) node.classList.toggle("on", lit !== null && node.dataset.id === lit);
  }
  const line = lit === null ? undefined : s.layout?.b.find(({ ids }) => ids.includes(lit));
  s.band.hidden = !line;
  if (line) s.band.style.top = `${line.y}px`;
  for (const [side, parts] of [["a", s.parts.a], ["b", s.parts.b], ["shelf", { grid: s.chips }]]) {
    for (const parent of [parts.grid, parts.rest]) {
      if (!parent) continue;
      const nodes = [...parent.children];
      const chosen = nodes.find((node) => s.selected?.side === side && node.dataset.key === s.selected.key) ?? nodes[0];
      for (const node of nodes) node.tabIndex = node === chosen ? 0 : -1;
    }
  }
}

export function focusOn(s, at, scroll = true) {
  const node = at && s.dom[at.side]?.get(at.key)?.node;
  if (!node) return;
  node.focus({ preventScroll: true });
  if (scroll) node.scrollIntoView({ block: "nearest" });
}

export { HEAD };
