// What opens at a grade, of one list or of two: the grades, and fields for other numbers.

import { el, write } from "../../kit/elements.js";
import { elementIn, elementsIn } from "../../kit/find_elements.js";
import { parsed } from "../../kit/numbers.js";
import { popover } from "../../kit/popover.js";
import { moveFocusByKeys } from "../../kit/roving_focus.js";

/**
 * @typedef {object} GradeMenu
 * @property {HTMLElement} picker
 * @property {HTMLElement[]} gradeButtons
 * @property {HTMLInputElement} other
 * @property {{ texts: Record<string, string>, max_grade: number }} data
 *
 * @typedef {object} NumberField
 * @property {HTMLInputElement} field
 * @property {string} error text for what is no such number
 * @property {() => number} most how far from 0 it may be
 * @property {(value: number | null) => void} take what was typed, null for nothing
 *
 * @typedef {object} Picked the entry whose menu is open
 * @property {() => boolean} exists it may be undone meanwhile
 * @property {(scroll?: boolean) => void} focus gives the focus back to it
 * @property {(grade: number | null) => void} regrade
 */

export const newField = () => el("input", "", { inputmode: "decimal", autocomplete: "off" });

/** Fill the row of grades of a menu. @param {HTMLElement} row */
export function gradeFields(row) {
  const gradeButtons = [0, 1, 2, 3, 4, "?"].map((value) => el("button", "grade", { "data-grade": value }, String(value)));
  const other = newField();
  row.append(...gradeButtons, other);
  return { gradeButtons, other };
}

const gradeOf = (/** @type {HTMLElement} */ button) => (button.dataset.grade === "?" ? null : Number(button.dataset.grade));

/**
 * Open the menu at an entry.
 *
 * @param {GradeMenu} s
 * @param {number | null} grade
 * @param {HTMLElement | undefined} source
 * @param {(value: number | null) => boolean} [isOffered]
 */
export function showGradeMenu(s, grade, source, isOffered = () => true) {
  const { texts } = s.data;
  const chosen = s.gradeButtons.find((button) => gradeOf(button) === grade);
  for (const button of s.gradeButtons) {
    button.hidden = !isOffered(gradeOf(button));
    button.ariaPressed = String(button === chosen);
    if (gradeOf(button) === null) button.ariaLabel = texts.unjudged;
  }
  s.other.value = s.other.defaultValue = chosen ? "" : String(grade);
  s.other.ariaLabel = texts.other;
  s.other.placeholder = texts.other_hint;
  showError(s, null);
  s.picker.showPopover({ source });
  (chosen ?? s.gradeButtons[0]).focus();
}

/** @param {GradeMenu} s @param {NumberField | null} wrong */
function showError(s, wrong) {
  for (const field of elementsIn(s.picker, "input")) field.ariaInvalid = String(field === wrong?.field);
  write(elementIn(s.picker, ".error"), wrong ? s.data.texts[wrong.error] : "");
}

/**
 * @param {GradeMenu} s
 * @param {Picked} picked
 * @param {NumberField[]} more fields besides that for other grades
 * @returns {(act: () => void) => void} closes the menu and does something to its entry
 */
export function wireGradeMenu(s, { exists, focus, regrade }, more = []) {
  const { picker } = s;
  const take = (/** @type {number | null} */ value) => value !== null && regrade(value);
  const other = { field: s.other, error: "invalid", most: () => s.data.max_grade, take };
  /** False if it is not a number. @param {NumberField} one */
  const commitField = (one) => {
    if (!exists()) return true;
    const text = one.field.value.trim();
    const value = text ? parsed(text) : null;
    const isBad = value !== null && !(Math.abs(value) <= one.most());
    showError(s, isBad ? one : null);
    if (!isBad) one.take(value);
    return !isBad;
  };
  const closeAndDo = (/** @type {() => void} */ act) => {
    picker.hidePopover();
    focus();
    act();
  };
  for (const button of s.gradeButtons) button.onclick = () => closeAndDo(() => regrade(gradeOf(button)));
  for (const one of [other, ...more]) {
    const { field } = one;
    field.onchange = () => commitField(one);
    field.onkeydown = (event) => {
      if (event.key === "Escape") field.value = field.defaultValue; // closing would take over what was typed
      else if (event.key === "Enter" && commitField(one)) closeAndDo(() => {});
    };
  }
  picker.onkeydown = (event) => {
    event.stopPropagation();
    if (/** @type {Element} */ (event.target).matches("input") || event.ctrlKey || event.metaKey || event.altKey) return;
    const value = /^[0-9]$/.test(event.key) ? Number(event.key) : /^[u?]$/.test(event.key) ? null : undefined;
    if (value === undefined) return;
    closeAndDo(() => regrade(value));
    event.preventDefault();
  };
  const isSeen = (/** @type {HTMLElement} */ node) => node.offsetParent !== null;
  moveFocusByKeys(picker, () => elementsIn(picker, "button, input").filter(isSeen), { axis: "x", wraps: true });
  popover(picker, () => focus(false));
  picker.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !picker.contains(/** @type {Node} */ (relatedTarget))) picker.hidePopover();
  });
  return closeAndDo;
}
