// Dragging a document to another rank of its list, out of it or into it, and the line of the cutoff.

import { clamp } from "../../kit/numbers.js";
import { holdRow } from "../../explore/ranking_list/held.js";
import { place, setCutoff } from "./edits.js";
import { toEdit, withRank, rankIn, SIDES } from "./model.js";
import { render } from "./painting.js";

// What is let go nowhere changes nothing.
function drag(s, event, move, end) {
  holdRow(s, event, s.field, move, (done) => {
    s.held = s.preview = null;
    end(done);
  });
}

/**
 * @param {any} s
 * @param {PointerEvent} event
 * @param {{ side: any, key: string }} at a row of a side, or a chip of what neither list has
 */
export function dragDocument(s, event, { side, key }) {
  const node = s.dom[side].get(key).node;
  const gripped = event.clientY - node.getBoundingClientRect().top;
  let to; // undefined while it is where it was
  let into = side;
  const onMove = (x, y) => {
    const box = s.field.getBoundingClientRect();
    if (side === "shelf") into = x < box.left + s.parts.b.grid.offsetLeft - 24 ? "a" : "b";
    const top = y - gripped - box.top;
    const rows = s.pool.rows[into];
    const isIn = rankIn(s.pool, into, key) !== null;
    const last = isIn ? rows.length - 1 : rows.length;
    const below = top > (Math.max(last, s.layout.retrieved - 1) + 0.6) * s.height;
    const now = below ? null : clamp(Math.round(top / s.height), 0, last);
    const keyNow = now === null ? key.split("\n")[0] : key;
    s.held = side === "shelf" && now === null ? null : { side: into, key: keyNow, y: clamp(top, -s.height / 2, s.layout.height) };
    if (now !== to) {
      to = now;
      const changes = isIn || now !== null;
      s.preview = changes ? withRank(s.pool, into, key, now) : s.pool;
      s.tab.preview(toEdit(s.preview));
    }
    s.preview ??= s.pool;
    render(s);
    const held = s.held && s.dom[s.held.side].get(s.held.key)?.node;
    for (const each of s.box.querySelectorAll(".held")) if (each !== held) each.classList.remove("held");
    held?.classList.add("held");
    if (held) held.style.top = `${s.held.y}px`;
    s.news.emit("document", { id: key.split("\n")[0], pinned: true });
  };
  drag(s, event, onMove, (done) => {
    for (const each of s.box.querySelectorAll(".held")) each.classList.remove("held");
    if (done && to !== undefined) place(s, into, key, to);
    else render(s);
  });
}

export function dragCutoff(s, event) {
  const old = s.pool.cutoff;
  let k = old;
  const onMove = (x, y) => {
    const box = s.field.getBoundingClientRect();
    const n = Math.max(...SIDES.map((side) => s.pool.rows[side].length));
    const now = clamp(Math.round((y - box.top) / s.height), 1, n);
    if (now === k) return;
    k = now;
    setCutoff(s, k, false);
    s.tab.preview(toEdit(s.preview));
  };
  drag(s, event, onMove, (done) => {
    if (done && k !== old) setCutoff(s, k);
    else {
      s.news.emit("cutoff", { cutoff: old });
      render(s);
    }
  });
}
