// Enter in the middle of a question has the answer panel check the chosen answer.

import { setDraftAnswer, draftAnswer } from "../../kit/learn_actions.js";

/** @typedef {import("../../kit/part.js").PartState} Drawn */

/**
 * Check the answer by Enter, wherever in the middle the focus is; on a button Enter presses it.
 *
 * @param {Drawn} s
 * @param {HTMLElement} node
 */
export function checkByEnter(s, node) {
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.repeat) return;
    if (event.target instanceof HTMLButtonElement || draftAnswer.number !== s.data.number || !draftAnswer.text) return;
    event.preventDefault();
    setDraftAnswer(draftAnswer.number, draftAnswer.text, true);
  });
}
