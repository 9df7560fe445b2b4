// The set, and how far one is in it: a segment a question.
import { el, write } from "../../kit/elements.js";
import { redrawnPart } from "../../kit/part.js";
import { openLearnParams, recordWork } from "../../kit/work.js";

function segment(s, { number, state, here, label }) {
  const button = el("button", `segment ${state}`, { title: label, "aria-label": label, tabindex: here ? 0 : -1 });
  if (here) button.ariaCurrent = "step";
  button.onclick = () => here || openLearnParams(s.tab, { q: `${number}` });
  return el("li", "", button);
}

function action(s, { label, place, at }) {
  const button = el("button", "link", label);
  button.onclick = () => {
    if (at) recordWork(s.tab, at, { skipped: true, silent: true });
    openLearnParams(s.tab, place);
  };
  return button;
}

// One stop of the Tab key for all segments.
function step(event) {
  const all = [...event.currentTarget.querySelectorAll("button")];
  const at = all.indexOf(event.target.closest("button"));
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  all[Math.min(Math.max(to, 0), all.length - 1)].focus();
}

export default redrawnPart("progress", (s) => {
  const { data } = s;
  if (!s.title) {
    s.title = el("b", "title");
    s.list = el("ol");
    s.list.onkeydown = step;
    s.place = el("span", "place");
    s.actions = el("span", "actions");
    s.box.append(el("div", "line", s.title, s.list, s.place, s.actions));
  }
  write(s.title, data.title);
  write(s.place, data.place);
  s.list.hidden = !data.segments.length;
  s.list.ariaLabel = data.place;
  s.list.replaceChildren(...data.segments.map((each) => segment(s, each)));
  s.actions.replaceChildren(...data.actions.map((each) => action(s, each)));
});
