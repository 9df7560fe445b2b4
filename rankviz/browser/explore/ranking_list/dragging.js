// Dragging rows to another rank or to the shelf, chips into the list, and the k line.

import { write } from "../../kit/elements.js";
import { clamp } from "../../kit/numbers.js";
import { moveTo, setCutoff, shelve } from "./edits.js";
import { holdRow as drag } from "./held_row.js";
import { edited, entryOf, indexOf, inserted, moved, renumbered } from "./model.js";
import { domOf, hover, nodeOf, render, point } from "./painting.js";

// The list as it would be if the row were let go here.
function preview(s, from, to) {
  s.preview = moved(s.rows, from, to ?? from, s.scored);
  hover(s, null);
  point(s, (to ?? from) + 1, true);
  if (to !== null) s.tab.preview(edited(s, s.preview));
  else if (s.rows[from].grade === null) s.tab.preview(edited(s, s.rows)); // it may not go there
  else previewLength(s, s.rows.filter((_, i) => i !== from), [...s.missed, s.rows[from]]);
}

// Of a list that is longer or shorter by one only the values are shown: everything else would no longer stand beside its row.
function previewLength(s, rows, missed) {
  s.tab.preview(edited({ ...s, missed }, renumbered(rows)), "scores");
}

export function dragRow(s, event, key) {
  const node = nodeOf(s, key);
  const height = node.offsetHeight;
  const hold = event.clientY - node.getBoundingClientRect().top;
  const from = indexOf(s, key);
  const last = s.rows.length - 1;
  let to = /** @type {number | null} */ (from); // null on the shelf
  const onMove = (x, y) => {
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
      const shift = i === from ? 0 : (i <= place && i > from ? -1 : 0) + (i >= place && i < from ? 1 : 0);
      const way = i === from ? clamp(top, -height / 2, (last + 2) * height) - from * height : shift * height;
      if (!way && !d.lifted) return;
      d.lifted = true;
      write(d.rank, s.rows[i === from ? to : i + shift]?.rank);
      d.node.style.transform = `translateY(${way}px)`;
    });
  };
  drag(s, event, event.target, onMove, (done) => {
    s.shelf.classList.remove("drop");
    node.classList.remove("held");
    s.preview = null;
    if (!done) render(s);
    else if (to === null) shelve(s, key);
    else moveTo(s, key, to, true);
  });
}

export function dragChip(s, event, key) {
  const d = domOf(s, key);
  const { item, i } = entryOf(s, key);
  const others = s.missed.filter((_, at) => at !== i);
  let to = /** @type {number | null} */ (null); // on the shelf
  const onMove = (x, y) => {
    const height = s.grid.firstElementChild?.offsetHeight ?? 1; // of no matter in an empty list
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

export function dragCutoff(s, event) {
  const old = s.cutoff;
  const onMove = (x, y) => {
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
