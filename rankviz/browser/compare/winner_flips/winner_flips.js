// One number of the convention along an axis, both lists' values over it, and who wins where.

import { say } from "../../kit/metric_about.js";
import { arrange, el, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { channel } from "../../kit/part_events.js";
import { definePart } from "../../kit/part.js";
import { select } from "../../kit/select.js";
import { curvesOf } from "../../explore/choices/curves.js";
import { plotOf } from "./plot.js";
import { speak } from "../../kit/voice.js";

/** @import { Given, Part } from "../../kit/part.js" */
/** @import { ChoicesEdit } from "../../tab/messages.d.ts" */
/** @import { OptionCurves, WinnerFlipsPayload } from "./payload.d.ts" */
/** @typedef {{ node: HTMLElement, custom: HTMLElement, patch: (picture: OptionCurves["picture"]) => void }} Curves */
/** @typedef {Part<ReturnType<typeof build>, WinnerFlipsPayload> & { plot: ReturnType<typeof plotOf> }} WinnerFlips */

/**
 * The options of a choice as curves, and a button that leads to the field for a custom formula.
 *
 * @param {WinnerFlips} s
 * @param {string} slot
 * @returns {Curves}
 */
function newCurves(s, slot) {
  const choose = (/** @type {string} */ value) => s.tab.dispatch({ name: "choose", field: slot, value });
  const { node, patch } = curvesOf(choose, () => {});
  const custom = el("button", "link to-custom");
  custom.onclick = () => {
    choose("formula");
    s.tab.afterPending(() => s.news.emit("open", { slot }));
  };
  return { node: el("div", "function", node, custom), custom, patch };
}

function paintCurves(/** @type {WinnerFlips} */ s) {
  const all = s.data.curves.map((data) => {
    const drawn = s.curves.get(data.slot) ?? newCurves(s, data.slot);
    s.curves.set(data.slot, drawn);
    return { drawn, data };
  });
  arrange(s.row, [s.figure, ...all.map(({ drawn }) => drawn.node)]);
  for (const { drawn, data: { picture, custom_label: label } } of all) {
    drawn.patch(picture);
    drawn.custom.hidden = !label;
    write(drawn.custom, label);
  }
}

/** @param {ShadowRoot} root @param {AbortSignal} signal */
function build(root, signal) {
  const box = elementIn(root, ".winner_flips");
  const title = el("h2", "title");
  const numberMenu = el("div", "number-menu");
  const range = el("span");
  const axisToggle = el("button", "link");
  const [text, help, reason] = ["text", "help", "reason"].map((className) => el("p", className));
  const name = el("h3", "name");
  const figure = el("figure", "figure", name);
  const row = el("div", "row");
  box.replaceChildren(title, el("div", "sentence", numberMenu, range, text, axisToggle), help, row, reason);
  return {
    ...{ box, title, numberMenu, range, axisToggle, text, help, reason, name, figure, row },
    news: channel(undefined, "winner_flips", signal), // of the choices, which are about both lists
    curves: /** @type {Map<string, Curves>} */ (new Map()),
    menuDrawn: "",
  };
}

/** @param {ShadowRoot} root @param {AbortSignal} signal */
function mount(root, signal) {
  const s = /** @type {WinnerFlips} */ (build(root, signal));
  /** @param {number} value @returns {ChoicesEdit} */
  const editOf = (value) => ({ name: "choices", value: { ...s.data.plot.choices, [s.data.plot.field]: value } });
  s.plot = plotOf(
    (value, isFinal) => (isFinal ? s.tab.dispatch(editOf(value)) : s.tab.preview(editOf(value))),
    () => s.tab.endPreviews(),
  );
  s.figure.append(s.plot.node);
  s.axisToggle.onclick = () => s.tab.dispatch({ name: "set_page_params", value: { wide: s.data.axis_toggle?.wide ?? "" } });
  const resized = new ResizeObserver(() => s.plot.draw());
  resized.observe(s.box);
  signal.addEventListener("abort", () => resized.disconnect());
  return s;
}

/** @param {WinnerFlips} s @param {Given<WinnerFlipsPayload>} given */
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
