// What can be done to the list. It is painted at once, and the tab is asked what becomes of it.

import { printed, short } from "../../kit/numbers.js";
import { announce, refuseIfLate } from "./common.js";
import { edited, entryOf, freshName, indexOf, inserted, moved, rankOf, renumbered } from "./model.js";
import { focus, render } from "./painting.js";

/** @import { RankingList } from "./ranking_list.js" */

/**
 * Whether the list is to be changed in one way only, and this is another one; that is said.
 *
 * @param {RankingList} s
 * @param {"move" | "grade" | ""} way
 */
export function isRefused(s, way) {
  const { only } = s.data;
  if (!only || only === way) return false;
  render(s);
  announce(s, "refused_only", {}, true);
  return true;
}

/**
 * What the value will be may be known ahead, but only of the list that the last answer was about.
 *
 * @param {RankingList} s
 * @param {string} sentence
 * @param {Record<string, unknown>} [values]
 * @param {string | false} [edit] its key among the values that are known ahead
 */
export function commit(s, sentence, values, edit) {
  if (refuseIfLate(s)) return;
  const isKnown = edit && s.tab.isIdle() && !s.late;
  s.tab.dispatch(edited(s, s.rows));
  if (isKnown) s.news.emit("edit", { edit });
  render(s);
  announce(s, sentence, values);
}

/** @param {RankingList} s @param {boolean} shelf */
export function add(s, shelf) {
  if (isRefused(s, "")) return;
  const all = [...s.rows, ...s.missed];
  if (all.length >= s.data.limit) return announce(s, "full", { limit: s.data.limit }, true);
  const item = { key: ++s.keys, id: freshName(all), grade: shelf ? 1 : 0 };
  if (shelf) s.missed.push(item);
  else s.rows = inserted(s.rows, item, s.rows.length, s.scored);
  s.selected = item.key;
  commit(s, "said_added", { name: item.id });
  focus(s, item.key);
}

/** @param {RankingList} s @param {number} key @param {number | null} value */
export function regrade(s, key, value) {
  const { item, i, shown } = entryOf(s, key);
  const isBeyond = s.data.top !== undefined && !(value !== null && Number.isInteger(value) && value >= 0 && value <= s.data.top);
  if (isRefused(s, shown && !isBeyond ? "grade" : "")) return undefined;
  if (value === null && !shown) return announce(s, "refused_unjudged", { name: item.id }, true);
  if (value === item.grade) return undefined;
  item.grade = value;
  const sentence = value === null ? "said_unjudged" : "said_graded";
  return commit(s, sentence, { name: item.id, grade: short(value) }, shown && `${i}=${value ?? "?"}`);
}

/** @param {RankingList} s @param {number} key @param {number | null} value */
export function rescore(s, key, value) {
  if (isRefused(s, "")) return;
  const { item } = entryOf(s, key);
  if (value === item.score) return;
  Object.assign(item, { score: value, note: "", tie: null });
  commit(s, "said_scored", { name: item.id, score: value === null ? "–" : printed(value) });
}

/** @param {RankingList} s @param {number} key */
export function remove(s, key) {
  if (isRefused(s, "")) return;
  const { list, i, item } = entryOf(s, key);
  list.splice(i, 1);
  s.selected = (list[i] ?? list[i - 1] ?? s.rows.at(-1) ?? s.missed[0])?.key ?? null;
  s.rows = renumbered(s.rows);
  commit(s, "said_removed", { name: item.id });
}

/** Between "retrieved" and "judged, not retrieved". @param {RankingList} s @param {number} key @param {number} [at] */
export function shelve(s, key, at) {
  if (isRefused(s, "")) return undefined;
  const { list, i, item, shown } = entryOf(s, key);
  if (shown && item.grade === null) {
    render(s);
    return announce(s, "refused_unjudged", { name: item.id }, true);
  }
  list.splice(i, 1);
  const { id } = item;
  if (shown) s.missed.push({ key, id, grade: item.grade });
  else s.rows = inserted(s.rows, { key, id, grade: item.grade }, at ?? s.rows.length, s.scored);
  s.rows = renumbered(s.rows);
  return commit(s, shown ? "said_missed" : "said_moved", { name: id, rank: rankOf(s, key) });
}

/**
 * What the value will be is not known after a drag: it was of the list before, and what is shown is of the preview.
 *
 * @param {RankingList} s
 * @param {number} key
 * @param {number} to
 */
export function moveTo(s, key, to, isDropped = false) {
  const from = indexOf(s, key);
  if (from < 0 || to < 0 || to >= s.rows.length || to === from) return render(s);
  if (isRefused(s, "move")) return undefined;
  s.rows = moved(s.rows, from, to, s.scored);
  return commit(s, "said_moved", { name: s.rows[to].id, rank: to + 1 }, !isDropped && Math.abs(from - to) === 1 && `${Math.min(from, to)}<`);
}

/** @param {RankingList} s @param {number | null} k */
export function setCutoff(s, k, final = true) {
  if (final && refuseIfLate(s)) return;
  const changed = k !== s.cutoff;
  s.cutoff = k;
  render(s);
  if (changed) s.news.emit("cutoff", { cutoff: k });
  if (!final) return;
  s.tab.dispatch(edited(s, s.rows));
  announce(s, k === null ? "cutoff_none" : "cutoff", { k });
}
