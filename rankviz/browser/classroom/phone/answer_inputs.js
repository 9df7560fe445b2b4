// How a question is answered: by a number, an option, a line, an order of lists, two rows, or the whole list anew.
import { mini } from "../../learn/choosing/lists.js";
import { el } from "../../kit/elements.js";
import { math } from "../../kit/math.js";

/** @import { Formula, Line } from "../../learn/written_derivation/lines.js" */
/** @import { AnswerInput, Question } from "../question.d.ts" */
/**
 * What stands in the page, and what at its lower edge.
 *
 * @typedef {{ value: () => string, set: (text: string) => void, above: Node[], below: Node[] }} Input
 */

/**
 * The lists of a question; with more than one each has its letter.
 *
 * @param {Pick<Question, "lists">} question
 */
export function listSections({ lists: data }) {
  return data.lists.map((list) => el("section", "list", list.letter && data.lists.length > 1 && el("h2", "letter", list.name), mini(list, data)));
}

/** Several lists beside each other, where there is room. @param {HTMLElement[]} sections */
const sideBySide = (sections) => (sections.length > 1 ? [el("div", "lists", ...sections)] : sections);

/**
 * Formulas of a derivation's line.
 *
 * @param {Formula} line
 */
export function formula({ parts, operator, result }) {
  const pieces = parts.flatMap((part, i) => [i > 0 && operator ? el("span", "op", operator) : "", math(part)]);
  return el("span", "formula", ...pieces, result && el("span", "op", "="), result && el("b", "", result));
}

/**
 * A line of a derivation with its number, by which it is spoken of.
 *
 * @param {Line} data
 */
export const line = (data) => [el("span", "words", el("b", "", data.number), " ", data.words), formula(data)];

/** @param {Question} question @param {() => void} onChange @returns {Input} */
function number({ input, digits_note: digitsNote }, onChange) {
  const field = el("input", "field", { id: "answer", inputmode: "decimal", autocomplete: "off", spellcheck: false, maxlength: 40, enterkeyhint: "send", "aria-describedby": "how" });
  field.oninput = onChange;
  return { value: () => field.value.trim(), set: (text) => void (field.value = text), above: [], below: [el("div", "how muted", el("label", "", { for: "answer" }, input.label), el("span", "", { id: "how" }, digitsNote)), field] };
}

/**
 * One of several: a group of radio buttons.
 *
 * @param {string} label
 * @param {{ key: string, content: (Node | string)[] }[]} options
 * @param {() => void} onChange
 * @param {string} className
 * @returns {Input}
 */
function radios(label, options, onChange, className) {
  const inputs = options.map(({ key }) => el("input", "", { type: "radio", name: "answer", value: key }));
  const box = el("fieldset", `options ${className}`, el("legend", "", label), ...options.map(({ content }, i) => el("label", "", inputs[i], el("span", "what", ...content))));
  box.onchange = onChange;
  const value = () => inputs.find((each) => each.checked)?.value ?? "";
  const set = (/** @type {string} */ text) => inputs.forEach((each) => void (each.checked = each.value === text));
  return { value, set, above: [box], below: [] };
}

const FEW = 3; // short options that stand beside each other at the lower edge, where all of them are seen

/** @param {Question} question @param {() => void} onChange @returns {Input} */
function choice({ input }, onChange) {
  const isShort = input.options.length <= FEW && !input.options.some(({ detail }) => detail);
  const group = radios(
    input.label,
    input.options.map(({ key, label, detail }) => ({ key, content: [el("b", "", label), detail && el("span", "more", detail)].filter(Boolean) })),
    onChange,
    isShort ? "choice few" : "choice",
  );
  return isShort ? { ...group, above: [], below: group.above } : group;
}

/** @param {Question} question @param {() => void} onChange */
const lineChoice = ({ input, lines }, onChange) =>
  radios(
    input.label,
    lines.map((each) => ({ key: String(each.number), content: line(each) })),
    onChange,
    "of-line",
  );

/**
 * Buttons over the rows of the first list.
 *
 * @param {HTMLElement} section
 * @param {(row: number) => void} press
 */
function pressable(section, press) {
  return [...section.querySelectorAll(".entries > .entry")].map((row, i) => {
    const name = row.querySelector(".away")?.textContent ?? "";
    const button = el("button", "press", { "aria-label": name, "aria-pressed": false });
    button.onclick = () => press(i);
    row.append(button);
    return button;
  });
}

/**
 * The order in which lists, or rows, are pressed: the last `most` count, and show their number where `isNumbered`.
 *
 * @param {HTMLElement[]} buttons
 * @param {number} most
 * @param {() => void} onChange
 * @param {boolean} isNumbered
 */
function pressOrder(buttons, most, onChange, isNumbered) {
  let chosen = /** @type {number[]} */ ([]);
  const draw = () =>
    buttons.forEach((button, i) => {
      button.ariaPressed = String(chosen.includes(i));
      button.dataset.at = chosen.includes(i) && isNumbered ? String(chosen.indexOf(i) + 1) : "";
    });
  const press = (/** @type {number} */ i) => {
    chosen = chosen.includes(i) ? chosen.filter((each) => each !== i) : [...chosen, i].slice(-most);
    draw();
    onChange();
  };
  const set = (/** @type {number[]} */ indices) => {
    chosen = indices.filter((i) => buttons[i]);
    draw();
  };
  return { press, set, order: () => chosen };
}

