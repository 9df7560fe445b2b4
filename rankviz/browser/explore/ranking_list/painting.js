// What is seen of the list, and which of its rows is lit, selected and focused.

import { arrange, prefersReducedMotion, fillTemplate, write } from "../../kit/elements.js";
import { writeName } from "../../kit/short_names.js";
import { printed, shade, short } from "../../kit/numbers.js";
import { speak } from "../../kit/voice.js";
import { built } from "./markup.js";
import { rankOf, tieOf } from "./model.js";

export function announce(s, sentence, values, loud = false) {
  const text = fillTemplate(s.data.texts[sentence], values);
  speak("list", text);
  if (!loud) return;
  write(s.toast, text); // a refusal is shown, not only spoken
  s.toast.showPopover();
  clearTimeout(s.toastTimer);
  s.toastTimer = setTimeout(() => s.toast.hidePopover(), 5000);
}

function make(key, html) {
  const node = built(html);
  node.dataset.key = key;
  const part = (name) => node.querySelector(`.${name}`);
  return { node, rank: part("rank"), name: part("name"), note: part("note"), grade: part("grade") };
}

function patch(s, d, item, i, shown) {
  const { texts } = s.data;
  const beyond = shown && s.cutoff !== null && i >= s.cutoff;
  const tie = shown ? tieOf(s.rows, i) : "";
  const note = shown ? item.note || (s.scored && item.score !== null ? printed(item.score) : "") : "";
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
  if (!shown) return; // a chip is named by what is in it
  const label = fillTemplate(texts[`row${kind}`], values);
  d.node.ariaLabel = note ? fillTemplate(texts.row_note, { row: label, note }) : label;
  write(d.rank, rank);
  d.rank.classList.toggle("wide", rank.length > 2);
  d.rank.classList.toggle("long", rank.length > 4);
  write(d.note, note);
}

// Rows are as high as the grid says, so where a row came from needs no measuring.
function glide(s, moves) {
  const height = s.grid.firstElementChild.offsetHeight;
  const top = s.grid.getBoundingClientRect().top;
  const inSight = (y) => top + y > -2 * height && top + y < innerHeight + height;
  for (const { d, from, to, lift } of moves) {
    const way = (from - to) * height + lift;
    if (!way || !(inSight(to * height) || inSight(to * height + way))) continue;
    d.motion?.cancel();
    const motion = d.node.animate([{ transform: `translateY(${way}px)` }, {}], { duration: 250, easing: "ease" });
    d.motion = motion;
    motion.onfinish = () => d.motion === motion && (d.motion = null);
  }
}

function paintItems(s, side) {
  const items = s[side.list];
  const shown = side.list === "rows";
  const known = new Set(items.map((item) => item.key));
  for (const [key, d] of side.dom) {
    if (known.has(key)) continue;
    d.node.remove();
    side.dom.delete(key);
  }
  const moves = [];
  const fresh = [];
  items.forEach((item, i) => {
    const d = side.dom.get(item.key) ?? make(item.key, side.html);
    if (!side.dom.has(item.key)) {
      side.dom.set(item.key, d);
      fresh.push(d.node);
    } else if (d.i !== i || d.lifted) {
      const lift = d.lifted || d.motion ? new DOMMatrix(getComputedStyle(d.node).transform).m42 : 0;
      d.node.style.transform = "";
      d.lifted = false;
      d.signature = null; // the drag has written ranks
      if (shown) moves.push({ d, from: d.i, to: i, lift });
    }
    d.i = i;
    patch(s, d, item, i, shown);
  });
  arrange(side.parent, items.map(({ key }) => side.dom.get(key).node));
  if (!s.painted || prefersReducedMotion()) return;
  for (const node of fresh) node.animate([{ opacity: 0 }, {}], 150);
  if (moves.length) glide(s, moves);
}

function paintCutoff(s) {
  const n = s.rows.length;
  const k = s.cutoff;
  const values = { k, n };
  const { texts } = s.data;
  s.line.hidden = k === null || !n;
  s.pill.hidden = !n;
  s.line.style.top = s.pill.style.top = `calc(${Math.min(k ?? n, n)} * var(--rv-row))`;
  write(s.pill, fillTemplate(k === null ? texts.cutoff_none : k > n ? texts.cutoff_beyond : texts.cutoff, values));
  s.pill.ariaValueNow = k ?? n;
  s.pill.ariaValueMax = s.data.limit;
  s.pill.ariaValueText = fillTemplate(k > n ? texts.cutoff_beyond_spoken : k === null ? texts.cutoff_none : texts.cutoff, values);
  s.pill.classList.toggle("none", k === null);
}

export function render(s) {
  const held = s.box.contains(s.root.activeElement) && s.root.activeElement.closest("[data-key]");
  for (const side of s.sides) paintItems(s, side);
  s.grid.hidden = !s.rows.length;
  s.empty.hidden = s.rows.length > 0;
  s.row.parentNode.hidden = !s.missed.length;
  paintCutoff(s);
  s.painted = true;
  if (s.selected !== null && rankOf(s, s.selected) !== s.pinned) point(s, rankOf(s, s.selected), true);
  highlight(s);
  if (!held || s.box.contains(s.root.activeElement)) return;
  if (s.selected === null) s.empty.querySelector("button").focus();
  else focus(s, s.selected);
}

// Which row is lit, which is selected, and the one stop of the Tab key in each of the two grids.
export function highlight(s) {
  const lit = nodeOf(s, (s.preview ?? s.rows)[(s.hover ?? s.pinned) - 1]?.key);
  if (lit !== s.lit) {
    s.lit?.classList.remove("on");
    lit?.classList.add("on");
    s.lit = lit;
  }
  // Beside the name, where there is room for it.
  const sum = s["running-total"];
  const isOf = lit && s.runningTotal?.rank === (s.hover ?? s.pinned);
  write(sum.firstChild, isOf ? s.runningTotal.text : "");
  if (isOf && sum.parentNode !== lit.querySelector(".cell")) lit.querySelector(".cell").append(sum);
  const selected = nodeOf(s, s.selected);
  if (selected !== s.chosen) {
    if (s.chosen) s.chosen.ariaSelected = null;
    if (selected) selected.ariaSelected = "true";
    s.chosen = selected;
  }
  for (const side of s.sides) {
    const old = side.stop;
    side.stop = [selected, old, side.parent.firstElementChild].find((node) => node?.parentNode === side.parent);
    if (old === side.stop) continue;
    if (old) old.tabIndex = -1;
    if (side.stop) side.stop.tabIndex = 0;
  }
}

export const domOf = (s, key) => s.sides[0].dom.get(key) ?? s.sides[1].dom.get(key);

export const nodeOf = (s, key) => domOf(s, key)?.node;

export function point(s, rank, pinned) {
  s.news.emit("rank", { rank, pinned });
}

export function hover(s, rank) {
  if (s.hover !== rank) point(s, rank, false);
}

export function select(s, key) {
  s.selected = key;
  hover(s, null); // a resting pointer must not hide what the keyboard does
  point(s, rankOf(s, key), true);
}

export function focus(s, key, scroll = true) {
  const node = nodeOf(s, key);
  node?.focus({ preventScroll: true });
  if (scroll) node?.scrollIntoView({ block: "nearest" });
}
