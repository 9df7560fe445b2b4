// A question on the wall: the list beside what is asked, the convention in words, and what can be answered.
import { arrange, el } from "../../kit/elements.js";
import { mini } from "../../learn/choosing/lists.js";
import { derivationLines } from "./derivation.js";

/** @import { ChoiceOption, ConventionPiece, Question } from "../question.d.ts" */

const LONG = 18; // characters of a title that has to be smaller

/** @param {ConventionPiece[]} pieces */
const conventionSentence = (pieces) => pieces.map(({ text, bold }) => el(bold ? "b" : "span", "", text));

/**
 * @param {HTMLElement} box
 * @param {Question} question
 * @param {string} againNote above a question that is asked a second time, "" else
 * @param {HTMLElement} answered how many have answered
 * @param {HTMLElement} late how late ones get in
 */
export function drawQuestion(box, question, againNote, answered, late) {
  const { lists, task, convention, digits_note: digitsNote, lines, input, note } = question;
  const hasSeveral = lists.lists.length > 1;
  const choices = input?.type === "options" ? input.options : []; // lines have their numbers
  const boards = lists.lists.map((each) => el("section", "board", hasSeveral && el("p", "letter", each.name), mini(each, lists, lists.lists.length > 2)));
  const isDerived = Boolean(lines?.length);
  const about = el(
    "div", "about-it",
    againNote && el("p", "again", againNote),
    el("h2", task.length > LONG || isDerived ? "task long" : "task", task),
    note && !isDerived && el("p", "asked-note", note),
    convention?.length && !isDerived ? el("p", "convention", ...conventionSentence(convention)) : null,
    digitsNote && el("p", "digits", digitsNote),
    isDerived ? derivationLines(lines) : null,
    choices.length > 0 && optionList(choices),
  );
  const left = isDerived && !hasSeveral ? [el("div", "boards", ...boards, el("p", "convention small", ...conventionSentence(convention)))] : [el("div", "boards", { "data-count": boards.length }, ...boards)];
  const isFull = hasSeveral || isDerived || Boolean(note) || choices.length > 0;
  box.className = `screen ${hasSeveral ? "several" : isDerived ? "derived" : "single"}${isFull ? " full" : ""}`;
  arrange(box, [...left, el("div", "side", about, el("div", "closing", answered, late))]);
}

/**
 * The lists of a question beside what the room discusses; below those of a derivation the convention.
 *
 * @param {Question} question
 */
export function discussedLists({ lists, convention, lines }) {
  const boards = lists.lists.map((each) => el("section", "board", lists.lists.length > 1 && el("p", "letter", each.name), mini(each, lists, lists.lists.length > 2)));
  return el("div", "boards", { "data-count": boards.length }, ...boards, lines.length > 0 && el("p", "convention small", ...conventionSentence(convention)));
}

/** The announced move, or another note, and the convention; those of a derivation stand below its list. @param {Question} question */
export const discussedWords = ({ note, convention, lines }) =>
  lines.length ? [] : [...(note ? [el("p", "asked-note", note)] : []), el("p", "convention", ...conventionSentence(convention))];

const optionList = (/** @type {ChoiceOption[]} */ options) => el("ul", "answers", ...options.map(({ label, detail }) => el("li", "", el("span", "", label), detail && el("small", "", detail))));
