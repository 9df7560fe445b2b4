// Names that have no room are cut in their middle: the ids of one collection begin alike and differ at their ends.

import { el } from "./elements.js";

const END = 8; // letters of the half that gives way last
const SHORT = 5; // letters of a name that is left whole
const JOINED = /[\p{M}\u200d\u0590-\u08ff\u0900-\u0dff\ud800-\udfff]/u; // what must not be torn apart

/**
 * Write a name whose middle gives way where there is no room for all of it; its style sheet is the kit's.
 *
 * @param {Element} node
 * @param {string} name
 */
export function writeName(node, name) {
  if (node.textContent === name) return;
  const isLong = name.length > SHORT && !JOINED.test(name);
  const end = Math.min(END, name.length >> 1);
  node.classList.toggle("halves", isLong);
  if (isLong) node.replaceChildren(el("span", "", name.slice(0, -end)), el("span", "", name.slice(-end)));
  else node.textContent = name;
}

/**
 * The longest form of a name that fits: whole, or with "…" for its middle.
 *
 * @param {string} name
 * @param {(text: string) => boolean} fits
 */
export function shortened(name, fits) {
  const letters = [...name];
  let [text, kept] = [name, letters.length];
  while (kept > 0 && !fits(text)) {
    kept -= 1;
    const halves = [letters.slice(0, Math.ceil(kept / 2)), letters.slice(letters.length - Math.floor(kept / 2))];
    text = `${halves[0].join("").trimEnd()}…${halves[1].join("").trimStart()}`;
  }
  return text;
}
