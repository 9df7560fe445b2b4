// Cards on two lists: rows of a text and a number; some rows can be pressed, which carries out their step.

import { prefersReducedMotion, el } from "../../kit/elements.js";
import { channel } from "../../kit/part_events.js";
import { definePart } from "../../kit/part.js";
import { withTerms } from "../../kit/terms.js";
import { ticks, windowOf } from "../difference/scale.js";
import { parsed } from "../../kit/numbers.js";
import { select } from "../../kit/select.js";
import { closer, derivationOf } from "./derivation.js";
import { svgEl } from "../../kit/svg.js";

const [WIDE, HIGH, LEFT, FOOT] = [300, 130, 34, 30]; // of the bars, px

/** The numbers of the axis below the ranges. */
const scale = () => el("li", "scale", { "aria-hidden": true }, el("div", "line", el("span"), el("span", "ends", el("i", "", "0"), el("i", "", ".5"), el("i", "", "1")), el("span")));

/** Both ranges on an axis from 0 to 1. */
function track(ends) {
  const node = el("span", "track", { "aria-hidden": true });
  for (const side of ["a", "b"]) {
    const [low, high] = ends[side];
    const bar = el("i", high > low ? side : `${side} point`);
    bar.style.left = `${low * 100}%`;
    bar.style.width = `${(high - low) * 100}%`;
    node.append(bar);
  }
  return node;
}

/** Bars by rank, those of both lists beside each other. */
function barsOf({ a, b, axis, alt }) {
  const { low, high } = windowOf([...a, ...b, 0], null);
  const y = (/** @type {number} */ value) => ((high - value) / (high - low)) * HIGH;
  const count = Math.max(a.length, b.length, 1);
  const step = (WIDE - LEFT) / count;
  const label = (x, top, text, anchor) => svgEl("text", { x, y: top, "text-anchor": anchor }, text);
  const nodes = ticks({ low, high }, 4).flatMap(([value, text]) => [
    svgEl("line", { class: value ? "grid" : "axis", x1: LEFT, x2: WIDE, y1: y(value), y2: y(value) }),
    label(LEFT - 6, y(value) + 4, text, "end"),
  ]);
  [a, b].forEach((values, list) => values.forEach((value, i) => {
    const [x, top] = [LEFT + (i + 0.14 + list * 0.36) * step, Math.min(y(value), y(0))];
    nodes.push(svgEl("rect", { class: "ab"[list], x, y: top, width: step * 0.34, height: Math.max(Math.abs(y(value) - y(0)), 1) }));
  }));
  const every = Math.ceil(count / 10);
  for (let i = 0; i < count; i += every) nodes.push(label(LEFT + (i + 0.5) * step, HIGH + 14, String(i + 1), "middle"));
  nodes.push(label((LEFT + WIDE) / 2, HIGH + 28, axis, "middle"));
  return svgEl("svg", { class: "bars", viewBox: `0 -4 ${WIDE} ${HIGH + FOOT + 6}`, role: "img", "aria-label": alt }, ...nodes);
}

const setPageParams = (s, value) => s.tab.dispatch({ name: "set_page_params", value });

/** Carry out a step; it can be undone here until something else is drawn. */
function carryOut(s, step) {
  s.isStepPending = true;
  s.news.emit("carry_out", step);
}

function undoOf(s) {
  const button = el("button", "link", { "data-key": "undo" }, s.data.texts.undo);
  button.onclick = () => {
    s.isStepPending = false;
    s.tab.dispatch({ name: "undo" });
  };
  return el("p", "sub", button);
}

function row(s, { text, value, title, step, range = false, open, is_open: isOpen, note }) {
  const words = el("span", "words", text, note && el("small", "", note));
  const content = [words, range && track(range), el("b", "", value)];
  const isButton = open !== undefined || (step && !s.data.locked);
  if (!isButton) return el("li", "", el("div", "line", { title }, ...content));
  const button = el("button", "line", { title, "data-key": text, ...(open === undefined ? {} : { "aria-expanded": isOpen }) }, ...content);
  button.onclick = () => (step ? carryOut(s, step) : setPageParams(s, { like: open }));
  return el("li", "", button);
}

/** A choice that only this card reads. */
function choiceOf(s, { field, label, value, options, min, max }) {
  const choose = (to) => s.tab.dispatch({ name: "choose", field, value: to });
  if (options) {
    const node = select({ label, value, options }, choose);
    node.querySelector("select")?.setAttribute("data-key", field);
    return node;
  }
  const input = el("input", "number", { inputmode: "decimal", "data-key": field });
  input.value = value;
  input.onkeydown = (event) => event.stopPropagation(); // digits are grades elsewhere
  input.onchange = () => {
    const typed = parsed(input.value);
    const isGood = typed >= min && typed <= max;
    input.ariaInvalid = String(!isGood);
    if (isGood) choose(typed);
  };
  return el("label", "select", el("span", "", label), input);
}

