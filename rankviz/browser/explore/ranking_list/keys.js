// The keys of the list.

import { add, history, moveTo, regrade, remove, setCutoff, shelve, shiftCutoff } from "./edits.js";
import { entryOf, indexOf } from "./model.js";
import { rename } from "./names.js";
import { focus, point } from "./painting.js";
import { openPicker } from "./picker.js";

export function keyIn(s, event) {
  if (event.target.matches("input") || event.isComposing) return;
  const held = event.target.closest("[data-key]");
  const key = held && Number(held.dataset.key);
  // Caps lock must not turn k into K.
  const name = /^[a-z]$/i.test(event.key) ? event.key[event.shiftKey ? "toUpperCase" : "toLowerCase"]() : event.key;
  let act;
  if (event.ctrlKey || event.metaKey) act = /^[zZy]$/.test(name) && listKey(s, name);
  else if (event.altKey) act = held && !s.locked && altKey(s, name, key);
  else act = (held && itemKey(s, name, key, event)) || (event.target === s.pill && pillKey(s, name)) || listKey(s, name);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  // While an undo is on its way the list on screen is out of date: what is typed meanwhile is done to the one that comes.
  if (!s.tab.isListSwitchPending() || /^[zZy]$/.test(name)) return act();
  const again = new KeyboardEvent("keydown", event);
  s.tab.afterPending(() => (s.root.activeElement ?? s.box).dispatchEvent(again));
}

function altKey(s, name, key) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[name];
  return step && (() => moveTo(s, key, indexOf(s, key) + step));
}

function itemKey(s, name, key, event) {
  const all = [...s.rows, ...s.missed];
  const { i, list, shown } = entryOf(s, key);
  const place = shown ? i : s.rows.length + i;
  const go = (item) => item && (() => focus(s, item.key));
  if (!shown && name === "ArrowLeft") return go(list[i - 1]);
  if (!shown && name === "ArrowRight") return go(list[i + 1]);
  const moves = {
    ArrowUp: () => focus(s, all[Math.max(0, place - 1)].key),
    ArrowDown: () => focus(s, all[Math.min(all.length - 1, place + 1)].key),
    Home: () => focus(s, list[0].key),
    End: () => focus(s, list[list.length - 1].key),
  };
  if (s.locked || moves[name]) return moves[name];
  if (/^[0-9]$/.test(name)) return () => regrade(s, key, Number(name));
  return {
    Enter: event.target.dataset.key && (() => openPicker(s, key)),
    u: () => regrade(s, key, null),
    m: () => shelve(s, key),
    Delete: () => remove(s, key),
    Backspace: () => remove(s, key), // what the Delete key of a Mac sends
    F2: () => rename(s, key),
  }[name];
}

// The line goes the way of the arrow.
function pillKey(s, name) {
  if (name === "Enter") return () => s.pill.click(); // its card
  if (s.fixed) return undefined;
  const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[name];
  if (step) return () => shiftCutoff(s, step);
  return { Home: () => setCutoff(s, 1), End: () => setCutoff(s, s.rows.length) }[name];
}

function listKey(s, name) {
  const always = {
    Escape: () => {
      s.selected = null;
      point(s, null, true);
    },
  };
  if (s.locked || always[name]) return always[name];
  return {
    a: () => add(s, false),
    ...(!s.fixed && { k: () => shiftCutoff(s, -1), K: () => shiftCutoff(s, 1) }),
    z: () => history(s, "undo"),
    Z: () => history(s, "redo"),
    y: () => history(s, "redo"),
  }[name];
}
