// The metrics by family: a field to search in, their names, and what is to be said of the one that is pointed at.

import { aboutMetric } from "../../kit/metric_about.js";
import { arrange, el, fillTemplate, write } from "../../kit/elements.js";
import { elementAround } from "../../kit/find_elements.js";
import { narrow } from "../../kit/media.js";
import { valueOf } from "./controls.js";

const REST = 90; // ms that the pointer rests on a name before it is spoken of: it may only be crossing
const STEPS = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 });
const small = (/** @type {string} */ text) => text.toLowerCase();

/** @import { Choices } from "./choices.js" */
/** @import { MetricOption, MetricsSlot } from "./payload.d.ts" */
/** @typedef {{ label: HTMLElement, name: HTMLElement, node: HTMLElement, option: MetricOption }} Metric */
/** @typedef {{ head: HTMLElement, node: HTMLElement }} Family */
/** @typedef {ReturnType<typeof build> & { part: MetricsSlot }} Picker with its slot, from the first that it is given */

function build(/** @type {Choices} */ s) {
  const id = `metrics-${++s.ids}`;
  const input = el("input", "search", {
    role: "combobox", autocomplete: "off", spellcheck: "false", "aria-expanded": true, "aria-autocomplete": "list", "aria-controls": id, "aria-describedby": `${id}-about`,
  });
  input.autofocus = !matchMedia("(pointer: coarse)").matches; // on a touch screen the keyboard would cover the names
  const names = el("div", "names", { role: "presentation" });
  return {
    ...{ s, id, input, names },
    list: el("div", "found", { role: "listbox", id }, names),
    none: el("p", "none-found", { role: "status" }),
    about: aboutMetric(),
    options: /** @type {Map<string, Metric>} */ (new Map()),
    families: /** @type {Map<string, Family>} */ (new Map()),
    matches: /** @type {MetricOption[]} */ ([]),
    at: "", // the metric that is pointed at
    lang: "",
    details: /** @type {NonNullable<MetricsSlot["details"]>} */ ({}),
    resting: 0,
  };
}

export function metrics(/** @type {Choices} */ s) {
  const p = /** @type {Picker} */ (build(s));
  Object.assign(p.about.node, { id: `${p.id}-about`, tabIndex: 0, role: "region" }); // where it scrolls the keys reach it
  p.input.oninput = () => search(p);
  p.input.addEventListener("keydown", (event) => pressed(p, event));
  const optionAt = (/** @type {Event} */ { target }) => elementAround(target, "[role=option]");
  p.list.onpointerover = (event) => point(p, optionAt(event));
  p.list.onpointerleave = () => clearTimeout(p.resting);
  p.list.onmousedown = (event) => event.preventDefault(); // the caret stays in the field
  p.list.onclick = (event) => {
    const node = optionAt(event);
    if (node) choose(p, metricOf(node), !narrow.matches);
  };
  const list = el("div", "metrics", p.input, p.list, p.none, p.about.node);
  return { list, patch: (/** @type {MetricsSlot} */ part) => patch(p, part), opened: (/** @type {boolean} */ open) => opened(p, open) };
}

const metricOf = (/** @type {HTMLElement} */ node) => node.dataset.metric ?? "";

/** @param {Picker} p @param {MetricsSlot} part */
function patch(p, part) {
  const { lang } = document.documentElement;
  if (part.details) p.details = part.details;
  else if (lang !== p.lang) p.details = {}; // of another language
  Object.assign(p, { part, lang });
  const { texts } = part;
  p.input.placeholder = p.input.ariaLabel = texts.search;
  p.list.ariaLabel = p.about.node.ariaLabel = part.label;
  const groups = part.families.map(({ key: family, label, metrics: keys }) => {
    const group = p.families.get(family) ?? newFamily(p, family);
    write(group.head, label);
    arrange(group.node, [group.head, ...part.options.filter(({ value }) => keys.includes(value)).map((option) => patchOption(p, option))]);
    return group.node;
  });
  arrange(p.names, groups);
  filter(p);
  p.at ||= valueOf(p.s, part);
  mark(p);
}

/** @param {Picker} p @param {string} key */
function newFamily(p, key) {
  const head = el("div", "family", { id: `${p.id}-${key}` });
  const group = { head, node: el("div", "group", { role: "group", "aria-labelledby": head.id }) };
  p.families.set(key, group);
  return group;
}

