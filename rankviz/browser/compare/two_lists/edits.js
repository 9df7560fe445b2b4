// What can be done to the two lists. It is painted at once, and the tab is asked what becomes of it.

import { clamp, short } from "../../kit/numbers.js";
import { freshName } from "../../explore/ranking_list/model.js";
import { toEdit, opposite, withRank, rankIn, SIDES } from "./model.js";
import { focusOn, render, announce } from "./painting.js";

// While something else is on its way nothing can be done to what is shown.
function isLate(s) {
  if (!s.tab.isListSwitchPending()) return false;
  s.receive(s.data);
  announce(s, "refused_late", {}, true);
  return true;
}

function commit(s, pool, sentence, values) {
  if (isLate(s)) return;
  s.pool = pool;
  s.tab.dispatch(toEdit(pool));
  render(s);
  announce(s, sentence, values);
}

/** To another rank of a side, or (null) out of it. */
export function place(s, side, key, to, focuses = true) {
  const from = rankIn(s.pool, side, key);
  if (to !== null && (to < 0 || to === (from ?? 0) - 1)) return render(s);
  if (to === null && !from) return render(s);
  const pool = withRank(s.pool, side, key, to);
  const id = key.split("\n")[0];
  const at = to === null ? id : pool.rows[side][Math.min(to, pool.rows[side].length - 1)].key;
  if (s.selected?.side === side || s.selected?.side === "shelf") s.selected = { side, key: at };
  const values = { name: id, rank: rankIn(pool, side, at), side: side.toUpperCase() };
  commit(s, pool, to === null ? "said_out" : "said_placed", values);
  if (focuses) focusOn(s, s.selected ?? { side, key: at });
}

/** One rank up or down; past the end it is not retrieved. */
export function shift(s, side, key, step) {
  const rank = rankIn(s.pool, side, key);
  const n = s.pool.rows[side].length;
  if (!rank) return step < 0 ? place(s, side, key, n) : undefined;
  if (step > 0 && rank === n) return place(s, side, key, null);
  return rank + step < 1 ? undefined : place(s, side, key, rank - 1 + step);
}

export function regrade(s, id, grade) {
  if (s.pool.grades.get(id) === grade) return;
  const grades = new Map(s.pool.grades).set(id, grade);
  commit(s, { ...s.pool, grades }, grade === null ? "said_unjudged" : "said_graded", { name: id, grade: short(grade) });
}

/** A further judged document, in neither list. */
export function add(s) {
  const ids = [...s.pool.grades.keys()];
  if (ids.length >= s.data.limit) return announce(s, "full", { limit: s.data.limit }, true);
  const id = freshName(ids.map((each) => ({ key: 0, id: each, grade: null })));
  s.selected = { side: "shelf", key: id };
  commit(s, { ...s.pool, grades: new Map(s.pool.grades).set(id, 1) }, "said_added", { name: id });
  focusOn(s, s.selected);
}

/** From the page, for a document that neither list has. */
export function discard(s, id) {
  const grades = new Map(s.pool.grades);
  grades.delete(id);
  commit(s, { ...s.pool, grades }, "said_removed", { name: id });
}

export function setCutoff(s, cutoff, final = true) {
  if (final && isLate(s)) return;
  const pool = { ...s.pool, cutoff };
  s.news.emit("cutoff", { cutoff });
  if (final) commit(s, pool, cutoff === null ? "cutoff_none" : "cutoff", { k: cutoff });
  else {
    s.preview = pool;
    render(s);
  }
}

export function shiftCutoff(s, step) {
  const n = Math.max(...SIDES.map((side) => s.pool.rows[side].length));
  const { cutoff } = s.pool;
  const k = cutoff === null ? (step < 0 ? n : null) : clamp(cutoff + step, 1, s.data.limit);
  if (n && k !== cutoff) setCutoff(s, k);
}

/** A step that was found to be better: of a list, or a judgment. */
export function carryOut(s, { side, kind, document: id, other, end, grade }) {
  if (s.locked) return undefined;
  if (kind === "judgment") return regrade(s, id, grade);
  if (kind !== "exchange") return place(s, side, id, end - 1, false); // the focus stays with what was pressed
  const [one, two] = [id, other].map((each) => rankIn(s.pool, side, each));
  if (!one || !two) return undefined;
  const pool = withRank(withRank(s.pool, side, other, one - 1), side, id, two - 1);
  return commit(s, pool, "said_placed", { name: id, rank: two, side: side.toUpperCase() });
}

export function exchange(s) {
  if (isLate(s)) return;
  s.tab.dispatch({ name: "exchange" });
  announce(s, "said_exchanged");
  if (s.selected && s.selected.side !== "shelf") s.selected = { ...s.selected, side: opposite(s.selected.side) };
}

export function history(s, name) {
  if (!s.tab.canStep(name) && s.tab.isIdle()) return announce(s, `nothing_${name}`, {}, true);
  s.tab.dispatch({ name });
  announce(s, `said_${name}`);
}
