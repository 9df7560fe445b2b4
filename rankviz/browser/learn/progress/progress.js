// The set, and how far the learner has come in it: a segment for each question.
import { el, write } from "../../kit/elements.js";
import { redrawnPart } from "../../kit/part.js";
import { openLearnParams, recordWork } from "../../kit/learn_actions.js";

function segment(s, { number, state, is_current: isCurrent, label }) {
  const button = el("button", `segment ${state}`, { title: label, "aria-label": label, tabindex: isCurrent ? 0 : -1 });
  if (isCurrent) button.ariaCurrent = "step";
  button.onclick = () => isCurrent || openLearnParams(s.tab, { q: `${number}` });
  return el("li", "", button);
}

function action(s, { label, params, skips }) {
  const button = el("button", "link", label);
  button.onclick = () => {
    if (skips) recordWork(s.tab, skips, { skipped: true, silent: true });
    openLearnParams(s.tab, params);
  };
  return button;
}

// The segments are one stop of the Tab key; arrows move between them.
function moveBetween(event) {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const from = buttons.indexOf(event.target.closest("button"));
  const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (from < 0 || to === undefined) return;
  event.preventDefault();
  buttons[Math.min(Math.max(to, 0), buttons.length - 1)].focus();
}

export default redrawnPart("progress", (s) => {
  const { data } = s;
  if (!s.title) {
    s.title = el("b", "title");
    s.list = el("ol");
    s.list.onkeydown = moveBetween;
    s.position = el("span", "position");
    s.actions = el("span", "actions");
    s.box.append(el("div", "line", s.title, s.list, s.position, s.actions));
  }
  write(s.title, data.title);
  write(s.position, data.position);
  s.list.hidden = !data.segments.length;
  s.list.ariaLabel = data.position;
  s.list.replaceChildren(...data.segments.map((each) => segment(s, each)));
  s.actions.replaceChildren(...data.actions.map((each) => action(s, each)));
});
