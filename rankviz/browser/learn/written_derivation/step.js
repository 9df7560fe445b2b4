// Lines of which one holds a mistake: each is a button until it is found; when it is over, what should stand there is seen.

import { el, icon } from "../../kit/elements.js";
import { recordWork, TICK, submitAnswer } from "../../kit/work.js";
import { cells, instead, worked } from "./lines.js";

const STEPS = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** @param {any} s */
const focused = (s) => s.buttons?.indexOf(s.box.getRootNode().activeElement) ?? -1;

/**
 * One of the buttons is reached by Tab, the others by the arrows.
 *
 * @param {any} s
 * @param {number} at
 */
function aim(s, at) {
  s.at = Math.min(Math.max(at, 0), s.buttons.length - 1);
  s.buttons.forEach((button, i) => (button.tabIndex = i === s.at ? 0 : -1));
}

/**
 * @param {any} s
 * @param {number} number
 */
function press(s, number) {
  const { data, tab } = s;
  for (const [i, button] of s.buttons.entries()) button.dataset.state = i + 1 === number ? "chosen" : data.lines[i].state && "tried";
  if (data.is_kept) recordWork(tab, data.at, { tries: [String(number)] });
  else submitAnswer(tab, data.at, String(number));
}

/** @param {KeyboardEvent} event */
function walk(s, event) {
  const step = STEPS[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  aim(s, s.at + step);
  s.buttons[s.at].focus();
}

/** @param {any} s */
function row(s, line) {
  const { data } = s;
  const mark = data.texts[line.state];
  const seen = [...cells(line), line.state === "found" && icon(TICK), mark && el("span", "heard", ` (${mark})`)];
  if (!data.can_press) return el("li", line.mended ? "row-and-more" : "", el("div", "row", { "data-state": line.state }, ...seen), line.mended && instead(line.mended));
  const button = el("button", "row", { "data-state": line.state }, ...seen);
  button.onclick = () => press(s, line.number);
  s.buttons.push(button);
  return el("li", "", button);
}

/** @param {import("../../kit/part.js").PartState} s */
export function draw(s) {
  const { data } = s;
  const isFresh = s.question !== data.at;
  const had = isFresh ? -1 : focused(s);
  if (isFresh) s.at = 0;
  Object.assign(s, { buttons: [], question: data.at });
  const rows = data.lines.map((line) => row(s, line));
  const whole = el("div", data.over ? "worked over" : "worked", worked(data, rows));
  s.box.replaceChildren(whole);
  if (!s.buttons.length) return;
  for (const button of s.buttons) button.onfocus = () => aim(s, s.buttons.indexOf(button));
  whole.onkeydown = (event) => walk(s, event);
  aim(s, s.at);
  if (had >= 0) s.buttons[had].focus({ preventScroll: true });
}
