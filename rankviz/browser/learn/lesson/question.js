// The question of a step: options, a number, or something to do; and what is said of the answer, without colour.

import { el, icon, write } from "../../kit/elements.js";
import { told } from "./pieces.js";

const TICK = "M4.500 10.500 8.500 14.500 15.500 6";
const DASH = "M6 10h8";

function option(s, question, pieces, i) {
  const { texts } = s.data;
  const radio = el("input", "", { type: "radio", name: "option", value: i });
  const isRight = question.over && i === question.right;
  const isChosen = question.over && i === question.chosen;
  radio.checked = i === (question.over ? question.chosen : s.choice);
  radio.disabled = question.over;
  radio.onchange = () => s.pick(i);
  const words = [isRight && texts.right_choice, isChosen && texts.your_choice].filter(Boolean).join(" · ");
  const className = `option${isRight ? " right" : ""}${isChosen ? " chosen" : ""}`;
  return el("label", className, radio, el("span", "words", ...told(pieces), ...(words ? [" ", el("span", "mark", words)] : [])));
}

// The gap between what was and what came, drawn.
function gap({ name, rows }) {
  const bars = rows.map(({ label, value, share }) => {
    const bar = el("i", "");
    bar.style.width = `${Math.max(share * 100, 0.5)}%`;
    return el("div", "gap-row", el("span", "gap-label", label), el("span", "gap-bar", bar), el("b", "", value));
  });
  return el("div", "gap", ...(name ? [el("div", "gap-name", name)] : []), ...bars);
}

function said(question) {
  const head = question.head || (question.said.length && !question.solved ? question.said[0] : "");
  const rest = question.head ? question.said : question.said.slice(1);
  if (!head) return [];
  const sign = icon(question.solved ? TICK : DASH);
  const line = el("p", question.solved ? "verdict good" : "verdict", sign, el("b", "", head));
  return [line, ...rest.map((text) => el("p", "reason", text)), ...(question.reply?.length ? [el("p", "reason", ...told(question.reply))] : [])];
}

function number(s, question) {
  const { texts } = s.data;
  s.field = el("input", "field", { inputmode: "text", autocomplete: "off", spellcheck: "false", "aria-label": texts.number, id: "number" });
  s.field.value = question.typed;
  s.field.disabled = question.over;
  return el("div", "typed", s.field, el("span", "note", question.note));
}

/**
 * @param {any} s
 * @param {any} question
 */
export function ask(s, question) {
  const parts = [];
  if (question.options.length) parts.push(...question.options.map((pieces, i) => option(s, question, pieces, i)));
  if (question.kind === "value") parts.push(number(s, question));
  const legend = el("legend", "", ...told(question.say));
  const fieldset = el("fieldset", question.over ? "question over" : "question", legend, ...parts);
  s.saying = el("div", "said", ...said(question));
  return el("div", "", fieldset, s.saying, ...(question.gaps ?? []).map(gap));
}

/** The step, or what is said of the answer, is spoken; a number that was not right stays selected. */
export function settled(s, isOther) {
  const text = isOther ? s.body.textContent : (s.saying?.isConnected && s.saying.textContent) || "";
  write(s.spoken, text ?? "");
  if (s.field?.isConnected && !s.field.disabled && s.field === s.form.getRootNode().activeElement) s.field.select();
}
