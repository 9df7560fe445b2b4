// How a question is answered: by a number, an option, a line, an order of lists, two rows, or the whole list anew.
import { mini } from "../../learn/choosing/lists.js";
import { el } from "../../kit/elements.js";
import { math } from "../../kit/math.js";

/**
 * What stands in the page, and what at its lower edge.
 *
 * @typedef {{ value: () => string, set: (text: string) => void, above: Node[], below: Node[] }} Input
 */

/**
 * The lists of a question; with more than one each has its letter.
 *
 * @param {any} question
 */
export function lists({ lists: all }) {
  return all.lists.map((list) => el("section", "list", list.letter && all.lists.length > 1 && el("h2", "letter", list.name), mini(list, all)));
}

/** Several lists beside each other, where there is room. @param {HTMLElement[]} all */
const beside = (all) => (all.length > 1 ? [el("div", "lists", ...all)] : all);

/**
 * Formulas of a derivation's line.
 *
 * @param {any} line
 */
export function formula({ parts, operator, result }) {
  const pieces = parts.flatMap((part, i) => [i > 0 && operator ? el("span", "op", operator) : "", math(part)]);
  return el("span", "formula", ...pieces, result && el("span", "op", "="), result && el("b", "", result));
}

/**
 * A line of a derivation with its number, by which it is spoken of.
 *
 * @param {any} each
 */
export const line = (each) => [el("span", "words", el("b", "", each.number), " ", each.words), formula(each)];

/**
 * @param {any} question
 * @param {() => void} changed
 * @returns {Input}
 */
function number({ input, digits }, changed) {
  const field = el("input", "field", { id: "answer", inputmode: "decimal", autocomplete: "off", autocapitalize: "off", spellcheck: false, maxlength: 40, enterkeyhint: "send" });
  field.oninput = changed;
  return { value: () => field.value.trim(), set: (text) => void (field.value = text), above: [], below: [el("label", "", { for: "answer" }, input.label, el("span", "digits", digits)), field] };
}

/**
 * One of several: a group of radio buttons.
 *
 * @param {string} label
 * @param {{ key: string, content: Node[] }[]} options
 * @param {() => void} changed
 * @param {string} className
 * @returns {Input}
 */
function radios(label, options, changed, className) {
  const inputs = options.map(({ key }) => el("input", "", { type: "radio", name: "answer", value: key }));
  const box = el("fieldset", `options ${className}`, el("legend", "", label), ...options.map(({ content }, i) => el("label", "", inputs[i], el("span", "what", ...content))));
  box.onchange = changed;
  const value = () => inputs.find((each) => each.checked)?.value ?? "";
  const set = (/** @type {string} */ text) => inputs.forEach((each) => void (each.checked = each.value === text));
  return { value, set, above: [box], below: [] };
}

const FEW = 3; // short options that stand beside each other at the lower edge, where all of them are seen

/** @returns {Input} */
function choice({ input }, changed) {
  const isShort = input.options.length <= FEW && !input.options.some(({ more }) => more);
  const made = radios(
    input.label,
    input.options.map(({ key, label, more }) => ({ key, content: [el("b", "", label), more && el("span", "more", more)].filter(Boolean) })),
    changed,
    isShort ? "choice few" : "choice",
  );
  return isShort ? { ...made, above: [], below: made.above } : made;
}

