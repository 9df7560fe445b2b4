// The set, and how far the learner has come in it: a segment for each question.
import { el, write } from "../../kit/elements.js";
import { redrawnPart } from "../../kit/part.js";
import { openLearnParams, recordWork } from "../../kit/learn_actions.js";
import { moveFocusByKeys, setTabStop } from "../../kit/roving_focus.js";

/** @import { Drawn } from "../../kit/part.js" */
/** @import { Action, ProgressPayload, Segment } from "./payload.d.ts" */
/** @typedef {Drawn<ProgressPayload> & Record<"title" | "list" | "position" | "actions", HTMLElement>} State made at the first drawing */

function segment(/** @type {State} */ s, /** @type {Segment} */ { number, state, is_current: isCurrent, label }) {
  const button = el("button", `segment ${state}`, { title: label, "aria-label": label });
  if (isCurrent) button.ariaCurrent = "step";
  button.onclick = () => isCurrent || openLearnParams(s.tab, { q: `${number}` });
  return el("li", "", button);
}

function action(/** @type {State} */ s, /** @type {Action} */ { label, params, skips }) {
  const button = el("button", "link", label);
  button.onclick = () => {
    if (skips) recordWork(s.tab, skips, { skipped: true, silent: true });
    openLearnParams(s.tab, params);
  };
  return button;
}

const segmentsOf = (/** @type {State} */ s) => [...s.list.querySelectorAll("button")];

export default redrawnPart("progress", (/** @type {State} */ s) => {
  const { data } = s;
  if (!s.title) {
    s.title = el("b", "title");
    s.list = el("ol");
    moveFocusByKeys(s.list, () => segmentsOf(s), { axis: "x" });
    s.position = el("span", "position");
    s.actions = el("span", "actions");
    s.box.append(el("div", "line", s.title, s.list, s.position, s.actions));
  }
  write(s.title, data.title);
  write(s.position, data.position);
  s.list.hidden = !data.segments.length;
  s.list.ariaLabel = data.position;
  s.list.replaceChildren(...data.segments.map((each) => segment(s, each)));
  setTabStop(segmentsOf(s), segmentsOf(s).find((button) => button.ariaCurrent));
  s.actions.replaceChildren(...data.actions.map((each) => action(s, each)));
});
