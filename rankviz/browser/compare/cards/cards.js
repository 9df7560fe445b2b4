// Cards on two lists: rows of a text and a number; some rows can be pressed, which carries out their step.

import { prefersReducedMotion, el } from "../../kit/elements.js";
import { elementIn, elementsIn, focusedBeside } from "../../kit/find_elements.js";
import { channel } from "../../kit/part_events.js";
import { definePart } from "../../kit/part.js";
import { withTerms } from "../../kit/terms.js";
import { roundTicks } from "../../kit/ticks.js";
import { windowOf } from "../difference/scale.js";
import { parsed } from "../../kit/numbers.js";
import { select } from "../../kit/select.js";
import { closer, derivationOf } from "./derivation.js";
import { svgEl } from "../../kit/svg.js";

/** @import { ListStep } from "../../kit/news.d.ts" */
/** @import { Given, Part } from "../../kit/part.js" */
/** @import { Card, CardBars, CardChoice, CardRow, CardsPayload, CardTab, Ranges, StepsTable, TableButton, TableStep } from "./payload.d.ts" */
/** @typedef {Part<ReturnType<typeof build>, CardsPayload>} Cards */

const [WIDE, HIGH, LEFT, FOOT, TYPE] = [300, 130, 34, 30, 11]; // of the bars, px

/** The numbers of the axis below the ranges. */
const scale = () => el("li", "scale", { "aria-hidden": true }, el("div", "line", el("span"), el("span", "ends", el("i", "", "0"), el("i", "", ".5"), el("i", "", "1")), el("span")));

/** Both ranges on an axis from 0 to 1. @param {Ranges} ends */
function track(ends) {
  const node = el("span", "track", { "aria-hidden": true });
  for (const side of /** @type {const} */ (["a", "b"])) {
    const [low, high] = ends[side];
    const bar = el("i", high > low ? side : `${side} point`);
    bar.style.left = `${low * 100}%`;
    bar.style.width = `${(high - low) * 100}%`;
    node.append(bar);
  }
  return node;
}