const ofLine = ({ input, lines }, changed) =>
  radios(
    input.label,
    lines.map((each) => ({ key: String(each.number), content: line(each) })),
    changed,
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

/** Lists, or rows, that are pressed one after the other; the last `most` count. */
function pressed(buttons, most, changed, said) {
  let chosen = /** @type {number[]} */ ([]);
  const draw = () =>
    buttons.forEach((button, i) => {
      button.ariaPressed = String(chosen.includes(i));
      button.dataset.at = chosen.includes(i) && said ? String(chosen.indexOf(i) + 1) : "";
    });
  const press = (/** @type {number} */ i) => {
    chosen = chosen.includes(i) ? chosen.filter((each) => each !== i) : [...chosen, i].slice(-most);
    draw();
    changed();
  };
  const set = (/** @type {number[]} */ to) => {
    chosen = to.filter((i) => buttons[i]);
    draw();
  };
  return { press, set, order: () => chosen };
}

/** @returns {Input} */
function order(question, changed) {
  const all = lists(question);
  const buttons = question.lists.lists.map((list) => el("button", "pick", list.name));
  const chosen = pressed(buttons, buttons.length, changed, true);
  buttons.forEach((button, i) => {
    button.onclick = () => chosen.press(i);
    all[i].querySelector("h2")?.replaceWith(button);
  });
  const value = () => (chosen.order().length === buttons.length ? chosen.order().map((i) => i + 1).join(".") : "");
  return { value, set: (text) => chosen.set(text.split(".").map((each) => Number(each) - 1)), above: [el("p", "label", question.input.label), ...beside(all)], below: [] };
}

/** @returns {Input} */
function swap(question, changed) {
  const { places, label } = question.input;
  const all = lists(question);
  const buttons = pressable(all[0], (i) => two.press(i));
  const two = pressed(buttons, 2, changed, false);
  const value = () => (two.order().length === 2 ? two.order().map((i) => places[i]).sort((a, b) => a - b).join(".") : "");
  const set = (/** @type {string} */ text) => two.set(text.split(".").map((each) => places.indexOf(Number(each))));
  return { value, set, above: [el("p", "label", label), ...all], below: [] };
}

/** The whole list in a new order: a row is taken, then the place that it goes to. @returns {Input} */
function moves(question, changed) {
  const { places, label } = question.input;
  const box = el("div", "moves");
  let [rows, taken] = [places.map((_, i) => i), -1];
  const draw = () => {
    const list = question.lists.lists[0];
    const moved = { ...list, rows: rows.map((i, at) => ({ ...list.rows[i], rank: list.rows[at].rank })) };
    const [section] = lists({ lists: { ...question.lists, lists: [moved] } });
    box.replaceChildren(section);
    pressable(section, press).forEach((button, at) => void (button.ariaPressed = String(at === taken)));
  };
  const press = (/** @type {number} */ at) => {
    if (taken < 0) taken = at;
    else {
      rows.splice(at, 0, ...rows.splice(taken, 1));
      taken = -1;
      changed();
    }
    draw();
    /** @type {HTMLElement | undefined} */ (box.querySelectorAll("button.press")[at])?.focus();
  };
  const start = rows.join();
  const value = () => (rows.join() === start ? "" : rows.map((i) => places[i]).join("."));
  const set = (/** @type {string} */ text) => {
    const found = text.split(".").map((each) => places.indexOf(Number(each)));
    if (found.length === rows.length && !found.includes(-1)) rows = found;
    draw();
  };
  draw();
  return { value, set, above: [el("p", "label", label), box], below: [] };
}

/** The grades of the list: a press makes one more, after the highest 0. @returns {Input} */
function grades(question, changed) {
  const { grades: given, label, top } = question.input;
  let now = [...given];
  const box = el("div", "moves");
  const draw = () => {
    const list = question.lists.lists[0];
    const graded = { ...list, rows: list.rows.map((row, i) => ({ ...row, grade: now[question.input.places[i] - 1] === "?" ? null : Number(now[question.input.places[i] - 1]) })) };
    const [section] = lists({ lists: { ...question.lists, lists: [graded] } });
    box.replaceChildren(section);
    pressable(section, press);
  };
  const press = (/** @type {number} */ i) => {
    const at = question.input.places[i] - 1;
    now[at] = String((Number(now[at]) || 0) >= top ? 0 : (Number(now[at]) || 0) + 1);
    changed();
    draw();
    /** @type {HTMLElement | undefined} */ (box.querySelectorAll("button.press")[i])?.focus();
  };
  const value = () => (now.join(".") === given.join(".") ? "" : now.join("."));
  const set = (/** @type {string} */ text) => {
    if (text && text.split(".").length === given.length) now = text.split(".");
    draw();
  };
  draw();
  return { value, set, above: [el("p", "label", label), box], below: [] };
}

const KINDS = { number, options: choice, lines: ofLine, order, swap, moves, grades };
const WITH_LISTS = ["number", "options", "lines"]; // the others draw them themselves

/**
 * @param {any} question
 * @param {() => void} changed
 * @returns {Input}
 */
export function inputOf(question, changed) {
  const { type } = question.input;
  const made = KINDS[type](question, changed);
  if (!WITH_LISTS.includes(type)) return made;
  const shown = type === "lines" ? [] : question.lines.map((each) => el("p", "line", ...line(each)));
  return { ...made, above: [...beside(lists(question)), ...shown, ...made.above] };
}
