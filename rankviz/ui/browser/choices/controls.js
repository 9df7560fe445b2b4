// What stands in an open pill: options to choose from, a number, or a text of the person's own.

import { arrange, el, write } from "../kit/elements.js";
import { parsed } from "../kit/numbers.js";

/** What is chosen, also while it is not answered yet. */
export const valueOf = (s, part) => (s.pending.has(part.slot) ? s.pending.get(part.slot) : part.value);

function radios(s) {
  const options = new Map();
  const list = el("div");
  const make = (value) => {
    const one = { input: el("input", "", { type: "radio" }), label: el("b"), caption: el("small") };
    one.node = el("label", "option", one.input, el("span", "", one.label, one.caption));
    one.input.onchange = () => s.choose(one.part, value);
    options.set(value, one);
    return one;
  };
  const patch = (part) => {
    const nodes = part.options.map((option) => {
      const one = options.get(option.value) ?? make(option.value);
      one.part = part;
      one.input.name = part.slot;
      one.input.checked = one.input.autofocus = option.value === valueOf(s, part);
      one.input.disabled = Boolean(option.disabled_reason);
      write(one.label, option.label);
      write(one.caption, option.disabled_reason || option.caption || "…"); // the line is kept until Python has filled it
      return one.node;
    });
    list.classList.toggle("many", nodes.length > 8);
    arrange(list, nodes);
  };
  return { list, patch };
}

function number(s) {
  let part, painted, latest;
  const id = `error-${++s.ids}`;
  const field = el("input", "", { inputmode: "decimal", autocomplete: "off", "aria-describedby": id });
  const [less, more] = ["−", "+"].map((sign) => el("button", "", sign));
  const error = el("p", "error", { id, role: "alert" });
  const none = el("input", "", { type: "checkbox" });
  const noneText = el("span");
  const noneRow = el("label", "none", none, noneText);
  const caption = el("small");
  const list = el("div", "", el("div", "number", less, field, more), error, noneRow, caption);
  const complain = (reason) => {
    write(error, reason);
    field.ariaInvalid = String(Boolean(reason));
  };
  const restore = () => {
    field.value = painted ?? "";
    complain("");
  };
  const commit = () => {
    const value = part.allow_none && !field.value.trim() ? null : parsed(field.value);
    if (value !== null && !(value >= part.min && value <= part.max && (!part.whole || value % 1 === 0))) {
      return complain(part.invalid ?? s.data.texts.invalid);
    }
    s.choose(part, value);
    restore();
  };
  const step = (sign) => {
    const value = valueOf(s, part);
    const next = value === null ? (latest ?? part.min) : Number((value + sign * part.step).toFixed(9));
    s.choose(part, Math.min(part.max, Math.max(part.min, next)));
    restore();
  };
  less.onclick = () => step(-1);
  more.onclick = () => step(1);
  none.onchange = () => s.choose(part, none.checked ? null : (latest ?? part.min));
  field.onfocus = () => field.select();
  field.onchange = commit;
  field.onkeydown = (event) => {
    const sign = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === "Escape") restore();
    else if (event.key === "Enter" && !event.isComposing) commit();
    else if (sign) {
      event.preventDefault();
      step(sign);
    }
  };
  const patch = (now) => {
    part = now;
    const value = valueOf(s, part);
    latest = value ?? latest;
    if (value !== painted) {
      painted = value;
      restore(); // only then: what is being typed must survive other news
    }
    field.setAttribute("aria-label", part.label);
    // On a touch screen the focus would open the keyboard over the popover.
    field.autofocus = !matchMedia("(pointer: coarse)").matches;
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

// A formula or a table of the person's own. What Python refuses stays in the field, with the reason under it.
function text(s) {
  let part, painted;
  const id = `error-${++s.ids}`;
  const field = el("input", "own", { autocomplete: "off", spellcheck: "false", "aria-describedby": id });
  const error = el("p", "error", { id, role: "alert" });
  const caption = el("small");
  const list = el("div", "", field, error, caption);
  const commit = () => {
    const typed = field.value.trim();
    if (typed !== part.value && typed !== part.refused[0]) s.choose(part, typed);
  };
  field.onchange = commit;
  field.onkeydown = (event) => {
    if (event.key === "Escape" && field.value !== part.value) {
      event.preventDefault();
      field.value = part.value;
    } else if (event.key === "Enter" && !event.isComposing) commit();
  };
  const patch = (now) => {
    part = now;
    const [typed, reason] = part.refused;
    const value = typed || part.value;
    field.maxLength = part.max_length;
    if (value !== painted) field.value = painted = value; // only then: what is being typed must survive other news
    field.setAttribute("aria-label", part.label);
    field.ariaInvalid = String(Boolean(reason));
    write(error, reason);
    write(caption, part.caption);
  };
  return { list, patch };
}

export const CONTROLS = { number, radio: radios, text };
