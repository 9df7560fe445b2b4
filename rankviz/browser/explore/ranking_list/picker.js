// What opens at a grade: the grades, a field for any other, the score, and what else can be done to the entry.

import { fillTemplate, write } from "../../kit/elements.js";
import { elementIn, elementsIn } from "../../kit/find_elements.js";
import { parsed } from "../../kit/numbers.js";
import { popover } from "../../kit/popover.js";
import { moveFocusByKeys } from "../../kit/roving_focus.js";
import { isRefused, regrade, remove, rescore, shelve } from "./edits.js";
import { built } from "./markup.js";
import { entryOf, find } from "./model.js";
import { rename } from "./names.js";
import { focus, nodeOf, select } from "./painting.js";

/** @import { RankingList } from "./ranking_list.js" */

/** The fields and buttons of the menu, put into it. @param {HTMLElement} picker */
export function pickerFields(picker) {
  const grades = elementIn(picker, ".grades");
  for (const value of [0, 1, 2, 3, 4, "?"]) {
    const button = built(`<button class="grade" data-grade="${value}">${value}</button>`);
    if (value === "?") button.dataset.label = "unjudged";
    grades.append(button);
  }
  const gradeButtons = /** @type {HTMLElement[]} */ ([...grades.children]);
  const other = /** @type {HTMLInputElement} */ (built('<input inputmode="decimal" autocomplete="off" data-label="other" data-hint="other_hint">'));
  grades.append(other);
  return { gradeButtons, other, score: /** @type {HTMLInputElement} */ (elementIn(picker, ".score input")) };
}

/** @param {RankingList} s @param {number} key */
export function openPicker(s, key) {
  const { item, shown } = entryOf(s, key);
  if (isRefused(s, shown ? "grade" : "")) return;
  const { texts, top, only } = s.data;
  const { picker } = s;
  select(s, key);
  s.picked = key;
  picker.ariaLabel = fillTemplate(texts.grade_for, { name: item.id });
  let chosen = /** @type {HTMLElement | null} */ (null);
  for (const button of s.gradeButtons) {
    const value = button.dataset.grade === "?" ? null : Number(button.dataset.grade);
    button.hidden = top === undefined ? value === null && !shown : value === null || value > top;
    button.ariaPressed = String(value === item.grade);
    if (value === item.grade) chosen = button;
  }
  s.other.value = s.other.defaultValue = chosen ? "" : String(item.grade);
  s.score.value = s.score.defaultValue = String(item.score ?? "");
  elementIn(picker, ".score").hidden = Boolean(only) || !shown || !s.rows.some((row) => row.score !== null);
  complain(s, s.other, false);
  write(elementIn(picker, "[data-act=shelve]"), shown ? texts.to_shelf : texts.to_list);
  s.other.hidden = elementIn(picker, ".acts").hidden = Boolean(only);
  picker.classList.toggle("under", !shown);
  picker.showPopover({ source: nodeOf(s, key) });
  (chosen ?? s.gradeButtons[0]).focus();
}

/** @param {RankingList} s @param {HTMLInputElement} field @param {boolean} bad */
function complain(s, field, bad) {
  for (const one of [s.other, s.score]) one.ariaInvalid = String(bad && one === field);
  write(elementIn(s.picker, ".error"), bad ? s.data.texts[field === s.score ? "invalid_score" : "invalid"] : "");
}

/** Takes over what was typed; false if it is not a number. @param {RankingList} s @param {HTMLInputElement} field */
function commitField(s, field) {
  if (!find(s, s.picked)) return true; // undone meanwhile
  const text = field.value.trim();
  const value = text ? parsed(text) : null;
  const isBad = value !== null && !(Math.abs(value) <= (field === s.score ? Number.MAX_VALUE : s.data.max_grade));
  complain(s, field, isBad);
  if (isBad) return false;
  if (field === s.score) rescore(s, s.picked, value);
  else if (text) regrade(s, s.picked, value);
  return true;
}

/** @param {RankingList} s @param {(s: RankingList, key: number) => void} act */
function pick(s, act) {
  s.picker.hidePopover();
  focus(s, s.picked);
  act(s, s.picked);
}

const ACTS = /** @type {Record<string, (s: RankingList, key: number) => void>} */ ({ rename, shelve, remove });

export function wirePicker(/** @type {RankingList} */ s) {
  const { picker } = s;
  for (const field of [s.other, s.score]) {
    field.onchange = () => commitField(s, field);
    field.onkeydown = (event) => {
      if (event.key === "Escape") field.value = field.defaultValue; // closing would take over what was typed
      else if (event.key === "Enter" && commitField(s, field)) pick(s, () => {});
    };
  }
  picker.onclick = ({ target }) => {
    const { grade: value, act: name = "" } = /** @type {HTMLElement} */ (target).dataset;
    const act = ACTS[name];
    if (value) pick(s, (_, key) => regrade(s, key, value === "?" ? null : Number(value)));
    else if (act) pick(s, (_, key) => act(s, key));
  };
  picker.onkeydown = (event) => {
    event.stopPropagation();
    if (/** @type {Element} */ (event.target).matches("input") || event.ctrlKey || event.metaKey || event.altKey) return;
    const value = /^[0-9]$/.test(event.key) ? Number(event.key) : /^[u?]$/.test(event.key) ? null : undefined;
    if (value === undefined) return;
    pick(s, () => regrade(s, s.picked, value));
    event.preventDefault();
  };
  const isSeen = (/** @type {HTMLElement} */ node) => node.offsetParent !== null;
  moveFocusByKeys(picker, () => elementsIn(picker, "button, input").filter(isSeen), { axis: "x", wraps: true });
  popover(picker, () => focus(s, s.picked, false));
  picker.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !picker.contains(/** @type {Node} */ (relatedTarget))) picker.hidePopover();
  });
}
