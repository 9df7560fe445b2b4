// Lines of which one is wrong: each is a button until it is found; once finished, wrong lines have their correction below.

import { el } from "../../kit/elements.js";
import { focusedBeside } from "../../kit/find_elements.js";
import { recordWork, TICK, submitAnswer } from "../../kit/learn_actions.js";
import { moveFocusByKeys, setTabStop } from "../../kit/roving_focus.js";
import { cells, correctionRow, lineList } from "./lines.js";
import { icon } from "../../kit/svg.js";

/** @import { BodyPart } from "../choosing/answer.js" */
/** @import { PressedLinesPayload } from "../question_body/payload.d.ts" */
/** @import { Line } from "./lines.js" */
/** @typedef {BodyPart<PressedLinesPayload> & { buttons: HTMLElement[], tabStop: number, question: string }} State */

/** @param {State} s */
const focusedIndex = (s) => s.buttons?.findIndex((button) => button === focusedBeside(s.box)) ?? -1;

/**
 * Make one button the tab stop; the others are reached by the arrows.
 *
 * @param {State} s
 * @param {number} index
 */
function stopAt(s, index) {
  s.tabStop = Math.min(index, s.buttons.length - 1);
  setTabStop(s.buttons, s.buttons[s.tabStop]);
}

/**
 * @param {State} s
 * @param {number} number
 */
function choose(s, number) {
  const { data, tab } = s;
  for (const [i, button] of s.buttons.entries()) button.dataset.state = i + 1 === number ? "chosen" : data.lines[i].state && "tried";
  if (data.is_only_stored) recordWork(tab, data.number, { tries: [String(number)] });
  else submitAnswer(tab, data.number, String(number));
}

/**
 * @param {State} s
 * @param {Line} line
 */
function row(s, line) {
  const { data } = s;
  const mark = data.texts[line.state];
  const content = [...cells(line), line.state === "found" && icon(TICK), mark && el("span", "heard", ` (${mark})`)];
  if (!data.can_press) return el("li", line.correction ? "row-and-more" : "", el("div", "row", { "data-state": line.state }, ...content), line.correction && correctionRow(line.correction));
  const button = el("button", "row", { "data-state": line.state }, ...content);
  button.onclick = () => choose(s, line.number);
  s.buttons.push(button);
  return el("li", "", button);
}

/** @param {State} s */
export function draw(s) {
  const { data } = s;
  const isFresh = s.question !== data.key;
  const focused = isFresh ? -1 : focusedIndex(s);
  if (isFresh) s.tabStop = 0;
  Object.assign(s, { buttons: [], question: data.key });
  const rows = data.lines.map((line) => row(s, line));
  const box = el("div", data.is_finished ? "derivation finished" : "derivation", lineList(data, rows));
  s.box.replaceChildren(box);
  if (!s.buttons.length) return;
  for (const button of s.buttons) button.onfocus = () => stopAt(s, s.buttons.indexOf(button));
  moveFocusByKeys(box, () => s.buttons, { axis: "y" });
  stopAt(s, s.tabStop);
  if (focused >= 0) s.buttons[focused].focus({ preventScroll: true });
}
