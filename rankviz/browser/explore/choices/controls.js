// What stands in an open pill: options to choose from, a number, or a text of the person's own.

import { arrange, el, write } from "../../kit/elements.js";
import { clamp, parsed } from "../../kit/numbers.js";

/** @import { Choices } from "./choices.js" */
/** @import { NumberSlot, RadioSlot, SliderData, Slot, TextSlot } from "./payload.d.ts" */

/**
 * What is chosen, also while it is not answered yet.
 *
 * @template {Slot} T
 * @param {Pick<Choices, "pending">} s
 * @param {T} part
 * @returns {T["value"]}
 */
export const valueOf = (s, part) => (s.pending.has(part.slot) ? /** @type {T["value"]} */ (s.pending.get(part.slot)) : part.value);

function radios(/** @type {Choices} */ s) {
  /** @typedef {{ input: HTMLInputElement, label: HTMLElement, caption: HTMLElement, node: HTMLElement, part: RadioSlot }} Option */
  const options = /** @type {Map<string, Option>} */ (new Map());
  const list = el("div");
  const make = (/** @type {string} */ value, /** @type {RadioSlot} */ part) => {
    const [input, label, caption] = [el("input", "", { type: "radio" }), el("b"), el("small")];
    const one = { input, label, caption, node: el("label", "option", input, el("span", "", label, caption)), part };
    one.input.onchange = () => s.choose(one.part, value);
    options.set(value, one);
    return one;
  };
  const patch = (/** @type {RadioSlot} */ part) => {
    const nodes = part.options.map((option) => {
      const one = options.get(option.value) ?? make(option.value, part);
      one.part = part;
      one.input.name = part.slot;
      one.input.checked = option.value === valueOf(s, part);
      one.input.autofocus = one.input.checked && !part.beside?.some(({ kind }) => kind === "text"); // that is typed into at once
      one.input.disabled = Boolean(option.disabled_reason);
      write(one.label, option.label);
      write(one.caption, option.disabled_reason || option.caption || "…"); // the line is kept until Python has filled it
      return one.node;
    });
    list.classList.toggle("many", nodes.length > 8 || "curves" in part);
    arrange(list, nodes);
  };
  const point = (/** @type {string | null} */ value) => {
    for (const [key, { node }] of options) node.classList.toggle("near", key === value);
  };
  return { list, patch, point };
}

/**
 * A field to type in, and under it what is wrong with what was typed.
 *
 * @param {Choices} s
 * @param {string} className
 * @param {Record<string, unknown>} attributes
 * @param {() => void} commit
 * @param {() => void} [drop] what was typed is left
 */
function typing(s, className, attributes, commit, drop = () => {}) {
  const id = `error-${++s.ids}`;
  const input = el("input", className, { autocomplete: "off", "aria-describedby": id, ...attributes });
  // On a touch screen the focus would open the keyboard over the popover.
  input.autofocus = !matchMedia("(pointer: coarse)").matches;
  input.onfocus = () => input.select();
  const error = el("p", "error", { id, role: "alert" });
  let painted = /** @type {string | null} */ (null);
  const complain = (/** @type {string} */ reason) => {
    write(error, reason);
    input.ariaInvalid = String(Boolean(reason));
  };
  const restore = () => {
    input.value = input.defaultValue;
    complain("");
    drop();
  };
  const show = (/** @type {string} */ value, accepted = value) => {
    input.defaultValue = accepted;
    if (value === painted) return; // what is being typed must survive other news
    input.value = painted = value;
    complain("");
  };
  input.onchange = commit;
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) commit();
    if (event.key !== "Escape" || input.value === input.defaultValue) return;
    event.preventDefault(); // only the next one closes
    restore();
  });
  return { input, error, complain, restore, show };
}

/**
 * A slider for the part of the range that is mostly wanted, and under it what it stands for at some places.
 *
 * @param {Choices} s
 * @param {() => NumberSlot} part
 * @param {(value: string) => void} shown
 */
