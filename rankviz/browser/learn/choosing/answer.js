// What the middle of a question has the answer panel beside it check: the answer as it stands.

import { choose, chosen } from "../../kit/work.js";

/** @typedef {import("../../kit/part.js").Drawn} Drawn */

/**
 * Enter checks, wherever in a middle the focus is; a button is pressed by it.
 *
 * @param {Drawn} s
 * @param {HTMLElement} node
 */
export function checksByEnter(s, node) {
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.repeat) return;
    if (event.target instanceof HTMLButtonElement || chosen.at !== s.data.at || !chosen.text) return;
    event.preventDefault();
    choose(chosen.at, chosen.text, true);
  });
}
