// The question of a step: options, a number, or a task; and the feedback on the answer, without colour.

import { el } from "../../kit/elements.js";
import { focusedBeside } from "../../kit/find_elements.js";
import { nodesOf } from "./pieces.js";
import { icon } from "../../kit/svg.js";
import { speak } from "../../kit/voice.js";

/** @import { Bars, LessonQuestion, NumberQuestion } from "./payload.d.ts" */
/** @import { Piece } from "./pieces.js" */
/** @import { State } from "./lesson.js" */

const TICK = "M4.500 10.500 8.500 14.500 15.500 6";
const DASH = "M6 10h8";

/**
 * @param {State} s
 * @param {LessonQuestion} question
 * @param {Piece[]} pieces
 * @param {number} i
 */
function option(s, question, pieces, i) {
  const { texts } = s.data;
  const radio = el("input", "", { type: "radio", name: "option", value: i });
  const isRight = question.is_finished && i === question.right;
  const isChosen = question.is_finished && i === question.chosen;
  radio.checked = i === (question.is_finished ? question.chosen : s.choice);
  radio.disabled = question.is_finished;
  radio.onchange = () => s.pick(i);
  const words = [isRight && texts.right_choice, isChosen && texts.your_choice].filter(Boolean).join(" · ");
  const className = `option${isRight ? " right" : ""}${isChosen ? " chosen" : ""}`;
  return el("label", className, radio, el("span", "words", ...nodesOf(pieces), ...(words ? [" ", el("span", "mark", words)] : [])));
}

/** The two numbers that a prediction compares, as bars. @param {Bars} bars */
function barGroup({ name, rows }) {
  const bars = rows.map(({ label, value, share }) => {
    const bar = el("i", "");
    bar.style.width = `${Math.max(share * 100, 0.5)}%`;
    return el("div", "bar-row", el("span", "bar-label", label), el("span", "bar-track", bar), el("b", "", value));
  });
  return el("div", "bars", ...(name ? [el("div", "bar-name", name)] : []), ...bars);
}

/** @param {LessonQuestion} question */
function feedbackNodes(question) {
  const head = question.head || (question.feedback.length && !question.is_solved ? question.feedback[0] : "");
  const rest = question.head ? question.feedback : question.feedback.slice(1);
  if (!head) return [];
  const sign = icon(question.is_solved ? TICK : DASH);
  const line = el("p", question.is_solved ? "verdict good" : "verdict", sign, el("b", "", head));
  return [line, ...rest.map((text) => el("p", "reason", text)), ...(question.reply?.length ? [el("p", "reason", ...nodesOf(question.reply))] : [])];
}

/**
 * @param {State} s
 * @param {NumberQuestion} question
 */
function numberField(s, question) {
  const { texts } = s.data;
  s.field = el("input", "field", { inputmode: "text", autocomplete: "off", spellcheck: "false", "aria-label": texts.number, id: "number" });
  s.field.value = question.typed;
  s.field.disabled = question.is_finished;
  return el("div", "typed", s.field, el("span", "note", question.note));
}

/**
 * @param {State} s
 * @param {LessonQuestion} question
 */
export function questionNode(s, question) {
  const parts = [];
  if (question.options.length) parts.push(...question.options.map((pieces, i) => option(s, question, pieces, i)));
  if (question.kind === "value") parts.push(numberField(s, question));
  const legend = el("legend", "", ...nodesOf(question.body));
  const fieldset = el("fieldset", question.is_finished ? "question finished" : "question", legend, ...parts);
  s.feedback = el("div", "feedback", ...feedbackNodes(question));
  return el("div", "", fieldset, s.feedback, ...(question.bars ?? []).map(barGroup));
}

/**
 * Announce the step, or the feedback on the answer, to screen readers; a number that was not right stays selected.
 *
 * @param {State} s
 * @param {boolean} isOther
 */
export function announce(s, isOther) {
  const text = isOther ? s.body.textContent : (s.feedback?.isConnected && s.feedback.textContent) || "";
  speak("lesson", text ?? "");
  if (s.field?.isConnected && !s.field.disabled && s.field === focusedBeside(s.form)) s.field.select();
}
