// What the tab keeps outside of itself: parameters of the address, of the state and of what the page is asked; the past over a reload.

import * as where from "../kit/where.js";

/**
 * Those parameters of the address whose names are of a kind, as text.
 *
 * @param {(name: string) => boolean} which
 */
export const parameters = (which) => String(new URLSearchParams([...new URLSearchParams(where.search())].filter(([name]) => which(name))));

/**
 * Those of some parameters that have one of the names.
 *
 * @param {string[]} names
 */
export const pickParams = (names, text = "") => String(new URLSearchParams([...new URLSearchParams(text)].filter(([name]) => names.includes(name))));

/**
 * Parameters with some of them changed; "" takes one away.
 *
 * @param {string} text
 * @param {Record<string, string>} change
 */
export function mergeParams(text, change) {
  const all = new URLSearchParams(text);
  for (const [name, value] of Object.entries(change)) {
    if (value) all.set(name, value);
    else all.delete(name);
  }
  return String(all);
}

/**
 * What parameters had otherwise before they were changed; "" for those that were not there.
 *
 * @param {string} before
 * @param {string} after
 */
export function previousParams(before, after) {
  const [old, all] = [new URLSearchParams(before), new URLSearchParams(after)];
  const names = [...new Set([...old.keys(), ...all.keys()])].filter((name) => old.get(name) !== all.get(name));
  return String(new URLSearchParams(names.map((name) => [name, old.get(name) ?? ""])));
}

/**
 * The newest states that there is room for.
 *
 * @param {string[]} states
 * @param {number} most
 * @param {number} room characters
 */
export function trimHistory(states, most, room) {
  const from = states.findLastIndex((state, i) => (room -= state.length) < 0 && i < states.length - 1);
  return states.slice(Math.max(from + 1, states.length - most));
}

const STORE = "rankviz 4"; // another number where what is stored is of another shape

/** In the preview of a dialog the store is that of the page around it. */
export const isPreview = window.parent !== window && window.frameElement !== null;

/** What was kept over a reload, null where nothing was. */
export function stored() {
  try {
    return isPreview ? null : JSON.parse(sessionStorage.getItem(STORE) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Keep the first of some versions that there is room for.
 *
 * @param {unknown[]} versions
 */
export function saveFirstThatFits(versions) {
  for (const each of isPreview ? [] : versions) {
    try {
      return sessionStorage.setItem(STORE, JSON.stringify(each));
    } catch {
      // no room
    }
  }
}
