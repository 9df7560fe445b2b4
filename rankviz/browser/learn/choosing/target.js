// Beside a list that is to reach a value: the value now, the target, and the moves; reaching it answers the question.

import { el, write } from "../../kit/elements.js";
import { setDraftAnswer, TICK, submitAnswer } from "../../kit/learn_actions.js";
import { isNew } from "./options.js";
import { icon } from "../../kit/svg.js";

/** @import { BodyPart } from "./answer.js" */
/** @import { TargetPayload } from "../question_body/payload.d.ts" */
/** @typedef {BodyPart<TargetPayload> & Elements} State */
/**
 * Made for each question.
 *
 * @typedef {"note" | "value" | "fill" | "aim" | "aimLabel" | "moves" | "sign" | "status" | "statusLine"} Names
 * @typedef {Record<Names | "name" | "solution" | "target" | "body", HTMLElement> & { undo: HTMLButtonElement }} Elements
 */

const SIGNS = { met: TICK, open: "M10 3.500v7m0 3.500v.5", too_many: "M10 3.500v7m0 3.500v.5" };

/** @param {State} s */
function build(s) {
  s.note = el("p", "note");
  s.value = el("b", "value");
  s.fill = el("span", "fill a");
  s.aimLabel = el("span", "aim-label");
  s.aim = el("span", "aim", s.aimLabel);
  s.moves = el("span", "moves");
  s.undo = el("button", "undo");
  s.undo.onclick = () => s.tab.dispatch({ name: "undo" });
  s.sign = el("span", "sign", { "aria-hidden": true });
  s.status = el("span", "");
  s.statusLine = el("p", "", s.sign, s.status);
  s.name = el("span", "name");
  s.solution = el("ol", "solution");
  const scale = el("div", "scale", { "aria-hidden": true }, el("span", "track", s.fill), s.aim);
  s.target = el("span", "away");
  s.body = el("div", "choosing reach", s.note, el("p", "now", s.name, s.value, s.target), scale, el("p", "used", s.moves, s.undo), el("div", "status", { role: "status" }, s.statusLine), s.solution);
  s.box.replaceChildren(s.body);
}

/** The list of Explore, where it is answered. @returns {HTMLElement | null | undefined} */
export function firstInput() {
  const grid = document.querySelector('[data-part="ranking_list"]')?.shadowRoot?.querySelector('[role="grid"]');
  grid?.setAttribute("tabindex", "-1");
  return /** @type {HTMLElement | null | undefined} */ (grid);
}

/** @param {State} s */
export function draw(s) {
  const { data } = s;
  if (isNew(s)) build(s);
  write(s.note, data.note);
  write(s.name, data.name);
  write(s.value, data.value);
  write(s.target, data.target);
  write(s.aimLabel, data.target);
  s.fill.style.width = `${(100 * data.share).toFixed(2)}%`;
  s.aim.style.left = `${(100 * data.target_share).toFixed(2)}%`;
  s.aim.classList.toggle("high", data.target_share > 0.7);
  write(s.moves, data.moves);
  write(s.undo, data.undo_label);
  s.undo.disabled = !data.has_moves;
  s.undo.hidden = data.is_finished;
  s.statusLine.hidden = !data.status;
  write(s.status, data.status);
  s.sign.replaceChildren(icon(SIGNS[data.state]));
  s.body.dataset.state = data.state;
  s.solution.hidden = !data.solution.length;
  s.solution.replaceChildren(...data.solution.map((step) => el("li", "", step)));
  if (data.is_only_stored) setDraftAnswer(data.number, data.has_moves ? data.answer : "");
  if (data.state === "met") submitWhenReached(s);
}

// The payload may be of a row that is still held: submit what the last response says, once nothing is pending.
function submitWhenReached(/** @type {State} */ s) {
  const { number } = s.data;
  setTimeout(() =>
    s.tab.afterPending(() => {
      const now = s.tab.payloadOf("question_body");
      if (now?.body !== "target" || now.number !== number || now.is_finished || now.state !== "met") return;
      submitAnswer(s.tab, number, now.answer);
    }),
  );
}