/** @param {Question} question @param {() => void} onChange @returns {Input} */
function order(question, onChange) {
  const sections = listSections(question);
  const buttons = question.lists.lists.map((list) => el("button", "pick", list.name));
  const chosen = pressOrder(buttons, buttons.length, onChange, true);
  buttons.forEach((button, i) => {
    button.onclick = () => chosen.press(i);
    sections[i].querySelector("h2")?.replaceWith(button);
  });
  const value = () => (chosen.order().length === buttons.length ? chosen.order().map((i) => i + 1).join(".") : "");
  return { value, set: (text) => chosen.set(text.split(".").map((each) => Number(each) - 1)), above: [el("p", "label", question.input.label), ...sideBySide(sections)], below: [] };
}

/** @param {Question} question @param {() => void} onChange @returns {Input} */
function swap(question, onChange) {
  const { entry_numbers: entryNumbers, label } = question.input;
  const sections = listSections(question);
  const buttons = pressable(sections[0], (i) => chosen.press(i));
  const chosen = pressOrder(buttons, 2, onChange, false);
  const value = () => (chosen.order().length === 2 ? chosen.order().map((i) => entryNumbers[i]).sort((a, b) => a - b).join(".") : "");
  const set = (/** @type {string} */ text) => chosen.set(text.split(".").map((each) => entryNumbers.indexOf(Number(each))));
  return { value, set, above: [el("p", "label", label), ...sections], below: [] };
}

/**
 * The whole list in a new order: a row is taken, then the place that it goes to.
 *
 * @param {Question} question
 * @param {() => void} onChange
 * @returns {Input}
 */
function moves(question, onChange) {
  const { entry_numbers: entryNumbers, label } = question.input;
  const box = el("div", "moves");
  let [rows, heldRow] = [entryNumbers.map((_, i) => i), -1];
  const draw = () => {
    const list = question.lists.lists[0];
    const movedList = { ...list, rows: rows.map((i, index) => ({ ...list.rows[i], rank: list.rows[index].rank })) };
    const [section] = listSections({ lists: { ...question.lists, lists: [movedList] } });
    box.replaceChildren(section);
    pressable(section, press).forEach((button, index) => void (button.ariaPressed = String(index === heldRow)));
  };
  const press = (/** @type {number} */ index) => {
    if (heldRow < 0) heldRow = index;
    else {
      rows.splice(index, 0, ...rows.splice(heldRow, 1));
      heldRow = -1;
      onChange();
    }
    draw();
    /** @type {HTMLElement | undefined} */ (box.querySelectorAll("button.press")[index])?.focus();
  };
  const start = rows.join();
  const value = () => (rows.join() === start ? "" : rows.map((i) => entryNumbers[i]).join("."));
  const set = (/** @type {string} */ text) => {
    const newRows = text.split(".").map((each) => entryNumbers.indexOf(Number(each)));
    if (newRows.length === rows.length && !newRows.includes(-1)) rows = newRows;
    draw();
  };
  draw();
  return { value, set, above: [el("p", "label", label), box], below: [] };
}

/**
 * The grades of the list: a press makes one more, after the highest 0.
 *
 * @param {Question} question
 * @param {() => void} onChange
 * @returns {Input}
 */
function gradeChanges(question, onChange) {
  const { grades: firstGrades, label, top_grade: topGrade, entry_numbers: entryNumbers } = question.input;
  let grades = [...firstGrades];
  const box = el("div", "moves");
  const draw = () => {
    const list = question.lists.lists[0];
    const gradedList = { ...list, rows: list.rows.map((row, i) => ({ ...row, grade: grades[entryNumbers[i] - 1] === "?" ? null : Number(grades[entryNumbers[i] - 1]) })) };
    const [section] = listSections({ lists: { ...question.lists, lists: [gradedList] } });
    box.replaceChildren(section);
    pressable(section, press);
  };
  const press = (/** @type {number} */ i) => {
    const index = entryNumbers[i] - 1;
    grades[index] = String((Number(grades[index]) || 0) >= topGrade ? 0 : (Number(grades[index]) || 0) + 1);
    onChange();
    draw();
    /** @type {HTMLElement | undefined} */ (box.querySelectorAll("button.press")[i])?.focus();
  };
  const value = () => (grades.join(".") === firstGrades.join(".") ? "" : grades.join("."));
  const set = (/** @type {string} */ text) => {
    if (text && text.split(".").length === firstGrades.length) grades = text.split(".");
    draw();
  };
  draw();
  return { value, set, above: [el("p", "label", label), box], below: [] };
}

/** @type {Record<AnswerInput["type"], (question: Question, onChange: () => void) => Input>} */
const KINDS = { number, options: choice, lines: lineChoice, order, swap, moves, grades: gradeChanges };
const WITH_LISTS = ["number", "options", "lines"]; // the others draw them themselves

/**
 * Lists and lines of a question, without what it is answered by.
 *
 * @param {Question} question
 */
export const shownQuestion = (question) => [...sideBySide(listSections(question)), ...question.lines.map((each) => el("p", "line", ...line(each)))];

/** @param {Question} question @param {() => void} onChange @returns {Input} */
export function inputOf(question, onChange) {
  const { type } = question.input;
  const input = KINDS[type](question, onChange);
  if (!WITH_LISTS.includes(type)) return input;
  return { ...input, above: [...shownQuestion(type === "lines" ? { ...question, lines: [] } : question), ...input.above] };
}
