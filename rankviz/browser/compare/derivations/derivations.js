// The derivations of two lists above each other, and a player that goes through the effects, the largest first.

import { el, fillTemplate, write } from "../../kit/elements.js";
import { elementAround, elementIn, elementsIn } from "../../kit/find_elements.js";
import { channel } from "../../kit/part_events.js";
import { math } from "../../kit/math.js";
import { definePart } from "../../kit/part.js";
import { tag } from "../../kit/list_tag.js";
import { icon } from "../../kit/svg.js";
import { ICONS } from "../../explore/derivation/icons.js";
import { unfolded } from "../../explore/derivation/lines.js";
import { speak } from "../../kit/voice.js";

/** @import { Given } from "../../kit/part.js" */
/** @import { DerivationsPayload, PairFormulas, PairLine, PairTerm } from "./payload.d.ts" */
/** @typedef {"first" | "previous" | "next" | "last"} Act */
/** @typedef {ReturnType<typeof build> & { data: DerivationsPayload }} Derivations */

const NAME = "derivations";
const BASE = "\nbase"; // id of the effect of different denominators
const PACE = 1400; // ms for an effect
const HEAD = 8; // terms before the fold, which is no button here
const ACTS = /** @type {const} */ (["first", "previous", "play", "next", "last"]);
const KEYS = /** @type {Record<string, Act | "play">} */ ({ ArrowLeft: "previous", ArrowRight: "next", "[": "previous", "]": "next", Home: "first", End: "last", " ": "play" });

/** Where a document stands in the order of the effects; -1 for none. @param {Derivations} s @param {string | null} id */
const indexOf = (s, id) => (id === null ? -1 : s.data.order.indexOf(id));

/** @param {Derivations} s @param {string} id */
const pinDocument = (s, id) => {
  if (s.hover !== null) s.news.emit("document", { id: null, pinned: false });
  s.news.emit("document", { id, pinned: true });
  speak("step", s.sentence.textContent);
};

/** The index in the order that an act of the player leads to. @param {Derivations} s @param {Act} act */
function targetOf(s, act) {
  const index = indexOf(s, s.pinned);
  const last = s.data.order.length - 1;
  return { first: 0, previous: index < 0 ? last : Math.max(0, index - 1), next: Math.min(last, index + 1), last }[act];
}

/** @param {Derivations} s @param {Act} act */
function goTo(s, act) {
  if (s.data.order.length) pinDocument(s, s.data.order[targetOf(s, act)]);
}

/** @param {Derivations} s @param {boolean} on */
function setPlaying(s, on) {
  clearInterval(s.timer);
  s.timer = 0;
  const isLast = () => indexOf(s, s.pinned) === s.data.order.length - 1;
  if (on && s.data.order.length) {
    goTo(s, isLast() ? "first" : "next");
    if (!isLast()) s.timer = setInterval(() => (goTo(s, "next"), isLast() && setPlaying(s, false)), PACE);
  }
  s.buttons.play.querySelector("path")?.setAttribute("d", s.timer ? ICONS.pause : ICONS.play);
  setLabel(s.buttons.play, s.timer ? s.data.texts.pause : s.data.texts.play);
}

/** @param {Derivations} s @param {Act | "play"} act */
function press(s, act) {
  if (act === "play") return setPlaying(s, !s.timer);
  setPlaying(s, false);
  goTo(s, act);
}

/** @param {HTMLElement} button @param {string} text */
const setLabel = (button, text) => {
  button.title = button.ariaLabel = text;
};

/** The indexes of the terms that are not folded, the same for both lines. @param {PairLine[]} lines @param {string | null} lit */
function unfoldedTerms(lines, lit) {
  const count = Math.max(0, ...lines.map(({ terms }) => terms.length));
  const ids = Array.from({ length: count }, (_, i) => (lines.some(({ terms }) => terms[i]?.id === lit) ? lit : null));
  return unfolded(ids, [lit], HEAD);
}

/** @param {PairTerm} term @param {string} op */
function termNode(term, op) {
  const box = el("span", term.is_muted ? "term muted" : "term", math(term.math));
  if (term.id) box.dataset.id = term.id;
  return el("span", "pair", op && el("span", "op", op), box);
}

/**
 * While the effect of the denominators is lit, the formulas are those of the denominators.
 *
 * @param {Derivations} s
 * @returns {PairFormulas}
 */
const formulasOf = (s) => ((s.hover ?? s.pinned) === BASE && s.data.denominators) || s.data;

function drawLines(/** @type {Derivations} */ s) {
  const { lines } = formulasOf(s);
  const indexes = unfoldedTerms(lines, s.pinned);
  const key = JSON.stringify([lines, indexes]);
  if (key === s.linesDrawn) return;
  s.linesDrawn = key;
  const nodes = lines.map(({ side, name, terms, is_maximum: isMaximum, result, title }) => {
    const cells = /** @type {HTMLElement[]} */ ([]);
    indexes.forEach((i, position) => {
      if (position && i - indexes[position - 1] > 1) cells.push(el("span", "op gap", "…"));
      const term = terms[i];
      cells.push(term ? termNode(term, i ? term.op : isMaximum ? "max(" : "") : el("span", "pair"));
    });
    const end = el("span", "result", el("span", "op", isMaximum && terms.length ? ") =" : "="), el("b", "", { title }, result));
    return el("div", "line", tag(side), el("b", "name", name), el("span", "op", terms.length ? "=" : ""), el("span", "terms", ...cells), end);
  });
  const widest = indexes.length + indexes.filter((i, position) => position && i - indexes[position - 1] > 1).length;
  s.lines.style.setProperty("--terms", String(Math.max(widest, 1)));
  s.lines.replaceChildren(...nodes);
}

