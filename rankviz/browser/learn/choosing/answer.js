// Enter in the middle of a question has the answer panel check the chosen answer.

import { setDraftAnswer, draftAnswer } from "../../kit/learn_actions.js";

/** @import { Body } from "../question_body/payload.d.ts" */
/**
 * The middle of a question; by `key` it tells one question from the next.
 *
 * @template {Body} D
 * @typedef {import("../../kit/part.js").Drawn<D> & { key: string }} BodyPart
 */

/**
 * Check the answer by Enter, wherever in the middle the focus is; on a button Enter presses it.
 *
 * @param {BodyPart<Body>} s
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
