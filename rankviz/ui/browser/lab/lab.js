// The laboratory: one number of the convention along an axis, both lists' values over it, and who wins where.

import { el, write } from "../kit/elements.js";
import { part } from "../kit/part.js";
import { select } from "../kit/select.js";
import { curvesOf } from "../choices/curves.js";
import { plotOf } from "./plot.js";

function pictures(s) {
  const { curves } = s.data;
  for (const { slot } of curves) {
    if (!s.curves.has(slot)) s.curves.set(slot, curvesOf((value) => s.tab.ask({ name: "choose", field: slot, value }), () => {}));
  }
  s.row.replaceChildren(s.figure, ...curves.map(({ slot }) => s.curves.get(slot).node));
  for (const { slot, picture } of curves) s.curves.get(slot).patch(picture);
}

function mount(root, signal) {
  const s = { box: root.querySelector(".lab"), curves: new Map() };
  const edit = (value) => ({ name: "choices", value: { ...s.data.plot.choices, [s.data.plot.field]: value } });
  s.plot = plotOf(
    (value, done) => (done ? s.tab.ask(edit(value)) : s.tab.preview(edit(value))),
    () => s.tab.endPreviews(),
  );
  s.title = el("h2", "title");
  s.over = el("div", "over");
  s.said = el("p", "said", { "aria-live": "polite" });
  s.name = el("h3", "name");
  s.figure = el("figure", "figure", s.name, s.plot.node);
  s.row = el("div", "row");
  s.why = el("p", "why");
  s.box.replaceChildren(s.title, el("div", "sentence", s.over, s.said), s.row, s.why);
  const resized = new ResizeObserver(() => s.plot.draw());
  resized.observe(s.box);
  signal.addEventListener("abort", () => resized.disconnect());
  return s;
}

function update(s, { data, tab }) {
  Object.assign(s, { data, tab });
  write(s.title, data.title);
  const picked = JSON.stringify(data.pick);
  if (picked !== s.picked) s.over.replaceChildren(select(data.pick, (value) => tab.ask({ name: "place", value: { x: value } })));
  s.picked = picked;
  write(s.said, data.said);
  write(s.name, data.plot.title);
  write(s.why, data.why);
  pictures(s);
  s.plot.patch({ ...data.plot, alt: data.said });
}

export default part(mount, update);
