// Dragging rows to another rank or to the shelf, chips into the list, and the k line.

import { write } from "../../kit/elements.js";
import { clamp } from "../../kit/numbers.js";
import { moveTo, setCutoff, shelve } from "./edits.js";
import { holdRow as drag } from "./held_row.js";
import { edited, entryOf, indexOf, inserted, moved, renumbered } from "./model.js";
import { domOf, hover, nodeOf, render, point } from "./painting.js";

/** @import { RankingList } from "./ranking_list.js" */
/** @import { Item, Row } from "./model.js" */

/** The list as it would be if the row were let go here. @param {RankingList} s @param {number} from @param {number | null} to */
function preview(s, from, to) {
  s.preview = moved(s.rows, from, to ?? from, s.scored);
  hover(s, null);
  point(s, (to ?? from) + 1, true);
  if (to !== null) s.tab.preview(edited(s, s.preview));
  else if (s.rows[from].grade === null) s.tab.preview(edited(s, s.rows)); // it may not go there
  else previewLength(s, s.rows.filter((_, i) => i !== from), [...s.missed, s.rows[from]]);
}

/**
 * Of a list that is longer or shorter by one only the values are shown: everything else would no longer stand beside its row.
 *
 * @param {RankingList} s
 * @param {Row[]} rows
 * @param {Item[]} missed
 */
function previewLength(s, rows, missed) {
  s.tab.preview(edited({ ...s, missed }, renumbered(rows)), "scores");
}

/** @param {RankingList} s @param {PointerEvent} event @param {number} key */
export function dragRow(s, event, key) {
  const node = nodeOf(s, key);
  if (!node) return;
  const height = node.offsetHeight;
  const hold = event.clientY - node.getBoundingClientRect().top;
  const from = indexOf(s, key);
  const last = s.rows.length - 1;
  let to = /** @type {number | null} */ (from); // null on the shelf
  const onMove = (/** @type {number} */ x, /** @type {number} */ y) => {
    const top = y - hold - s.grid.getBoundingClientRect().top;
    const shelf = !s.data.only && y > s.shelf.getBoundingClientRect().top + 4;
    s.shelf.classList.toggle("drop", shelf);
    node.classList.add("held");
    const before = to;
    to = shelf ? null : clamp(Math.round(top / height), 0, last);
    if (to !== before) preview(s, from, to);
    const place = to ?? from;
    s.rows.forEach((item, i) => {
      const d = domOf(s, item.key);
      if (!d) return;
      const shift = i === from ? 0 : (i <= place && i > from ? -1 : 0) + (i >= place && i < from ? 1 : 0);
      const way = i === from ? clamp(top, -height / 2, (last + 2) * height) - from * height : shift * height;
      if (!way && !d.lifted) return;
      d.lifted = true;
      const at = i === from ? to : i + shift;
      if (d.rank) write(d.rank, at === null ? undefined : s.rows[at]?.rank);
      d.node.style.transform = `translateY(${way}px)`;
    });
  };
  drag(s, event, /** @type {HTMLElement} */ (event.target), onMove, (done) => {
    s.shelf.classList.remove("drop");
    node.classList.remove("held");
    s.preview = null;
    if (!done) render(s);
    else if (to === null) shelve(s, key);
    else moveTo(s, key, to, true);
  });
}

/** @param {RankingList} s @param {PointerEvent} event @param {number} key */
export function dragChip(s, event, key) {
  const d = domOf(s, key);
  if (!d) return;
  const { item, i } = entryOf(s, key);
  const others = s.missed.filter((_, at) => at !== i);
  let to = /** @type {number | null} */ (null); // on the shelf
  const onMove = (/** @type {number} */ x, /** @type {number} */ y) => {
    const height = /** @type {HTMLElement | null} */ (s.grid.firstElementChild)?.offsetHeight ?? 1; // of no matter in an empty list
    const box = s.body.getBoundingClientRect();
    const before = to;
    to = y < s.shelf.getBoundingClientRect().top ? clamp(Math.round((y - box.top) / height), 0, s.rows.length) : null;
    if (to === null && before !== null) previewLength(s, s.rows, s.missed);
    else if (to !== null && to !== before) previewLength(s, inserted(s.rows, item, to, s.scored), others);
    s.mark.hidden = to === null;
    s.mark.style.top = `${(to ?? 0) * height}px`;
    d.lifted = true;
    d.node.classList.add("held");
    d.node.style.transform = `translate(${x - event.clientX}px, ${y - event.clientY}px)`;
  };
  drag(s, event, d.node, onMove, (done) => {
    s.mark.hidden = true;
    d.node.classList.remove("held");
    if (done && to !== null) shelve(s, key, to);
    else render(s);
  });
}

/** @param {RankingList} s @param {PointerEvent} event */
export function dragCutoff(s, event) {
  const old = s.cutoff;
  const onMove = (/** @type {number} */ _, /** @type {number} */ y) => {
    s.pill.onclick = (end) => end.stopPropagation(); // which was no press
    const box = s.grid.getBoundingClientRect();
    const n = s.rows.length;
    const k = clamp(Math.round(((y - box.top) / box.height) * n), 1, n);
    if (k === s.cutoff) return;
    setCutoff(s, k, false);
    s.tab.preview(edited(s, s.rows));
  };
  drag(s, event, s.pill, onMove, (done) => {
    if (done && s.cutoff !== old) setCutoff(s, s.cutoff);
    else setCutoff(s, old, false);
    setTimeout(() => (s.pill.onclick = null));
  });
}
