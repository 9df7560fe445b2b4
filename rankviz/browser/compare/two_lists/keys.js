// The keys of the two lists.

import { cutoffKeys, doKey, ROW_STEPS, undoKeys } from "../../explore/ranking_list/common.js";
import { discardDocument, exchangeLists, placeDocument, regrade, setCutoff, shift } from "./edits.js";
import { rankIn, rowCount } from "./model.js";
import { focusOn, placeAt, placeOf, shownPool } from "./painting.js";
import { openPicker } from "./picker.js";

/** @import { TwoLists } from "./two_lists.js" */
/** @import { Side } from "./model.js" */
/** @import { Place } from "./painting.js" */
/** @import { Act, Acts } from "../../explore/ranking_list/common.js" */

/** @param {TwoLists} s @param {KeyboardEvent} event */
export function handleKey(s, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const place = placeAt(target);
  doKey(s, event, {
    entry: (name) => place && documentKey(s, name, place, target),
    move: (name) => place && moveKey(s, name, place),
    pill: (name) => keysOfCutoff(s)?.pill[name],
    list: (name) => listKey(s, name),
  });
}

/** @param {TwoLists} s */
function keysOfCutoff(s) {
  return s.fixed ? undefined : cutoffKeys(s, s.pool.cutoff, rowCount(s.pool), (k) => setCutoff(s, k));
}

/** @param {TwoLists} s @param {string} name @param {Place} place @returns {Act | undefined} */
function moveKey(s, name, { side, key }) {
  const step = ROW_STEPS[name];
  return step && side !== "shelf" ? () => shift(s, side, key, step) : undefined;
}

/**
 * What the arrow keys go through: a list, then the documents that neither list has.
 *
 * @param {TwoLists} s
 * @param {Place["side"]} side
 * @returns {Place[]}
 */
function placesOf(s, side) {
  if (side === "shelf") return placesOf(s, "a");
  const shelf = /** @type {HTMLElement[]} */ ([...s.chips.children]).map((node) => placeOf(node));
  return [...s.layout[side].map(({ key }) => ({ side, key })), ...shelf];
}

/**
 * @param {TwoLists} s
 * @param {string} name
 * @param {Place} place
 * @param {HTMLElement} target
 * @returns {Act | undefined}
 */
function documentKey(s, name, place, target) {
  const all = placesOf(s, place.side);
  const i = all.findIndex(({ side, key }) => side === place.side && key === place.key);
  const goTo = (/** @type {Place | undefined} */ to) => to && (() => focusOn(s, to));
  const id = place.id ?? "";
  const otherPlace = (/** @type {Side} */ side) => {
    const line = s.layout[side].find(({ ids }) => ids.includes(id));
    return line && { side, key: line.key };
  };
  const side = place.side === "shelf" ? null : place.side;
  const isShelf = side === null;
  /** @type {Acts} */
  const moves = {
    ArrowUp: goTo(all[Math.max(0, i - 1)]),
    ArrowDown: goTo(all[Math.min(all.length - 1, i + 1)]),
    ArrowLeft: isShelf ? goTo(all[Math.max(0, i - 1)]) : side === "b" ? goTo(otherPlace("a")) : undefined,
    ArrowRight: isShelf ? goTo(all[Math.min(all.length - 1, i + 1)]) : side === "a" ? goTo(otherPlace("b")) : undefined,
    Home: goTo(all[0]),
    End: goTo(all.at(-1)),
  };
  if (moves[name]) return moves[name];
  if (place.key.startsWith("\n")) return name === "Enter" ? () => target.closest(".row")?.querySelector("button")?.click() : undefined;
  if (s.locked) return undefined;
  if (/^[0-9]$/.test(name)) return () => regrade(s, id, Number(name));
  const isIn = side !== null && rankIn(shownPool(s), side, place.key) !== null;
  const takeOut = side !== null && isIn ? () => placeDocument(s, side, place.key, null) : undefined;
  const out = isShelf ? () => discardDocument(s, id) : takeOut;
  /** @type {Acts} */
  const acts = {
    Enter: target.dataset.key ? () => openPicker(s, place) : undefined,
    u: () => regrade(s, id, null),
    m: side === null ? undefined : () => placeDocument(s, side, place.key, isIn ? null : s.pool.rows[side].length),
    Delete: out,
    Backspace: out, // sent by the Delete key of a Mac
  };
  return acts[name];
}

/** @param {TwoLists} s @param {string} name */
function listKey(s, name) {
  /** @type {Acts} */
  const always = {
    Escape: () => {
      s.selected = null;
      s.news.emit("document", { id: null, pinned: true });
    },
    "[": () => s.news.emit("step", { act: "previous" }),
    "]": () => s.news.emit("step", { act: "next" }),
  };
  if (s.locked || always[name]) return always[name];
  /** @type {Acts} */
  const acts = { s: () => exchangeLists(s), ...keysOfCutoff(s)?.list, ...undoKeys(s) };
  return acts[name];
}
