// Options of which one is chosen: radio buttons, each with what it stands for.

import { el } from "../../kit/elements.js";
import { setDraftAnswer, TICK } from "../../kit/learn_actions.js";
import { checkByEnter } from "./answer.js";
import { icon } from "../../kit/svg.js";

/** @import { BodyPart } from "./answer.js" */
/** @import { Body, OptionsPayload } from "../question_body/payload.d.ts" */

/**
 * @param {BodyPart<OptionsPayload>} s
 * @param {string} key
 * @param {string} className
 * @param {string} label what it is called
 * @param {...(Node | null)} more of the same option
 */
export function option(s, key, className, label, ...more) {
  const { is_finished: isFinished, chosen, right, number } = s.data;
  const value = s.data.options.find((each) => each.key === key)?.value;
  const input = el("input", "", { type: "radio", name: `answer-${number}`, value: key, "aria-label": label });
  input.checked = chosen === key;
  input.disabled = isFinished;
  const isRight = isFinished && key === right;
  const head = el("span", "option", input, ...more.slice(0, 1), value && el("b", "value", value), isRight && el("span", "tick", { role: "img", "aria-label": s.data.right_label }, icon(TICK)));
  return el("label", `${className}${isRight ? " right" : ""}`, { "data-key": key }, head, ...more.slice(1));
}

/**
 * The options in a fieldset; a choice becomes the draft answer at once.
 *
 * @param {BodyPart<OptionsPayload>} s
 * @param {HTMLElement[]} options
 */
export function group(s, options) {
  const box = el("fieldset", "options", el("legend", "away", s.data.legend), ...options);
  box.addEventListener("change", ({ target }) => target instanceof HTMLInputElement && setDraftAnswer(s.data.number, target.value));
  checkByEnter(s, box);
  setDraftAnswer(s.data.number, s.data.is_finished ? "" : s.data.chosen);
  return box;
}

/**
 * Whether the middle must be built anew: for another question, or once it is finished. Otherwise it keeps its focus.
 *
 * @param {BodyPart<Body>} s
 */
export function isNew(s) {
  const { key: question, is_finished: isFinished } = s.data;
  const key = `${question} ${isFinished} ${document.documentElement.lang}`;
  const changes = s.key !== key;
  s.key = key;
  return changes;
}
