// What is seen of the list, and which of its rows is lit, selected and focused.

import { arrange, prefersReducedMotion, fillTemplate, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { writeName } from "../../kit/short_names.js";
import { printed, shade, short } from "../../kit/numbers.js";
import { speak } from "../../kit/voice.js";
import { built } from "./markup.js";
import { rankOf, tieOf } from "./model.js";

/** @import { RankingList } from "./ranking_list.js" */
/** @import { Item, Place } from "./model.js" */
/**
 * @typedef {object} Dom the elements of an entry; those of a chip are no rank and no note
 * @property {HTMLElement} node
 * @property {HTMLElement | null} rank
 * @property {HTMLElement} name
 * @property {HTMLElement | null} note
 * @property {HTMLButtonElement} grade
 * @property {number} i where it stands
 * @property {boolean} lifted whether a drag has moved it
 * @property {string} signature of what it shows
 * @property {Animation | null} motion
 */
/**
 * @typedef {object} Side the rows, or the chips
 * @property {"rows" | "missed"} list
 * @property {HTMLElement} parent
 * @property {Map<number, Dom>} dom by the keys of the entries
 * @property {string} html of one
 * @property {HTMLElement} [stop] of the Tab key
 */

/**
 * @param {RankingList} s
 * @param {string} sentence
 * @param {Record<string, unknown>} [values]
 */
export function announce(s, sentence, values, loud = false) {
  const text = fillTemplate(s.data.texts[sentence], values);
  speak("list", text);
  if (!loud) return;
  write(s.toast, text); // a refusal is shown, not only spoken
  s.toast.showPopover();
  clearTimeout(s.toastTimer);
  s.toastTimer = setTimeout(() => s.toast.hidePopover(), 5000);
}

/** @param {number} key @param {string} html @returns {Dom} */
function make(key, html) {
  const node = built(html);
  node.dataset.key = String(key);
  const part = (/** @type {string} */ name) => /** @type {HTMLElement | null} */ (node.querySelector(`.${name}`));
  const grade = /** @type {HTMLButtonElement} */ (elementIn(node, ".grade"));
  return { node, rank: part("rank"), name: elementIn(node, ".name"), note: part("note"), grade, i: -1, lifted: false, signature: "", motion: null };
}

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
  const values = { name: item.id, rank, note, grade: item.grade === null ? "?" : printed(item.grade) };
  const kind = item.grade === null ? "_unjudged" : "";
  writeName(d.name, item.id);
  d.name.title = item.id;
  write(d.grade, short(item.grade));
  d.grade.dataset.grade = shade(item.grade);
  d.grade.classList.toggle("small", short(item.grade).length > 3);
  d.grade.title = values.grade;
  d.grade.disabled = s.locked;
  d.grade.ariaLabel = fillTemplate(texts[`grade_of${kind}`], values);
  d.node.classList.toggle("beyond", beyond);
  d.node.dataset.tie = tie;
  if (!d.rank || !d.note) return; // a chip is named by what is in it
  const label = fillTemplate(texts[`row${kind}`], values);
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
  const values = { k, n };
  const { texts } = s.data;
  const isBeyond = k !== null && k > n;
  s.line.hidden = k === null || !n;
  s.pill.hidden = !n;
  s.line.style.top = s.pill.style.top = `calc(${Math.min(k ?? n, n)} * var(--rv-row))`;
  write(s.pill, fillTemplate(k === null ? texts.cutoff_none : isBeyond ? texts.cutoff_beyond : texts.cutoff, values));
  s.pill.ariaValueNow = String(k ?? n);
  s.pill.ariaValueMax = String(s.data.limit);
  s.pill.ariaValueText = fillTemplate(isBeyond ? texts.cutoff_beyond_spoken : k === null ? texts.cutoff_none : texts.cutoff, values);
  s.pill.classList.toggle("none", k === null);
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
