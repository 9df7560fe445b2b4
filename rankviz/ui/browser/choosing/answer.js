// What the middle of a question tells the answer panel beside it: the answer as it stands, which the panel has checked.

import { choose } from "../kit/work.js";

/** @typedef {import("../kit/part.js").Drawn} Drawn */

/**
 * Answer by what stands there now.
 *
 * @param {Drawn} s
 * @param {string} text
 */
export function answer(s, text) {
  s.answer = text;
  choose(s.data.at, text);
}

/**
 * Enter checks, wherever in a middle the focus is; a button is pressed by it.
 *
 * @param {Drawn} s
 * @param {HTMLElement} node
 */
export function checksByEnter(s, node) {
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.repeat || !s.answer) return;
    if (event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    choose(s.data.at, s.answer, true);
  });
}