/** @param {Picker} p @param {MetricOption} option */
function patchOption(p, option) {
  let one = p.options.get(option.value);
  if (!one) {
    const [label, name] = [el("b"), el("span")];
    const node = el("div", "metric", { role: "option", id: `${p.id}-${option.value}`, "data-metric": option.value }, label, " ", name);
    one = { label, name, node, option };
    p.options.set(option.value, one);
  }
  write(one.label, option.label);
  write(one.name, option.name);
  one.option = option;
  one.node.ariaSelected = String(option.value === valueOf(p.s, p.part));
  return one.node;
}

/** All words that were typed must be found; the names themselves first. @param {Picker} p */
function filter(p) {
  const words = small(p.input.value).split(/\s+/).filter(Boolean);
  p.matches = [];
  for (const { option, node } of p.options.values()) {
    const text = small(`${option.label} ${option.name} ${p.details[option.value]?.words ?? ""}`);
    node.hidden = !words.every((word) => text.includes(word));
    if (!node.hidden) p.matches.push(option);
  }
  for (const { node } of p.families.values()) node.hidden = !node.querySelector("[role=option]:not([hidden])");
  write(p.none, p.matches.length ? "" : fillTemplate(p.part.texts.none, { typed: p.input.value }));
}

function search(/** @type {Picker} */ p) {
  filter(p);
  const typed = small(p.input.value.trim());
  const begins = (/** @type {string} */ text) => small(text).startsWith(typed);
  /** @typedef {(option: MetricOption) => boolean} Test */
  const also = /** @type {Test} */ (({ value }) => (p.details[value]?.words ?? "").split("\n").some((word) => small(word) === typed));
  const is = /** @type {Test} */ (({ label, name }) => [label, name].some((text) => small(text) === typed));
  /** @type {Test[]} */
  const tests = typed ? [is, also, ({ label }) => begins(label), ({ name }) => begins(name)] : [({ value }) => value === valueOf(p.s, p.part)];
  const match = tests.map((test) => p.matches.find(test)).find(Boolean) ?? p.matches[0];
  p.at = match?.value ?? p.at;
  mark(p);
  p.list.scrollTop = 0;
  reveal(p);
}

function mark(/** @type {Picker} */ p) {
  const there = p.matches.some(({ value }) => value === p.at);
  for (const [value, { node }] of p.options) node.classList.toggle("at", there && value === p.at);
  const one = there ? p.options.get(p.at) : null;
  if (one) p.input.setAttribute("aria-activedescendant", one.node.id);
  else p.input.removeAttribute("aria-activedescendant");
  const option = (one ?? p.options.get(p.at))?.option;
  if (option) p.about.show(option, p.details[option.value], p.part.texts);
}

function reveal(/** @type {Picker} */ p) {
  const node = p.options.get(p.at)?.node;
  if (!node || node.hidden) return;
  const [own, list] = [node.getBoundingClientRect(), p.list.getBoundingClientRect()];
  if (own.top < list.top || own.bottom > list.bottom) p.list.scrollTop += own.top - list.top - list.height / 3;
}

/** @param {Picker} p @param {HTMLElement | null} node */
function point(p, node) {
  clearTimeout(p.resting);
  if (!node) return;
  p.resting = setTimeout(() => {
    p.at = metricOf(node);
    mark(p);
  }, REST);
}

/** @param {Picker} p @param {KeyboardEvent} event */
function pressed(p, event) {
  if (event.isComposing) return;
  const at = p.matches.findIndex(({ value }) => value === p.at);
  if (event.key === "Enter" && at >= 0) choose(p, p.at, true);
  else if (!(event.key in STEPS) || !p.matches.length) return;
  else {
    const to = at < 0 ? 0 : at + STEPS[event.key];
    p.at = p.matches[Math.min(Math.max(to, 0), p.matches.length - 1)].value;
    mark(p);
    reveal(p);
  }
  event.preventDefault();
}

/** @param {Picker} p @param {string} value @param {boolean} close */
function choose(p, value, close) {
  p.at = value;
  mark(p);
  if (close) p.s.close(p.part);
  p.s.choose(p.part, value);
}

/** Opened it begins with the metric that is shown; what was searched for is gone. @param {Picker} p @param {boolean} open */
function opened(p, open) {
  clearTimeout(p.resting);
  if (!open || !p.part) return;
  p.input.value = "";
  p.at = valueOf(p.s, p.part);
  filter(p);
  mark(p);
  requestAnimationFrame(() => reveal(p));
}