/** Buttons that choose which list a card is about. */
function sideButtons(s, key, tabs, tab) {
  const showSide = (side) => {
    s.sides.set(key, side);
    draw(s);
    s.box.querySelector(`[data-key="${key}${side}"]`)?.focus();
  };
  return tabs.map((each) => {
    const title = s.data.texts.list_of.replace("{side}", each.label);
    const button = el("button", "turn", { "aria-pressed": each === tab, "data-key": key + each.side, title }, each.label);
    button.onclick = () => showSide(each.side);
    return button;
  });
}

function listOf(s, rows) {
  if (!rows.length) return "";
  const hasRanges = rows.some((each) => each.range);
  return el("ul", hasRanges ? "ranges" : "", ...rows.map((each) => row(s, each)), hasRanges && scale());
}

/** The button that opens the table of all steps. */
function tableButton(s, { label, open, is_open: isOpen }) {
  const button = el("button", "link", { "aria-expanded": isOpen, "data-key": "all" }, label);
  button.onclick = () => setPageParams(s, { moves: open });
  return button;
}

function card(s, { key, title, tabs, text, bars, choices }) {
  const side = s.sides.get(key) ?? tabs[0].side;
  const tab = tabs.find((each) => each.side === side) ?? tabs[0];
  const { rows, empty_text: emptyText, judgments, table_button: table, subtitle } = tab;
  const head = el("h3", "", title, " ", ...(tabs.length > 1 ? sideButtons(s, key, tabs, tab) : []));
  return el(
    "section", "card", { "data-card": key },
    head, el("p", "sub", ...withTerms(subtitle)), bars && barsOf(bars), listOf(s, rows), !rows.length && emptyText && el("p", "sub", emptyText), table && tableButton(s, table),
    judgments && el("p", "sub", ...withTerms(judgments.subtitle)), judgments && listOf(s, judgments.rows),
    key === "best" && s.canUndo && undoOf(s), ...(choices ?? []).map((each) => choiceOf(s, each)), text && el("p", "decides", text),
  );
}

/** All steps from a list; a press on one does it. */
function tableOf(s, { title, heads, rows }) {
  const close = () => {
    s.box.querySelector('[data-key="all"]')?.focus();
    setPageParams(s, { moves: "" });
  };
  const lines = rows.map((each) => el("tr", "", el("th", "", { scope: "row" }, stepOf(s, each)), el("td", "", each.value_after), el("td", "", each.value)));
  const top = el("tr", "", ...heads.map((each) => el("th", "", { scope: "col" }, each)));
  const table = el("table", "", el("thead", "", top), el("tbody", "", ...lines));
  const box = el("div", "scroller", { tabindex: 0, role: "region", "aria-label": title }, table);
  return el("section", "proof", el("h3", "", title, closer(s, close)), box);
}

function stepOf(s, { text, step }) {
  if (s.data.locked) return text;
  const button = el("button", "", { "data-key": `step ${text}` }, text);
  button.onclick = () => carryOut(s, step);
  return button;
}

function draw(s) {
  const { cards } = s.data;
  const derivation = cards.find((each) => each.derivation)?.derivation;
  const isNew = derivation && derivation.key !== s.derivationKey;
  if (isNew) s.unfolded = false;
  s.derivationKey = derivation?.key;
  const focusedKey = s.box.getRootNode().activeElement?.getAttribute("data-key");
  [s.canUndo, s.isStepPending] = [s.isStepPending, false];
  const close = () => {
    s.box.querySelector('[aria-expanded="true"].line')?.focus();
    setPageParams(s, { like: "" });
  };
  const table = cards.find((each) => each.steps_table)?.steps_table;
  const open = [table && tableOf(s, table), derivation && derivationOf(s, derivation, closer(s, close), () => draw(s))].filter(Boolean);
  for (const node of open) {
    node.onkeydown = ({ key }) => {
      if (key === "Escape") /** @type {HTMLElement | null} */ (node.querySelector(".close"))?.click();
    };
  }
  const scrolled = s.box.querySelector(".scroller")?.scrollTop ?? 0;
  s.box.replaceChildren(...cards.map((each) => card(s, each)), ...open);
  s.box.querySelector(".scroller")?.scrollTo(0, scrolled);
  const withKey = [...s.box.querySelectorAll("[data-key]")];
  if (focusedKey) withKey.find((node) => [focusedKey, s.canUndo && "undo"].includes(node.getAttribute("data-key")))?.focus({ preventScroll: true });
  if (isNew && focusedKey) open.at(-1).scrollIntoView({ block: "nearest", behavior: prefersReducedMotion() ? "auto" : "smooth" });
}

function mount(root, signal, { data }) {
  const s = { box: root.querySelector(".cards"), sides: new Map(), shown: "" };
  s.news = channel(data.scope, "cards", signal);
  return s;
}

function update(s, { data, tab }) {
  const shown = JSON.stringify(data);
  Object.assign(s, { data, tab });
  if (shown !== s.shown) draw(s);
  s.shown = shown;
}

export default definePart(mount, update);
