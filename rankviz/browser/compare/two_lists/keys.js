// The keys of the two lists.

import { discardDocument, exchangeLists, placeDocument, regrade, setCutoff, shift, shiftCutoff, undoOrRedo } from "./edits.js";
import { opposite, rankIn, SIDES } from "./model.js";
import { focusOn, shownPool } from "./painting.js";
import { openPicker } from "./picker.js";

export function handleKey(s, event) {
  if (event.target.matches("input, textarea") || event.isComposing) return;
  const node = event.target.closest("[data-key]");
  const place = node && { side: node.dataset.side, key: node.dataset.key, id: node.dataset.id };
  // Caps lock must not turn k into K.
  const name = /^[a-z]$/i.test(event.key) ? event.key[event.shiftKey ? "toUpperCase" : "toLowerCase"]() : event.key;
  let act;
  if (event.ctrlKey || event.metaKey) act = /^[zZy]$/.test(name) && listKey(s, name);
  else if (event.altKey) act = place && place.side !== "shelf" && !s.locked && altKey(s, name, place);
  else act = (place && documentKey(s, name, place, event)) || (event.target === s.pill && pillKey(s, name)) || listKey(s, name);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  if (!s.tab.isListSwitchPending() || /^[zZy]$/.test(name)) return act();
  const again = new KeyboardEvent("keydown", event);
  s.tab.afterPending(() => (s.root.activeElement ?? s.box).dispatchEvent(again));
}

function altKey(s, name, { side, key }) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[name];
  return step && (() => shift(s, side, key, step));
}

// What the arrow keys go through: a list, then the documents that neither list has.
function placesOf(s, side) {
  const shelf = [...s.chips.children].map((node) => ({ side: "shelf", key: node.dataset.key }));
  return side === "shelf" ? [...placesOf(s, "a")] : [...s.layout[side].map(({ key }) => ({ side, key })), ...shelf];
}

function documentKey(s, name, place, event) {
  const all = placesOf(s, place.side);
  const i = all.findIndex(({ side, key }) => side === place.side && key === place.key);
  const goTo = (target) => target && (() => focusOn(s, target));
  const otherPlace = () => {
    const side = opposite(place.side);
    const line = s.layout[side].find(({ ids }) => ids.includes(place.id));
    return line && { side, key: line.key };
  };
  const isShelf = place.side === "shelf";
  const moves = {
    ArrowUp: goTo(all[Math.max(0, i - 1)]),
    ArrowDown: goTo(all[Math.min(all.length - 1, i + 1)]),
    ArrowLeft: isShelf ? goTo(all[Math.max(0, i - 1)]) : place.side === "b" && goTo(otherPlace()),
    ArrowRight: isShelf ? goTo(all[Math.min(all.length - 1, i + 1)]) : place.side === "a" && goTo(otherPlace()),
    Home: goTo(all[0]),
    End: goTo(all.at(-1)),
  };
  if (moves[name]) return moves[name];
  if (place.key.startsWith("\n")) return name === "Enter" && (() => event.target.closest(".row").querySelector("button").click());
  if (s.locked) return undefined;
  if (/^[0-9]$/.test(name)) return () => regrade(s, place.id, Number(name));
  const isIn = !isShelf && rankIn(shownPool(s), place.side, place.key);
  const out = isShelf ? () => discardDocument(s, place.id) : isIn && (() => placeDocument(s, place.side, place.key, null));
  return {
    Enter: event.target.dataset.key && (() => openPicker(s, place)),
    u: () => regrade(s, place.id, null),
    m: isShelf ? undefined : () => placeDocument(s, place.side, place.key, isIn ? null : s.pool.rows[place.side].length),
    Delete: out,
    Backspace: out, // sent by the Delete key of a Mac
  }[name];
}

function pillKey(s, name) {
  if (s.fixed) return undefined;
  const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[name];
  if (step) return () => shiftCutoff(s, step);
  const n = Math.max(...SIDES.map((side) => s.pool.rows[side].length));
  return { Home: () => setCutoff(s, 1), End: () => setCutoff(s, n) }[name];
}

function listKey(s, name) {
  const always = {
    Escape: () => {
      s.selected = null;
      s.news.emit("document", { id: null, pinned: true });
    },
    "[": () => s.news.emit("step", { act: "previous" }),
    "]": () => s.news.emit("step", { act: "next" }),
  };
  if (s.locked || always[name]) return always[name];
  return {
    s: () => exchangeLists(s),
    ...(!s.fixed && { k: () => shiftCutoff(s, -1), K: () => shiftCutoff(s, 1) }),
    z: () => undoOrRedo(s, "undo"),
    Z: () => undoOrRedo(s, "redo"),
    y: () => undoOrRedo(s, "redo"),
  }[name];
}
