// What opens at a grade: the grades, a field for any other, the score, and what else can be done to the entry.

import { fillTemplate, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { isRefused, regrade, remove, rescore, shelve } from "./edits.js";
import { gradeFields, newField, showGradeMenu, wireGradeMenu } from "./grade_menu.js";
import { entryOf, find } from "./model.js";
import { rename } from "./names.js";
import { focus, nodeOf, select } from "./painting.js";

/** @import { RankingList } from "./ranking_list.js" */

/** The fields and buttons of the menu, put into it. @param {HTMLElement} picker */
export function pickerFields(picker) {
  const score = newField();
  elementIn(picker, ".score").append(score);
  return { ...gradeFields(elementIn(picker, ".grades")), score };
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
  s.score.value = s.score.defaultValue = String(item.score ?? "");
  elementIn(picker, ".score").hidden = Boolean(only) || !shown || !s.rows.some((row) => row.score !== null);
  write(elementIn(picker, "[data-act=shelve]"), shown ? texts.to_shelf : texts.to_list);
  s.other.hidden = elementIn(picker, ".acts").hidden = Boolean(only);
  picker.classList.toggle("under", !shown);
  showGradeMenu(s, item.grade, nodeOf(s, key), (grade) => (top === undefined ? grade !== null || shown : grade !== null && grade <= top));
}

const ACTS = /** @type {Record<string, (s: RankingList, key: number) => void>} */ ({ rename, shelve, remove });

export function wirePicker(/** @type {RankingList} */ s) {
  const picked = {
    exists: () => find(s, s.picked) !== null,
    focus: (/** @type {boolean | undefined} */ scroll) => focus(s, s.picked, scroll),
    regrade: (/** @type {number | null} */ grade) => regrade(s, s.picked, grade),
  };
  const take = (/** @type {number | null} */ value) => rescore(s, s.picked, value);
  const closeAndDo = wireGradeMenu(s, picked, [{ field: s.score, error: "invalid_score", most: () => Number.MAX_VALUE, take }]);
  s.picker.addEventListener("click", ({ target }) => {
    const act = ACTS[/** @type {HTMLElement} */ (target).dataset.act ?? ""];
    if (act) closeAndDo(() => act(s, s.picked));
  });
}
