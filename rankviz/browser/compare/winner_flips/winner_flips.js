// The laboratory: one number of the convention along an axis, both lists' values over it, and who wins where.

import { say } from "../../kit/about.js";
import { arrange, el, write } from "../../kit/elements.js";
import { channel } from "../../kit/events.js";
import { definePart } from "../../kit/part.js";
import { select } from "../../kit/select.js";
import { curvesOf } from "../../explore/choices/curves.js";
import { plotOf } from "./plot.js";

/** The options of a choice as curves, and what leads to the field for a formula of one's own. */
function pictureOf(s, slot) {
  const choose = (value) => s.tab.dispatch({ name: "choose", field: slot, value });
  const { node, patch } = curvesOf(choose, () => {});
  const own = el("button", "link to-own");
  own.onclick = () => {
    choose("formula");
    s.tab.afterPending(() => s.news.emit("open", { slot }));
  };
  return { node: el("div", "function", node, own), own, patch };
}

function pictures(s) {
  const { curves } = s.data;
  for (const { slot } of curves) if (!s.curves.has(slot)) s.curves.set(slot, pictureOf(s, slot));
  arrange(s.row, [s.figure, ...curves.map(({ slot }) => s.curves.get(slot).node)]);
  for (const { slot, picture, own } of curves) {
    const one = s.curves.get(slot);
    one.patch(picture);
    one.own.hidden = !own;
    write(one.own, own);
  }
}

function mount(root, signal) {
  const s = { box: root.querySelector(".winner_flips"), curves: new Map() };
  s.news = channel(undefined, "winner_flips", signal); // of the choices, which are about both lists
  const edit = (value) => ({ name: "choices", value: { ...s.data.plot.choices, [s.data.plot.field]: value } });
  s.plot = plotOf(
    (value, done) => (done ? s.tab.dispatch(edit(value)) : s.tab.preview(edit(value))),
    () => s.tab.endPreviews(),
  );
  s.title = el("h2", "title");
  s.over = el("div", "over");
  s.range = el("span");
  s.further = el("button", "link");
  s.further.onclick = () => s.tab.dispatch({ name: "place", value: { wide: s.data.further.wide } });
  s.said = el("p", "said", { "aria-live": "polite" });
  s.help = el("p", "help");
  s.name = el("h3", "name");
  s.figure = el("figure", "figure", s.name, s.plot.node);
  s.row = el("div", "row");
  s.why = el("p", "why");
  s.box.replaceChildren(s.title, el("div", "sentence", s.over, s.range, s.said, s.further), s.help, s.row, s.why);
  const resized = new ResizeObserver(() => s.plot.draw());
  resized.observe(s.box);
  signal.addEventListener("abort", () => resized.disconnect());
  return s;
}

function update(s, { data, tab }) {
  Object.assign(s, { data, tab });
  write(s.title, data.title);
  const picked = JSON.stringify(data.pick);
  if (picked !== s.picked) s.over.replaceChildren(select(data.pick, (value) => tab.dispatch({ name: "place", value: { x: value, wide: "" } })));
  s.picked = picked;
  write(s.range, data.range);
  write(s.said, data.said);
  write(s.further, data.further?.label);
  s.further.hidden = !data.further;
  say(s.help, data.help);
  write(s.name, data.plot.title);
  say(s.why, data.why);
  pictures(s);
  s.plot.patch({ ...data.plot, alt: data.said });
}

export default definePart(mount, update);
