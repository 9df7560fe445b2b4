// The keys of the two lists.

import { discard, exchange, history, place, regrade, setCutoff, shift, shiftCutoff } from "./edits.js";
import { opposite, rankIn, SIDES } from "./model.js";
import { focusOn, seen } from "./painting.js";
import { openPicker } from "./picker.js";

export function keyIn(s, event) {
  if (event.target.matches("input, textarea") || event.isComposing) return;
  const node = event.target.closest("[data-key]");
  const at = node && { side: node.dataset.side, key: node.dataset.key, id: node.dataset.id };
  // Caps lock must not turn k into K.
  const name = /^[a-z]$/i.test(event.key) ? event.key[event.shiftKey ? "toUpperCase" : "toLowerCase"]() : event.key;
  let act;
  if (event.ctrlKey || event.metaKey) act = /^[zZy]$/.test(name) && listKey(s, name);
  else if (event.altKey) act = at && at.side !== "shelf" && !s.locked && altKey(s, name, at);
  else act = (at && documentKey(s, name, at, event)) || (event.target === s.pill && pillKey(s, name)) || listKey(s, name);
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

// All that one walks through with the arrows: a list, then what neither has.
function linesOf(s, side) {
  const shelf = [...s.chips.children].map((node) => ({ side: "shelf", key: node.dataset.key }));
  return side === "shelf" ? [...linesOf(s, "a")] : [...s.layout[side].map(({ key }) => ({ side, key })), ...shelf];
}

function documentKey(s, name, at, event) {
  const all = linesOf(s, at.side);
  const i = all.findIndex(({ side, key }) => side === at.side && key === at.key);
  const go = (to) => to && (() => focusOn(s, to));
  const across = () => {
    const side = opposite(at.side);
    const line = s.layout[side].find(({ ids }) => ids.includes(at.id));
    return line && { side, key: line.key };
  };
  const isShelf = at.side === "shelf";
  const moves = {
    ArrowUp: go(all[Math.max(0, i - 1)]),
    ArrowDown: go(all[Math.min(all.length - 1, i + 1)]),
    ArrowLeft: isShelf ? go(all[Math.max(0, i - 1)]) : at.side === "b" && go(across()),
    ArrowRight: isShelf ? go(all[Math.min(all.length - 1, i + 1)]) : at.side === "a" && go(across()),
    Home: go(all[0]),
    End: go(all.at(-1)),
  };
  if (moves[name]) return moves[name];
  if (at.key.startsWith("\n")) return name === "Enter" && (() => event.target.closest(".row").querySelector("button").click());
  if (s.locked) return undefined;
  if (/^[0-9]$/.test(name)) return () => regrade(s, at.id, Number(name));
  const isIn = !isShelf && rankIn(seen(s), at.side, at.key);
  const out = isShelf ? () => discard(s, at.id) : isIn && (() => place(s, at.side, at.key, null));
  return {
    Enter: event.target.dataset.key && (() => openPicker(s, at)),
    u: () => regrade(s, at.id, null),
    m: isShelf ? undefined : () => place(s, at.side, at.key, isIn ? null : s.pool.rows[at.side].length),
    Delete: out,
    Backspace: out, // what the Delete key of a Mac sends
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
    s: () => exchange(s),
    ...(!s.fixed && { k: () => shiftCutoff(s, -1), K: () => shiftCutoff(s, 1) }),
    z: () => history(s, "undo"),
    Z: () => history(s, "redo"),
    y: () => history(s, "redo"),
  }[name];
}
