// Dragging a document to another rank of its list, out of it or into it, and the line of the cutoff.

import { clamp } from "../../kit/numbers.js";
import { holdRow } from "../../explore/ranking_list/held_row.js";
import { placeDocument, setCutoff } from "./edits.js";
import { toEdit, withRank, rankIn, rowCount } from "./model.js";
import { render } from "./painting.js";

/** @import { TwoLists } from "./two_lists.js" */
/** @import { Place } from "./painting.js" */

/**
 * Letting go anywhere else changes nothing.
 *
 * @param {TwoLists} s
 * @param {PointerEvent} event
 * @param {(x: number, y: number) => void} move
 * @param {(isDone: boolean) => void} end
 */
function drag(s, event, move, end) {
  holdRow(s, event, s.field, move, (isDone) => {
    s.held = s.preview = null;
    end(isDone);
  });
}

/**
 * @param {TwoLists} s
 * @param {PointerEvent} event
 * @param {Place} place of a row of a side, or of a chip of a document that neither list has
 */
export function dragDocument(s, event, { side, key }) {
  const node = s.dom[side].get(key)?.node;
  if (!node) return;
  const gripOffset = event.clientY - node.getBoundingClientRect().top;
  let to = /** @type {number | null | undefined} */ (undefined); // index of the rank; undefined until it changes
  let into = side === "shelf" ? "a" : side;
  const onMove = (/** @type {number} */ x, /** @type {number} */ y) => {
    const box = s.field.getBoundingClientRect();
    if (side === "shelf") into = x < box.left + s.parts.b.grid.offsetLeft - 24 ? "a" : "b";
    const top = y - gripOffset - box.top;
    const rows = s.pool.rows[into];
    const isIn = rankIn(s.pool, into, key) !== null;
    const last = isIn ? rows.length - 1 : rows.length;
    const isBelow = top > (Math.max(last, s.layout.retrieved - 1) + 0.6) * s.height;
    const target = isBelow ? null : clamp(Math.round(top / s.height), 0, last);
    const heldKey = target === null ? key.split("\n")[0] : key;
    s.held = side === "shelf" && target === null ? null : { side: into, key: heldKey, y: clamp(top, -s.height / 2, s.layout.height) };
    if (target !== to) {
      to = target;
      const hasEffect = isIn || target !== null;
      s.preview = hasEffect ? withRank(s.pool, into, key, target) : s.pool;
      s.tab.preview(toEdit(s.preview));
    }
    s.preview ??= s.pool;
    render(s);
    const held = s.held && s.dom[s.held.side].get(s.held.key)?.node;
    for (const each of s.box.querySelectorAll(".held")) if (each !== held) each.classList.remove("held");
    held?.classList.add("held");
    if (held && s.held) held.style.top = `${s.held.y}px`;
    s.news.emit("document", { id: key.split("\n")[0], pinned: true });
  };
  drag(s, event, onMove, (isDone) => {
    for (const each of s.box.querySelectorAll(".held")) each.classList.remove("held");
    if (isDone && to !== undefined) placeDocument(s, into, key, to);
    else render(s);
  });
}

/** @param {TwoLists} s @param {PointerEvent} event */
export function dragCutoff(s, event) {
  const old = s.pool.cutoff;
  let k = old;
  const onMove = (/** @type {number} */ _, /** @type {number} */ y) => {
    const box = s.field.getBoundingClientRect();
    const target = clamp(Math.round((y - box.top) / s.height), 1, rowCount(s.pool));
    if (target === k) return;
    k = target;
    setCutoff(s, k, false);
    s.tab.preview(toEdit(s.preview ?? s.pool));
  };
  drag(s, event, onMove, (isDone) => {
    if (isDone && k !== old) setCutoff(s, k);
    else {
      s.news.emit("cutoff", { cutoff: old });
      render(s);
    }
  });
}
