// Options of which one is chosen: radio buttons, each with what it stands for.

import { el, icon } from "../../kit/elements.js";
import { setDraftAnswer, TICK } from "../../kit/work.js";
import { checksByEnter } from "./answer.js";

/** @typedef {import("./answer.js").Drawn} Drawn */

/**
 * @param {Drawn} s
 * @param {string} key
 * @param {string} className
 * @param {string} label what it is called
 * @param {...(Node | null)} more of the same option
 */
export function option(s, key, className, label, ...more) {
  const { over, chosen, right, at } = s.data;
  const { value } = s.data.options.find((/** @type {{ key: string }} */ each) => each.key === key);
  const input = el("input", "", { type: "radio", name: `answer-${at}`, value: key, "aria-label": label });
  input.checked = chosen === key;
  input.disabled = over;
  const isRight = over && key === right;
  const head = el("span", "option", input, ...more.slice(0, 1), value && el("b", "value", value), isRight && el("span", "tick", { role: "img", "aria-label": s.data.is_right }, icon(TICK)));
  return el("label", `${className}${isRight ? " right" : ""}`, { "data-key": key }, head, ...more.slice(1));
}

/**
 * All of them, in a group; what is chosen is told at once.
 *
 * @param {Drawn} s
 * @param {HTMLElement[]} options
 */
export function group(s, options) {
  const box = el("fieldset", "options", el("legend", "away", s.data.legend), ...options);
  box.addEventListener("change", ({ target }) => target instanceof HTMLInputElement && setDraftAnswer(s.data.at, target.value));
  checksByEnter(s, box);
  setDraftAnswer(s.data.at, s.data.over ? "" : s.data.chosen);
  return box;
}

/**
 * Whether a middle is to be built anew: for another question, or once the answer may be seen. What stands there keeps its focus.
 *
 * @param {Drawn} s
 */
export function isNew(s) {
  const { kind, at, over } = s.data;
  const key = `${kind} ${at} ${over} ${document.documentElement.lang}`;
  const changes = s.key !== key;
  s.key = key;
  return changes;
}