/** Bars by rank, those of both lists beside each other. @param {CardBars} data */
function barsOf({ a, b, axis, alt }) {
  const { low, high } = windowOf([...a, ...b, 0], null);
  const y = (/** @type {number} */ value) => ((high - value) / (high - low)) * HIGH;
  const count = Math.max(a.length, b.length, 1);
  const step = (WIDE - LEFT) / count;
  /** @param {number} x @param {number} top @param {string} text @param {string} anchor */
  const label = (x, top, text, anchor) => svgEl("text", { x, y: top, "text-anchor": anchor }, text);
  const nodes = roundTicks({ low, high }, 4).flatMap(([value, text]) => [
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
  return svgEl("svg", { class: "bars", viewBox: `0 -4 ${WIDE} ${HIGH + FOOT + 6}`, "font-size": TYPE, role: "img", "aria-label": alt }, ...nodes);
}

/** @param {Cards} s @param {Record<string, string>} value */
const setPageParams = (s, value) => s.tab.dispatch({ name: "set_page_params", value });

/** Focus what stands at a selector, if it is there. @param {Cards} s @param {string} selector */
const focusOn = (s, selector) => /** @type {HTMLElement | null} */ (s.box.querySelector(selector))?.focus();

/** Carry out a step; it can be undone here until something else is drawn. @param {Cards} s @param {ListStep} step */
function carryOut(s, step) {
  s.isStepPending = true;
  s.news.emit("carry_out", step);
}

function undoOf(/** @type {Cards} */ s) {
  const button = el("button", "link", { "data-key": "undo" }, s.data.texts.undo);
  button.onclick = () => {
    s.isStepPending = false;
    s.tab.dispatch({ name: "undo" });
  };
  return el("p", "sub", button);
}

/** @param {Cards} s @param {CardRow} data */
function row(s, { text, value, title, step, range, open, is_open: isOpen, note }) {
  const words = el("span", "words", text, note && el("small", "", note));
  const content = [words, range && track(range), el("b", "", value)];
  const isButton = open !== undefined || (step && !s.data.locked);
  if (!isButton) return el("li", "", el("div", "line", { title }, ...content));
  const button = el("button", "line", { title, "data-key": text, ...(open === undefined ? {} : { "aria-expanded": isOpen }) }, ...content);
  button.onclick = () => (step ? carryOut(s, step) : setPageParams(s, { like: open ?? "" }));
  return el("li", "", button);
}

/** A choice that only this card reads. @param {Cards} s @param {CardChoice} data */
function choiceOf(s, { field, label, value, options, min = -Infinity, max = Infinity }) {
  const choose = (/** @type {string | number} */ to) => s.tab.dispatch({ name: "choose", field, value: to });
  if (options) {
    const node = select({ label, value: String(value), options }, choose);
    node.querySelector("select")?.setAttribute("data-key", field);
    return node;
  }
  const input = el("input", "number", { inputmode: "decimal", "data-key": field });
  input.value = String(value);
  input.onkeydown = (event) => event.stopPropagation(); // digits are grades elsewhere
  input.onchange = () => {
    const typed = parsed(input.value);
    const isGood = typed >= min && typed <= max;
    input.ariaInvalid = String(!isGood);
    if (isGood) choose(typed);
  };
  return el("label", "select", el("span", "", label), input);
}

/**
 * Buttons that choose which list a card is about.
 *
 * @param {Cards} s
 * @param {string} key of the card
 * @param {CardTab[]} tabs
 * @param {CardTab} tab that is shown
 */
function sideButtons(s, key, tabs, tab) {
  const showSide = (/** @type {string} */ side) => {
    s.sides.set(key, side);
    draw(s);
    focusOn(s, `[data-key="${key}${side}"]`);
  };
  return tabs.map((each) => {
    const title = s.data.texts.list_of.replace("{side}", each.label);
    const button = el("button", "turn", { "aria-pressed": each === tab, "data-key": key + each.side, title }, each.label);
    button.onclick = () => showSide(each.side);
    return button;
  });
}

/** @param {Cards} s @param {CardRow[]} rows */
function listOf(s, rows) {
  if (!rows.length) return "";
  const hasRanges = rows.some((each) => each.range);
  return el("ul", hasRanges ? "ranges" : "", ...rows.map((each) => row(s, each)), hasRanges && scale());
}

/** The button that opens the table of all steps. @param {Cards} s @param {TableButton} data */
function tableButton(s, { label, open, is_open: isOpen }) {
  const button = el("button", "link", { "aria-expanded": isOpen, "data-key": "all" }, label);
  button.onclick = () => setPageParams(s, { moves: open });
  return button;
}

/** @param {Cards} s @param {Card} data */
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

/** All steps from a list; a press on one does it. @param {Cards} s @param {StepsTable} data */
function tableOf(s, { title, heads, rows }) {
  const close = () => {
    focusOn(s, '[data-key="all"]');
    setPageParams(s, { moves: "" });
  };
  const lines = rows.map((each) => el("tr", "", el("th", "", { scope: "row" }, stepOf(s, each)), el("td", "", each.value_after), el("td", "", each.value)));
  const top = el("tr", "", ...heads.map((each) => el("th", "", { scope: "col" }, each)));
  const table = el("table", "", el("thead", "", top), el("tbody", "", ...lines));
  const box = el("div", "scroller", { tabindex: 0, role: "region", "aria-label": title }, table);
  return el("section", "proof", el("h3", "", title, closer(s, close)), box);
}

/** @param {Cards} s @param {TableStep} data */
function stepOf(s, { text, step }) {
  if (s.data.locked) return text;
  const button = el("button", "", { "data-key": `step ${text}` }, text);
  button.onclick = () => carryOut(s, step);
  return button;
}

function draw(/** @type {Cards} */ s) {
  const { cards } = s.data;
  const derivation = cards.find((each) => each.derivation)?.derivation;
  const isNew = derivation && derivation.key !== s.derivationKey;
  if (isNew) s.unfolded = false;
  s.derivationKey = derivation?.key;
  const focusedKey = focusedBeside(s.box)?.getAttribute("data-key");
  [s.canUndo, s.isStepPending] = [s.isStepPending, false];
  const close = () => {
    focusOn(s, '[aria-expanded="true"].line');
    setPageParams(s, { like: "" });
  };
  const table = cards.find((each) => each.steps_table)?.steps_table;
  const open = [table && tableOf(s, table), derivation && derivationOf(s, derivation, closer(s, close), () => draw(s))].flatMap((node) => node || []);
  for (const node of open) {
    node.onkeydown = ({ key }) => {
      if (key === "Escape") /** @type {HTMLElement | null} */ (node.querySelector(".close"))?.click();
    };
  }
  const scrolled = s.box.querySelector(".scroller")?.scrollTop ?? 0;
  s.box.replaceChildren(...cards.map((each) => card(s, each)), ...open);
  s.box.querySelector(".scroller")?.scrollTo(0, scrolled);
  const withKey = elementsIn(s.box, "[data-key]");
  if (focusedKey) withKey.find((node) => [focusedKey, s.canUndo && "undo"].includes(node.dataset.key ?? ""))?.focus({ preventScroll: true });
  if (isNew && focusedKey) open.at(-1)?.scrollIntoView({ block: "nearest", behavior: prefersReducedMotion() ? "auto" : "smooth" });
}

/** @param {ShadowRoot} root @param {AbortSignal} signal @param {string | undefined} scope */
const build = (root, signal, scope) => ({
  box: elementIn(root, ".cards"),
  news: channel(scope, "cards", signal),
  sides: /** @type {Map<string, string>} */ (new Map()), // by card the list that it is about
  shown: "",
  isStepPending: false, // whether a step was done and is not drawn yet
  canUndo: false,
  unfolded: false, // whether all terms of the derivation are shown
  derivationKey: /** @type {string | undefined} */ (undefined),
});

/** @param {ShadowRoot} root @param {AbortSignal} signal @param {Given<CardsPayload>} given */
const mount = (root, signal, { data }) => /** @type {Cards} */ (build(root, signal, data.scope));

/** @param {Cards} s @param {Given<CardsPayload>} given */
function update(s, { data, tab }) {
  const shown = JSON.stringify(data);
  Object.assign(s, { data, tab });
  if (shown !== s.shown) draw(s);
  s.shown = shown;
}

export default definePart(mount, update);
