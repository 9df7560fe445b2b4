// The dialog that makes a practice question of the list: how many usual mistakes it tells apart, the step that tells more, and the link.
import { arrange, el, write } from "../../kit/elements.js";
import { linkLine } from "../../shared/link/link_line.js";

/** What stands in the dialog. */
export default function ask(tab, close) {
  const s = { isMade: false, isAsked: false, line: linkLine(), does: el("p", "does"), then: el("p", "then"), make: el("button", "make"), said: el("p", "said", { role: "status" }) };
  s.box = el("div", "rv-ask");
  s.problem = el("p", "problem", { role: "alert" });
  s.facts = el("dl", "facts");
  s.told = el("p", "told");
  s.groups = el("div", "groups");
  s.change = el("div", "change", el("div", "", s.does, s.then), s.make);
  s.notes = el("div", "notes");
  s.safe = el("p", "safe");
  s.open = el("a", "rv-link-open");
  s.line.node.querySelector(".rv-link-line").append(s.open);
  s.make.onclick = () => {
    s.isAsked = true;
    tab.dispatch({ name: "make_telling" });
  };
  s.open.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    tab.dispatch({ name: "prepare_learn", value: s.data.place });
    close();
    tab.navigateTo("learn");
  };
  return { node: s.box, show: (data, problem) => show(s, data, problem) };
}

const group = ({ head, items }) => {
  const list = el("ul", "", ...items.map((item) => el("li", "", item)));
  return el("details", "", el("summary", "", `${head} `, el("span", "count", String(items.length))), list);
};

function show(s, data, refused) {
  const isAnswered = s.isAsked;
  Object.assign(s, { data, isMade: (s.isMade || s.isAsked) && !refused, isAsked: false });
  const { problem, facts = [], told, groups = [], change, none, notes = [], line, texts = {} } = data;
  write(s.problem, problem);
  s.facts.replaceChildren(...facts.flatMap(({ label, value }) => [el("dt", "", label), el("dd", "", value)]));
  write(s.told, told);
  s.groups.replaceChildren(...groups.map(group));
  write(s.does, change ? change.does : none);
  write(s.then, change?.then);
  write(s.make, change?.label);
  s.make.hidden = !change;
  write(s.said, s.isMade ? texts.made : "");
  s.notes.replaceChildren(...notes.map((note) => el("p", "", note)));
  write(s.safe, texts.safe);
  write(s.open, texts.try);
  if (line) {
    s.line.show(line);
    s.open.href = line.address;
  }
  arrange(s.box, [
    ...(problem ? [s.problem] : []),
    ...(facts.length ? [s.facts] : []),
    ...(told ? [s.told, s.groups] : []),
    ...(change || none ? [s.change] : []),
    ...(s.isMade ? [s.said] : []),
    ...(notes.length ? [s.notes] : []),
    ...(line ? [s.line.node, s.safe] : []),
  ]);
  if (isAnswered && !change) s.open.focus(); // what was pressed is gone
}
