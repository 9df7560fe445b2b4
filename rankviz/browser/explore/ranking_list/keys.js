// The keys of the list.

import { elementAround } from "../../kit/find_elements.js";
import { cutoffKeys, doKey, ROW_STEPS, undoKeys } from "./common.js";
import { add, moveTo, regrade, remove, setCutoff, shelve } from "./edits.js";
import { entryOf, indexOf } from "./model.js";
import { rename } from "./names.js";
import { focus, point } from "./painting.js";
import { openPicker } from "./picker.js";

/** @import { RankingList } from "./ranking_list.js" */
/** @import { Item } from "./model.js" */
/** @import { Act, Acts } from "./common.js" */

/** @param {RankingList} s @param {KeyboardEvent} event */
export function keyIn(s, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const held = elementAround(target, "[data-key]");
  const key = held && Number(held.dataset.key);
  doKey(s, event, {
    entry: (name) => (key === null ? undefined : itemKey(s, name, key, target)),
    move: (name) => (key !== null && ROW_STEPS[name] ? () => moveTo(s, key, indexOf(s, key) + ROW_STEPS[name]) : undefined),
    pill: (name) => (name === "Enter" ? () => s.pill.click() : keysOfCutoff(s)?.pill[name]), // Enter opens its card
    list: (name) => listKey(s, name),
  });
}

/** @param {RankingList} s */
const keysOfCutoff = (s) => (s.fixed ? undefined : cutoffKeys(s, s.cutoff, s.rows.length, (k) => setCutoff(s, k)));

/**
 * @param {RankingList} s
 * @param {string} name
 * @param {number} key of the entry
 * @param {HTMLElement} target
 * @returns {Act | undefined}
 */
function itemKey(s, name, key, target) {
  const all = [...s.rows, ...s.missed];
  const { i, list, shown } = entryOf(s, key);
  const place = shown ? i : s.rows.length + i;
  const go = (/** @type {Item | undefined} */ item) => item && (() => focus(s, item.key));
  if (!shown && name === "ArrowLeft") return go(list[i - 1]);
  if (!shown && name === "ArrowRight") return go(list[i + 1]);
  /** @type {Acts} */
  const moves = {
    ArrowUp: () => focus(s, all[Math.max(0, place - 1)].key),
    ArrowDown: () => focus(s, all[Math.min(all.length - 1, place + 1)].key),
    Home: () => focus(s, list[0].key),
    End: () => focus(s, list[list.length - 1].key),
  };
  if (s.locked || moves[name]) return moves[name];
  if (/^[0-9]$/.test(name)) return () => regrade(s, key, Number(name));
  /** @type {Acts} */
  const acts = {
    Enter: target.dataset.key ? () => openPicker(s, key) : undefined,
    u: () => regrade(s, key, null),
    m: () => shelve(s, key),
    Delete: () => remove(s, key),
    Backspace: () => remove(s, key), // what the Delete key of a Mac sends
    F2: () => rename(s, key),
  };
  return acts[name];
}

/** @param {RankingList} s @param {string} name */
function listKey(s, name) {
  /** @type {Acts} */
  const always = {
    Escape: () => {
      s.selected = null;
      point(s, null, true);
    },
  };
  if (s.locked || always[name]) return always[name];
  /** @type {Acts} */
  const acts = { a: () => add(s, false), ...keysOfCutoff(s)?.list, ...undoKeys(s) };
  return acts[name];
}
