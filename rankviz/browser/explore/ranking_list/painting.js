// What is seen of the list, and which of its rows is lit, selected and focused.

import { arrange, prefersReducedMotion, fillTemplate, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { printed } from "../../kit/numbers.js";
import { entryDom, paintGrade, paintPill } from "./common.js";
import { rankOf, tieOf } from "./model.js";

/** @import { RankingList } from "./ranking_list.js" */
/** @import { Item, Place } from "./model.js" */
/** @import { EntryDom } from "./common.js" */
/**
 * @typedef {object} Painted
 * @property {number} i where it stands
 * @property {boolean} lifted whether a drag has moved it
 * @property {string} signature of what it shows
 * @property {Animation | null} motion
 *
 * @typedef {EntryDom & Painted} Dom
 */
/**
 * @typedef {object} Side the rows, or the chips
 * @property {"rows" | "missed"} list
 * @property {HTMLElement} parent
 * @property {Map<number, Dom>} dom by the keys of the entries
 * @property {string} html of one
 * @property {HTMLElement} [stop] of the Tab key
 */

/** @param {number} key @param {string} html @returns {Dom} */
const make = (key, html) => ({ ...entryDom(String(key), html), i: -1, lifted: false, signature: "", motion: null });

/**
 * @param {RankingList} s
 * @param {Dom} d
 * @param {Item & Partial<Place>} item
 * @param {number} i
 * @param {boolean} shown
 */
function patch(s, d, item, i, shown) {
  const { texts } = s.data;
  const beyond = shown && s.cutoff !== null && i >= s.cutoff;
  const tie = shown ? tieOf(s.rows, i) : "";
  const note = shown ? item.note || (s.scored && typeof item.score === "number" ? printed(item.score) : "") : "";
  const rank = item.rank ?? "";
  const signature = [item.id, item.grade, rank, note, tie, beyond, s.language, s.locked].join("\n");
  if (d.signature === signature) return;
  d.signature = signature;
  const values = { ...paintGrade(s, d, item.id, item.grade), rank };
  d.node.classList.toggle("beyond", beyond);
  d.node.dataset.tie = tie;
  if (!d.rank || !d.note) return; // a chip is named by what is in it
  const label = fillTemplate(texts[item.grade === null ? "row_unjudged" : "row"], values);
  d.node.ariaLabel = note ? fillTemplate(texts.row_note, { row: label, note }) : label;
  write(d.rank, rank);
  d.rank.classList.toggle("wide", rank.length > 2);
  d.rank.classList.toggle("long", rank.length > 4);
  write(d.note, note);
}

/**
 * Rows are as high as the grid says, so where a row came from needs no measuring.
 *
 * @param {RankingList} s
 * @param {{ d: Dom, from: number, to: number, lift: number }[]} moves
 */
function glide(s, moves) {
  const height = /** @type {HTMLElement} */ (s.grid.firstElementChild).offsetHeight;
  const top = s.grid.getBoundingClientRect().top;
  const inSight = (/** @type {number} */ y) => top + y > -2 * height && top + y < innerHeight + height;
  for (const { d, from, to, lift } of moves) {
    const way = (from - to) * height + lift;
    if (!way || !(inSight(to * height) || inSight(to * height + way))) continue;
    d.motion?.cancel();
    const motion = d.node.animate([{ transform: `translateY(${way}px)` }, {}], { duration: 250, easing: "ease" });
    d.motion = motion;
    motion.onfinish = () => d.motion === motion && (d.motion = null);
  }
}

/** @param {RankingList} s @param {Side} side */
function paintItems(s, side) {
  const items = s[side.list];
  const shown = side.list === "rows";
  const known = new Set(items.map((item) => item.key));
  for (const [key, d] of side.dom) {
    if (known.has(key)) continue;
    d.node.remove();
    side.dom.delete(key);
  }
  const moves = /** @type {Parameters<typeof glide>[1]} */ ([]);
  const fresh = /** @type {HTMLElement[]} */ ([]);
  const nodes = items.map((item, i) => {
    const d = side.dom.get(item.key) ?? make(item.key, side.html);
    if (!side.dom.has(item.key)) {
      side.dom.set(item.key, d);
      fresh.push(d.node);
    } else if (d.i !== i || d.lifted) {
      const lift = d.lifted || d.motion ? new DOMMatrix(getComputedStyle(d.node).transform).m42 : 0;
      d.node.style.transform = "";
      d.lifted = false;
      d.signature = ""; // the drag has written ranks
      if (shown) moves.push({ d, from: d.i, to: i, lift });
    }
    d.i = i;
    patch(s, d, item, i, shown);
    return d.node;
  });
  arrange(side.parent, nodes);
  if (!s.painted || prefersReducedMotion()) return;
  for (const node of fresh) node.animate([{ opacity: 0 }, {}], 150);
  if (moves.length) glide(s, moves);
}

function paintCutoff(/** @type {RankingList} */ s) {
  const n = s.rows.length;
  const k = s.cutoff;
  s.line.hidden = k === null || !n;
  s.pill.hidden = !n;
  s.line.style.top = s.pill.style.top = `calc(${Math.min(k ?? n, n)} * var(--rv-row))`;
  paintPill(s, k, n);
}

export function render(/** @type {RankingList} */ s) {
  const held = s.box.contains(s.root.activeElement) && s.root.activeElement?.closest("[data-key]");
  for (const side of s.sides) paintItems(s, side);
  s.grid.hidden = !s.rows.length;
  s.empty.hidden = s.rows.length > 0;
  s.missedGrid.hidden = !s.missed.length;
  paintCutoff(s);
  s.painted = true;
  if (s.selected !== null && rankOf(s, s.selected) !== s.pinned) point(s, rankOf(s, s.selected), true);
  highlight(s);
  if (!held || s.box.contains(s.root.activeElement)) return;
  if (s.selected === null) elementIn(s.empty, "button").focus();
  else focus(s, s.selected);
}

/** Which row is lit, which is selected, and the one stop of the Tab key in each of the two grids. @param {RankingList} s */
export function highlight(s) {
  const rank = s.hover ?? s.pinned;
  const lit = nodeOf(s, (s.preview ?? s.rows)[Number(rank) - 1]?.key);
  if (lit !== s.lit) {
    s.lit?.classList.remove("on");
    lit?.classList.add("on");
    s.lit = lit;
  }
  // Beside the name, where there is room for it.
  const isOf = s.runningTotal?.rank === rank;
  write(elementIn(s.sum, "span"), lit && isOf ? s.runningTotal?.text : "");
  if (lit && isOf && s.sum.parentNode !== lit.querySelector(".cell")) elementIn(lit, ".cell").append(s.sum);
  const selected = nodeOf(s, s.selected);
  if (selected !== s.chosen) {
    if (s.chosen) s.chosen.ariaSelected = null;
    if (selected) selected.ariaSelected = "true";
    s.chosen = selected;
  }
  for (const side of s.sides) {
    const old = side.stop;
    const first = /** @type {HTMLElement | null} */ (side.parent.firstElementChild);
    side.stop = [selected, old, first].find((node) => node?.parentNode === side.parent) ?? undefined;
    if (old === side.stop) continue;
    if (old) old.tabIndex = -1;
    if (side.stop) side.stop.tabIndex = 0;
  }
}

/** @param {RankingList} s @param {number} key */
export const domOf = (s, key) => s.sides[0].dom.get(key) ?? s.sides[1].dom.get(key);

/** @param {RankingList} s @param {number | null | undefined} key */
export const nodeOf = (s, key) => (key ? domOf(s, key)?.node : undefined);

/** @param {RankingList} s @param {number | null} rank @param {boolean} pinned */
export function point(s, rank, pinned) {
  s.news.emit("rank", { rank, pinned });
}

/** @param {RankingList} s @param {number | null} rank */
export function hover(s, rank) {
  if (s.hover !== rank) point(s, rank, false);
}

/** @param {RankingList} s @param {number} key */
export function select(s, key) {
  s.selected = key;
  hover(s, null); // a resting pointer must not hide what the keyboard does
  point(s, rankOf(s, key), true);
}

/** @param {RankingList} s @param {number} key */
export function focus(s, key, scroll = true) {
  const node = nodeOf(s, key);
  node?.focus({ preventScroll: true });
  if (scroll) node?.scrollIntoView({ block: "nearest" });
}