function slider(s, part, shown) {
  const range = el("input", "", { type: "range" });
  const marks = el("div", "marks", { "aria-hidden": true });
  range.oninput = () => {
    shown(range.value);
    s.preview(part(), Number(range.value));
  };
  range.onchange = () => s.choose(part(), Number(range.value));
  /** @param {SliderData & NumberSlot} now @param {number | null} value */
  const patch = ({ slide, slide_step: step, marks: named, max, label }, value) => {
    const end = Number(value) > slide[1] ? max : slide[1];
    Object.assign(range, { min: String(slide[0]), max: String(end), step: String(step), ariaLabel: label });
    if (!s.live.has(part().slot)) range.value = String(value);
    const nodes = named.map(([at, words]) => {
      const mark = el("span", "", words);
      mark.style.setProperty("--at", String((at - slide[0]) / (end - slide[0])));
      return mark;
    });
    marks.replaceChildren(...nodes);
  };
  return { node: el("div", "slider", range, marks), patch };
}

const ARROWS = /** @type {Record<string, number>} */ ({ ArrowUp: 1, ArrowDown: -1 });

function number(/** @type {Choices} */ s) {
  /** @type {NumberSlot} */
  let part;
  let latest = /** @type {number | null} */ (null);
  const { input, error, complain, restore, show } = typing(s, "", { inputmode: "decimal" }, commit);
  const [less, more] = ["−", "+"].map((sign) => el("button", "", sign));
  const none = el("input", "", { type: "checkbox" });
  const noneText = el("span");
  const noneRow = el("label", "none", none, noneText);
  const caption = el("small");
  const slide = slider(s, () => part, (now) => (input.value = now));
  const list = el("div", "", el("div", "number", less, input, more), slide.node, error, noneRow, caption);
  function commit() {
    const value = parsed(input.value);
    if (!(value >= part.min && value <= part.max && (!part.whole || value % 1 === 0))) {
      return complain(part.invalid ?? s.data.texts.invalid);
    }
    s.choose(part, value);
    restore();
  }
  const step = (/** @type {number} */ sign) => {
    const value = valueOf(s, part);
    const next = value === null ? (latest ?? part.min) : Number((value + sign * part.step).toFixed(9));
    s.choose(part, clamp(next, part.min, part.max));
    restore();
  };
  less.onclick = () => step(-1);
  more.onclick = () => step(1);
  none.onchange = () => s.choose(part, none.checked ? null : (latest ?? part.min));
  input.onkeydown = (event) => {
    const sign = ARROWS[event.key];
    if (!sign) return;
    event.preventDefault();
    step(sign);
  };
  const patch = (/** @type {NumberSlot} */ now) => {
    part = now;
    const value = valueOf(s, part);
    latest = value ?? latest;
    if (!s.live.has(part.slot)) show(String(value ?? ""));
    slide.node.hidden = !part.slide;
    if (part.slide) slide.patch(part, value);
    input.ariaLabel = part.label;
    less.ariaLabel = s.data.texts.decrease;
    more.ariaLabel = s.data.texts.increase;
    less.ariaDisabled = String(value !== null && value <= part.min); // not `disabled`: that would drop the focus
    more.ariaDisabled = String(value !== null && value >= part.max);
    noneRow.hidden = !part.allow_none;
    none.checked = value === null;
    write(noneText, part.none_label);
    write(caption, part.caption);
  };
  return { list, patch };
}

/** A formula or a table of the person's own. What Python refuses stays in the field, with the reason under it. @param {Choices} s */
function text(s) {
  /** @type {TextSlot} */
  let part;
  const { input, error, complain, show } = typing(s, "own", { spellcheck: "false" }, commit, () => s.forget(part));
  function commit() {
    const typed = input.value.trim();
    if (s.live.has(part.slot) || (typed !== part.value && typed !== part.refused?.[0])) s.choose(part, typed);
  }
  input.oninput = (event) => /** @type {InputEvent} */ (event).isComposing || s.preview(part, input.value.trim());
  const caption = el("small");
  const patch = (/** @type {TextSlot} */ now) => {
    part = now;
    const [typed, reason] = part.refused ?? ["", ""];
    input.maxLength = part.max_length;
    if (!s.live.has(part.slot)) show(typed || part.value, part.value);
    complain(reason);
    input.ariaLabel = part.label;
    write(caption, part.caption);
  };
  return { list: el("div", "", input, error, caption), patch };
}

export const CONTROLS = { number, radio: radios, text };
