// The keys of the list.

import { elementAround } from "../../kit/find_elements.js";
import { add, history, moveTo, regrade, remove, setCutoff, shelve, shiftCutoff } from "./edits.js";
import { entryOf, indexOf } from "./model.js";
import { rename } from "./names.js";
import { focus, point } from "./painting.js";
import { openPicker } from "./picker.js";

/** @import { RankingList } from "./ranking_list.js" */
/** @import { Item } from "./model.js" */
/** @typedef {() => void} Act */
/** @typedef {Record<string, Act | undefined>} Acts by the key that is pressed */

/** @param {RankingList} s @param {KeyboardEvent} event */
export function keyIn(s, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.matches("input") || event.isComposing) return;
  const held = elementAround(target, "[data-key]");
  const key = held && Number(held.dataset.key);
  // Caps lock must not turn k into K.
  const name = /^[a-z]$/i.test(event.key) ? event.key[event.shiftKey ? "toUpperCase" : "toLowerCase"]() : event.key;
  /** @type {Act | undefined} */
  let act;
  if (event.ctrlKey || event.metaKey) act = /^[zZy]$/.test(name) ? listKey(s, name) : undefined;
  else if (event.altKey) act = key !== null && !s.locked ? altKey(s, name, key) : undefined;
  else act = (key !== null && itemKey(s, name, key, target)) || (target === s.pill && pillKey(s, name)) || listKey(s, name);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  // While an undo is on its way the list on screen is out of date: what is typed meanwhile is done to the one that comes.
  if (!s.tab.isListSwitchPending() || /^[zZy]$/.test(name)) return act();
  const again = new KeyboardEvent("keydown", event);
  s.tab.afterPending(() => (s.root.activeElement ?? s.box).dispatchEvent(again));
}

const STEPS = /** @type {Record<string, number>} */ ({ ArrowUp: -1, ArrowDown: 1 });
const PILL_STEPS = /** @type {Record<string, number>} */ ({ ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 });

/** @param {RankingList} s @param {string} name @param {number} key */
function altKey(s, name, key) {
  const step = STEPS[name];
  return step ? () => moveTo(s, key, indexOf(s, key) + step) : undefined;
}

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

/** The line goes the way of the arrow. @param {RankingList} s @param {string} name @returns {Act | undefined} */
function pillKey(s, name) {
  if (name === "Enter") return () => s.pill.click(); // its card
  if (s.fixed) return undefined;
  const step = PILL_STEPS[name];
  if (step) return () => shiftCutoff(s, step);
  /** @type {Acts} */
  const acts = { Home: () => setCutoff(s, 1), End: () => setCutoff(s, s.rows.length) };
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
  const acts = {
    a: () => add(s, false),
    ...(!s.fixed && { k: () => shiftCutoff(s, -1), K: () => shiftCutoff(s, 1) }),
    z: () => history(s, "undo"),
    Z: () => history(s, "redo"),
    y: () => history(s, "redo"),
  };
  return acts[name];
}
