// Edits of the two lists. Each is painted at once, and then dispatched to the client.

import { short } from "../../kit/numbers.js";
import { announce, refuseIfLate } from "../../explore/ranking_list/common.js";
import { freshName } from "../../explore/ranking_list/model.js";
import { toEdit, opposite, withRank, rankIn } from "./model.js";
import { focusOn, render } from "./painting.js";

/** @import { TwoLists } from "./two_lists.js" */
/** @import { ListStep } from "../../kit/news.d.ts" */
/** @import { Pool, Side } from "./model.js" */

/**
 * @param {TwoLists} s
 * @param {Pool} pool
 * @param {string} sentence
 * @param {Record<string, unknown>} values
 */
function commit(s, pool, sentence, values) {
  if (refuseIfLate(s)) return;
  s.pool = pool;
  s.tab.dispatch(toEdit(pool));
  render(s);
  announce(s, sentence, values);
}

/**
 * Move a document to another rank of a side (an index), or out of it (null).
 *
 * @param {TwoLists} s
 * @param {Side} side
 * @param {string} key
 * @param {number | null} to
 */
export function placeDocument(s, side, key, to, takesFocus = true) {
  const from = rankIn(s.pool, side, key);
  if (to !== null && (to < 0 || to === (from ?? 0) - 1)) return render(s);
  if (to === null && !from) return render(s);
  const pool = withRank(s.pool, side, key, to);
  const id = key.split("\n")[0];
  const newKey = to === null ? id : pool.rows[side][Math.min(to, pool.rows[side].length - 1)].key;
  if (s.selected?.side === side || s.selected?.side === "shelf") s.selected = { side, key: newKey };
  const values = { name: id, rank: rankIn(pool, side, newKey), side: side.toUpperCase() };
  commit(s, pool, to === null ? "said_out" : "said_placed", values);
  if (takesFocus) focusOn(s, s.selected ?? { side, key: newKey });
}

/**
 * Move a document one rank up or down; past the end it leaves the list.
 *
 * @param {TwoLists} s
 * @param {Side} side
 * @param {string} key
 * @param {number} step
 */
export function shift(s, side, key, step) {
  const rank = rankIn(s.pool, side, key);
  const n = s.pool.rows[side].length;
  if (!rank) return step < 0 ? placeDocument(s, side, key, n) : undefined;
  if (step > 0 && rank === n) return placeDocument(s, side, key, null);
  return rank + step < 1 ? undefined : placeDocument(s, side, key, rank - 1 + step);
}

/** @param {TwoLists} s @param {string} id @param {number | null} grade */
export function regrade(s, id, grade) {
  if (s.pool.grades.get(id) === grade) return;
  const grades = new Map(s.pool.grades).set(id, grade);
  commit(s, { ...s.pool, grades }, grade === null ? "said_unjudged" : "said_graded", { name: id, grade: short(grade) });
}

/** Add a judged document that neither list has. @param {TwoLists} s */
export function addDocument(s) {
  const ids = [...s.pool.grades.keys()];
  if (ids.length >= s.data.limit) return announce(s, "full", { limit: s.data.limit }, true);
  const id = freshName(ids.map((each) => ({ id: each })));
  s.selected = { side: "shelf", key: id };
  commit(s, { ...s.pool, grades: new Map(s.pool.grades).set(id, 1) }, "said_added", { name: id });
  focusOn(s, s.selected);
}

/** Remove a document that neither list has from the page. @param {TwoLists} s @param {string} id */
export function discardDocument(s, id) {
  const grades = new Map(s.pool.grades);
  grades.delete(id);
  commit(s, { ...s.pool, grades }, "said_removed", { name: id });
}

/** @param {TwoLists} s @param {number | null} cutoff */
export function setCutoff(s, cutoff, isFinal = true) {
  if (isFinal && refuseIfLate(s)) return;
  const pool = { ...s.pool, cutoff };
  s.news.emit("cutoff", { cutoff });
  if (isFinal) commit(s, pool, cutoff === null ? "cutoff_none" : "cutoff", { k: cutoff });
  else {
    s.preview = pool;
    render(s);
  }
}

/** Carry out a step of a card: an exchange, a move or an insertion in a list, or a judgment. @param {TwoLists} s @param {ListStep} step */
export function carryOut(s, { side, kind, document: id, other, end, grade }) {
  if (s.locked) return undefined;
  if (kind === "judgment") return regrade(s, id, grade);
  if (kind !== "exchange") return placeDocument(s, side, id, Number(end) - 1, false); // the focus stays on the button
  const [upper, lower] = [id, other ?? ""].map((each) => rankIn(s.pool, side, each));
  if (!upper || !lower || other === null) return undefined;
  const pool = withRank(withRank(s.pool, side, other, upper - 1), side, id, lower - 1);
  return commit(s, pool, "said_placed", { name: id, rank: lower, side: side.toUpperCase() });
}

export function exchangeLists(/** @type {TwoLists} */ s) {
  if (refuseIfLate(s)) return;
  s.tab.dispatch({ name: "swap_lists" });
  announce(s, "said_exchanged");
  if (s.selected && s.selected.side !== "shelf") s.selected = { ...s.selected, side: opposite(s.selected.side) };
}
