// A question on the wall: the list beside what is asked, the convention in words, and what can be answered.
import { arrange, el } from "../../kit/elements.js";
import { mini } from "../../learn/choosing/lists.js";
import { derivation } from "./derivation.js";

/** @typedef {{ text: string, bold: boolean }} Piece */
/** @typedef {{ key: string, label: string, more: string }} Option */

const LONG = 18; // characters of a title that has to be smaller

/** @param {Piece[]} pieces */
const sentence = (pieces) => pieces.map(({ text, bold }) => el(bold ? "b" : "span", "", text));

/**
 * @param {HTMLElement} box
 * @param {any} question
 * @param {string} again what is said of a second vote
 * @param {HTMLElement} answered
 * @param {HTMLElement} late
 */
export function drawQuestion(box, question, again, answered, late) {
  const { lists, task, convention, digits, lines, input, note } = question;
  const several = lists.lists.length > 1;
  const choices = input?.type === "options" ? input.options : []; // lines have their numbers
  const boards = lists.lists.map((/** @type {any} */ each) => el("section", "board", several && el("p", "letter", each.name), mini(each, lists, lists.lists.length > 2)));
  const isDerived = Boolean(lines?.length);
  const about = el(
    "div", "about-it",
    again && el("p", "again", again),
    el("h2", task.length > LONG || isDerived ? "task long" : "task", task),
    note && !isDerived && el("p", "asked-note", note),
    convention?.length && !isDerived ? el("p", "convention", ...sentence(convention)) : null,
    digits && el("p", "digits", digits),
    isDerived ? derivation(lines) : null,
    choices.length > 0 && options(choices),
  );
  const left = isDerived && !several ? [el("div", "boards", ...boards, el("p", "convention small", ...sentence(convention)))] : [el("div", "boards", { "data-count": boards.length }, ...boards)];
  const isFull = several || isDerived || Boolean(note) || choices.length > 0;
  box.className = `screen ${several ? "several" : isDerived ? "derived" : "single"}${isFull ? " full" : ""}`;
  arrange(box, [...left, el("div", "side", about, el("div", "closing", answered, late))]);
}

const options = (/** @type {Option[]} */ all) => el("ul", "answers", ...all.map(({ label, more }) => el("li", "", el("span", "", label), more && el("small", "", more))));
