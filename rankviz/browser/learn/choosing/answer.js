// What the middle of a question has the answer panel beside it check: the answer as it stands.

import { setDraftAnswer, draftAnswer } from "../../kit/work.js";

/** @typedef {import("../../kit/part.js").PartState} Drawn */

/**
 * Enter checks, wherever in a middle the focus is; a button is pressed by it.
 *
 * @param {Drawn} s
 * @param {HTMLElement} node
 */
export function checksByEnter(s, node) {
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.repeat) return;
    if (event.target instanceof HTMLButtonElement || draftAnswer.number !== s.data.at || !draftAnswer.text) return;
    event.preventDefault();
    setDraftAnswer(draftAnswer.number, draftAnswer.text, true);
  });
}