function drawDifference(/** @type {Derivations} */ s) {
  const { difference } = formulasOf(s);
  s.difference.hidden = !difference;
  const key = JSON.stringify(difference);
  if (!difference || key === s.differenceDrawn) return;
  s.differenceDrawn = key;
  s.difference.replaceChildren(el("span", "op", difference.label), el("span", "op", "="), math(difference.math), el("span", "op", "="), el("b", "", difference.result));
}

function highlight(/** @type {Derivations} */ s) {
  const lit = s.hover ?? s.pinned;
  drawLines(s);
  drawDifference(s);
  for (const node of elementsIn(s.lines, ".term")) node.classList.toggle("lit", lit !== null && node.dataset.id === lit);
  const { order, sentences, texts, base_text: baseText } = s.data;
  write(s.sentence, lit !== null ? sentences[lit] : baseText || (order.length ? texts.point : ""));
  s.sentence.classList.toggle("idle", lit === null && !baseText);
  const index = indexOf(s, lit);
  write(s.position, index < 0 ? "" : fillTemplate(texts.step_of, { at: index + 1, n: order.length }));
  for (const act of ACTS) {
    s.buttons[act].ariaDisabled = String(!order.length || (act !== "play" && s.pinned !== null && order[targetOf(s, act)] === s.pinned));
  }
}

function wire(/** @type {Derivations} */ s) {
  for (const act of ACTS) s.buttons[act].onclick = () => press(s, act);
  const idAt = (/** @type {Event} */ { target }) => elementAround(target, "[data-id]")?.dataset.id ?? null;
  s.lines.addEventListener("pointerover", (event) => {
    const id = idAt(event);
    if (event.pointerType !== "touch" && id !== s.hover) s.news.emit("document", { id, pinned: false });
  });
  s.lines.addEventListener("pointerleave", () => s.news.emit("document", { id: null, pinned: false }));
  s.lines.addEventListener("click", (event) => {
    const id = idAt(event);
    if (id) pinDocument(s, id);
  });
  s.box.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const act = KEYS[key];
    if (key === "Escape") {
      setPlaying(s, false);
      s.news.emit("document", { id: null, pinned: true });
    } else if (act && !(key === " " && elementAround(target, "button"))) {
      event.preventDefault();
      press(s, act);
    }
  });
}

/** @param {ShadowRoot} root @param {AbortSignal} signal @param {DerivationsPayload} data */
function build(root, signal, data) {
  const box = elementIn(root, ".derivations");
  const lines = el("div", "lines");
  const difference = el("div", "difference-line");
  const made = ACTS.map((act) => [act, el("button", "icon", icon(ICONS[act]))]);
  const buttons = /** @type {Record<Act | "play", HTMLButtonElement>} */ (Object.fromEntries(made));
  const [sentence, position] = [el("span", "sentence"), el("span", "position")];
  const formula = el("div", "formula", { role: "group", tabindex: 0 }, lines, difference);
  box.replaceChildren(formula, el("div", "bar", el("div", "steps", ...Object.values(buttons), position), sentence));
  return {
    ...{ box, lines, difference, buttons, sentence, position, formula },
    news: channel(data.scope, NAME, signal),
    hover: /** @type {string | null} */ (null), // documents
    pinned: data.pinned || null,
    timer: 0, // of the player; 0 while it stands
    linesDrawn: "",
    differenceDrawn: "",
  };
}

/** @param {ShadowRoot} root @param {AbortSignal} signal @param {Given<DerivationsPayload>} given */
function mount(root, signal, { data }) {
  const s = /** @type {Derivations} */ (build(root, signal, data));
  wire(s);
  s.news.on("document", ({ id, pinned, source }) => {
    if (pinned && source !== NAME && id !== s.pinned) setPlaying(s, false);
    s[pinned ? "pinned" : "hover"] = id;
    if (s.data) highlight(s);
  });
  s.news.on("step", ({ act }) => s.data && press(s, act));
  const board = elementAround(root.host, ".rv-board");
  const sizes = new ResizeObserver(() => board?.style.setProperty("--rv-derivation-height", `${s.box.offsetHeight}px`));
  sizes.observe(s.box);
  signal.addEventListener("abort", () => {
    clearInterval(s.timer);
    sizes.disconnect();
  });
  return s;
}

/** @param {Derivations} s @param {Given<DerivationsPayload>} given */
function update(s, { data }) {
  s.data = data;
  s.formula.ariaLabel = data.texts.label;
  for (const act of ACTS) setLabel(s.buttons[act], data.texts[act === "play" ? (s.timer ? "pause" : "play") : `${act}_effect`]);
  highlight(s);
}

export default definePart(mount, update);
