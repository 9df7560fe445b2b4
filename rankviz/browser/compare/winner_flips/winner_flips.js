// One number of the convention along an axis, both lists' values over it, and who wins where.

import { say } from "../../kit/metric_about.js";
import { arrange, el, write } from "../../kit/elements.js";
import { channel } from "../../kit/part_events.js";
import { definePart } from "../../kit/part.js";
import { select } from "../../kit/select.js";
import { curvesOf } from "../../explore/choices/curves.js";
import { plotOf } from "./plot.js";
import { speak } from "../../kit/voice.js";

/** The options of a choice as curves, and a button that leads to the field for a custom formula. */
function newCurves(s, slot) {
  const choose = (value) => s.tab.dispatch({ name: "choose", field: slot, value });
  const { node, patch } = curvesOf(choose, () => {});
  const custom = el("button", "link to-custom");
  custom.onclick = () => {
    choose("formula");
    s.tab.afterPending(() => s.news.emit("open", { slot }));
  };
  return { node: el("div", "function", node, custom), custom, patch };
}

function paintCurves(s) {
  const { curves } = s.data;
  for (const { slot } of curves) if (!s.curves.has(slot)) s.curves.set(slot, newCurves(s, slot));
  arrange(s.row, [s.figure, ...curves.map(({ slot }) => s.curves.get(slot).node)]);
  for (const { slot, picture, custom_label: label } of curves) {
    const drawn = s.curves.get(slot);
    drawn.patch(picture);
    drawn.custom.hidden = !label;
    write(drawn.custom, label);
  }
}

function mount(root, signal) {
  const s = { box: root.querySelector(".winner_flips"), curves: new Map() };
  s.news = channel(undefined, "winner_flips", signal); // of the choices, which are about both lists
  const editOf = (value) => ({ name: "choices", value: { ...s.data.plot.choices, [s.data.plot.field]: value } });
  s.plot = plotOf(
    (value, isFinal) => (isFinal ? s.tab.dispatch(editOf(value)) : s.tab.preview(editOf(value))),
    () => s.tab.endPreviews(),
  );
  s.title = el("h2", "title");
  s.numberMenu = el("div", "number-menu");
  s.range = el("span");
  s.axisToggle = el("button", "link");
  s.axisToggle.onclick = () => s.tab.dispatch({ name: "set_page_params", value: { wide: s.data.axis_toggle.wide } });
  s.text = el("p", "text");
  s.help = el("p", "help");
  s.name = el("h3", "name");
  s.figure = el("figure", "figure", s.name, s.plot.node);
  s.row = el("div", "row");
  s.reason = el("p", "reason");
  s.box.replaceChildren(s.title, el("div", "sentence", s.numberMenu, s.range, s.text, s.axisToggle), s.help, s.row, s.reason);
  const resized = new ResizeObserver(() => s.plot.draw());
  resized.observe(s.box);
  signal.addEventListener("abort", () => resized.disconnect());
  return s;
}

function update(s, { data, tab }) {
  Object.assign(s, { data, tab });
  write(s.title, data.title);
  const menu = JSON.stringify(data.number_menu);
  if (menu !== s.menuDrawn) s.numberMenu.replaceChildren(select(data.number_menu, (value) => tab.dispatch({ name: "set_page_params", value: { x: value, wide: "" } })));
  s.menuDrawn = menu;
  write(s.range, data.range_text);
  if (s.text.textContent && s.text.textContent !== data.text) speak("flips", data.text);
  write(s.text, data.text);
  write(s.axisToggle, data.axis_toggle?.label);
  s.axisToggle.hidden = !data.axis_toggle;
  say(s.help, data.help);
  write(s.name, data.plot.title);
  say(s.reason, data.reason);
  paintCurves(s);
  s.plot.patch({ ...data.plot, alt: data.text });
}

export default definePart(mount, update);
