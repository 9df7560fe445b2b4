// The menu that opens at a grade: the grades, a field for other grades, and buttons that move the document.

import { el, fillTemplate, write } from "../../kit/elements.js";
import { elementsIn } from "../../kit/find_elements.js";
import { parsed } from "../../kit/numbers.js";
import { popover } from "../../kit/popover.js";
import { moveFocusByKeys } from "../../kit/roving_focus.js";
import { discardDocument, placeDocument, regrade } from "./edits.js";
import { rankIn, SIDES } from "./model.js";
import { focusOn } from "./painting.js";

/** @import { TwoLists } from "./two_lists.js" */
/** @import { Side } from "./model.js" */
/** @import { Place } from "./painting.js" */

/** The fields and buttons of the menu, put into it. @param {HTMLElement} picker */
export function pickerFields(picker) {
  const gradeButtons = [0, 1, 2, 3, 4, "?"].map((value) => el("button", "grade", { "data-grade": value }, String(value)));
  const other = el("input", "", { inputmode: "decimal", autocomplete: "off" });
  const wrong = el("p", "error", { role: "alert" });
  const actions = el("div", "acts");
  picker.append(el("div", "grades", ...gradeButtons, other), wrong, actions);
  return { gradeButtons, other, wrong, actions };
}

/** @param {TwoLists} s @param {Place} place */
export function openPicker(s, { side, key, id = "" }) {
  const { picker } = s;
  s.picked = { side, key, id };
  picker.ariaLabel = fillTemplate(s.t.grade_for, { name: id });
  const grade = s.pool.grades.get(id) ?? null;
  let chosen = /** @type {HTMLElement | null} */ (null);
  for (const button of s.gradeButtons) {
    const isChosen = (button.dataset.grade === "?" ? null : Number(button.dataset.grade)) === grade;
    button.ariaPressed = String(isChosen);
    if (isChosen) chosen = button;
  }
  s.other.value = s.other.defaultValue = chosen ? "" : String(grade);
  s.other.ariaLabel = s.t.other;
  s.other.placeholder = s.t.other_hint;
  showInvalid(s, false);
  s.actions.replaceChildren(...actionsOf(s, side, key, id));
  picker.classList.toggle("under", side === "shelf");
  picker.classList.toggle("right", side === "b");
  picker.showPopover({ source: s.dom[side].get(key)?.node });
  (chosen ?? s.gradeButtons[0]).focus();
}

/**
 * @param {TwoLists} s
 * @param {Place["side"]} side
 * @param {string} key
 * @param {string} id
 */
function actionsOf(s, side, key, id) {
  const action = (/** @type {string} */ text, /** @type {() => void} */ run) => {
    const button = el("button", "", text);
    button.onclick = () => closeAndRun(s, run);
    return button;
  };
  const into = (/** @type {Side} */ to) =>
    action(fillTemplate(s.t.put_into, { side: to.toUpperCase() }), () => placeDocument(s, to, id, s.pool.rows[to].length));
  if (side === "shelf") return [...SIDES.map(into), action(s.t.remove, () => discardDocument(s, id))];
  if (!rankIn(s.pool, side, key)) return [into(side)];
  return [action(fillTemplate(s.t.take_out, { side: side.toUpperCase() }), () => placeDocument(s, side, key, null))];
}

/** @param {TwoLists} s @param {boolean} isInvalid */
function showInvalid(s, isInvalid) {
  s.other.ariaInvalid = String(isInvalid);
  write(s.wrong, isInvalid ? s.t.invalid : "");
}

function commitField(/** @type {TwoLists} */ s) {
  const text = s.other.value.trim();
  const value = text ? parsed(text) : null;
  const isInvalid = Boolean(text) && !(Math.abs(Number(value)) <= s.data.max_grade);
  showInvalid(s, isInvalid);
  if (isInvalid) return false;
  if (text) regrade(s, s.picked.id, value);
  return true;
}

/** @param {TwoLists} s @param {() => void} run */
function closeAndRun(s, run) {
  s.picker.hidePopover();
  focusOn(s, s.picked);
  run();
}

export function wirePicker(/** @type {TwoLists} */ s) {
  for (const button of s.gradeButtons) {
    const value = button.dataset.grade === "?" ? null : Number(button.dataset.grade);
    button.onclick = () => closeAndRun(s, () => regrade(s, s.picked.id, value));
  }
  s.other.onchange = () => commitField(s);
  s.other.onkeydown = (event) => {
    if (event.key === "Escape") s.other.value = s.other.defaultValue; // closing would commit the typed text
    else if (event.key === "Enter" && commitField(s)) closeAndRun(s, () => {});
  };
  s.picker.onkeydown = (event) => {
    event.stopPropagation();
    if (/** @type {Element} */ (event.target).matches("input") || event.ctrlKey || event.metaKey || event.altKey) return;
    const value = /^[0-9]$/.test(event.key) ? Number(event.key) : /^[u?]$/.test(event.key) ? null : undefined;
    if (value === undefined) return;
    closeAndRun(s, () => regrade(s, s.picked.id, value));
    event.preventDefault();
  };
  moveFocusByKeys(s.picker, () => elementsIn(s.picker, "button, input"), { axis: "x", wraps: true });
  popover(s.picker, () => focusOn(s, s.picked, false));
  s.picker.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !s.picker.contains(/** @type {Node} */ (relatedTarget))) s.picker.hidePopover();
  });
}
