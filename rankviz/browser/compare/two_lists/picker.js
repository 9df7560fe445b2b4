// The menu that opens at a grade: the grades, a field for other grades, and buttons that move the document.

import { el, fillTemplate } from "../../kit/elements.js";
import { gradeFields, showGradeMenu, wireGradeMenu } from "../../explore/ranking_list/grade_menu.js";
import { discardDocument, placeDocument, regrade } from "./edits.js";
import { rankIn, SIDES } from "./model.js";
import { focusOn } from "./painting.js";

/** @import { TwoLists } from "./two_lists.js" */
/** @import { Side } from "./model.js" */
/** @import { Place } from "./painting.js" */

/** The fields and buttons of the menu, put into it. @param {HTMLElement} picker */
export function pickerFields(picker) {
  const grades = el("div", "grades");
  const actions = el("div", "acts");
  picker.append(grades, el("p", "error", { role: "alert" }), actions);
  return { ...gradeFields(grades), actions };
}

/** @param {TwoLists} s @param {Place} place */
export function openPicker(s, { side, key, id = "" }) {
  const { picker } = s;
  s.picked = { side, key, id };
  picker.ariaLabel = fillTemplate(s.t.grade_for, { name: id });
  s.actions.replaceChildren(...actionsOf(s, side, key, id));
  picker.classList.toggle("under", side === "shelf");
  picker.classList.toggle("right", side === "b");
  showGradeMenu(s, s.pool.grades.get(id) ?? null, s.dom[side].get(key)?.node);
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
    button.onclick = () => s.closeAndDo(run);
    return button;
  };
  const into = (/** @type {Side} */ to) =>
    action(fillTemplate(s.t.put_into, { side: to.toUpperCase() }), () => placeDocument(s, to, id, s.pool.rows[to].length));
  if (side === "shelf") return [...SIDES.map(into), action(s.t.remove, () => discardDocument(s, id))];
  if (!rankIn(s.pool, side, key)) return [into(side)];
  return [action(fillTemplate(s.t.take_out, { side: side.toUpperCase() }), () => placeDocument(s, side, key, null))];
}

/** Gives what closes the menu and does something to its document. @param {TwoLists} s */
export function wirePicker(s) {
  return wireGradeMenu(s, {
    exists: () => s.pool.grades.has(s.picked.id),
    focus: (scroll) => focusOn(s, s.picked, scroll),
    regrade: (grade) => regrade(s, s.picked.id, grade),
  });
}
