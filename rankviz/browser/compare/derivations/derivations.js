// The derivations of two lists above each other, and a player that goes from the largest effect to the smallest.

import { el, fillTemplate, icon, write } from "../../kit/elements.js";
import { channel } from "../../kit/events.js";
import { math } from "../../kit/math.js";
import { definePart } from "../../kit/part.js";
import { tag } from "../../kit/tag.js";
import { ICONS } from "../../explore/derivation/icons.js";

const NAME = "derivations";
const BASE = "\nbase"; // the id of what another denominator does
const PACE = 1400; // ms an effect, which is more to look at than a term
const MANY = 12; // more terms than this are folded: the first ones and the last ones
const [HEAD, TAIL] = [8, 3];
const ACTS = ["first", "previous", "play", "next", "last"];

const pin = (s, id) => {
  if (s.hover !== null) s.news.emit("document", { id: null, pinned: false });
  s.news.emit("document", { id, pinned: true });
};

function aim(s, act) {
  const at = s.data.order.indexOf(s.pinned);
  const last = s.data.order.length - 1;
  return { first: 0, previous: at < 0 ? last : Math.max(0, at - 1), next: Math.min(last, at + 1), last }[act];
}

function go(s, act) {
  if (s.data.order.length) pin(s, s.data.order[aim(s, act)]);
}

function play(s, on) {
  clearInterval(s.timer);
  s.timer = 0;
  const isLast = () => s.data.order.indexOf(s.pinned) === s.data.order.length - 1;
  if (on && s.data.order.length) {
    go(s, isLast() ? "first" : "next");
    if (!isLast()) s.timer = setInterval(() => (go(s, "next"), isLast() && play(s, false)), PACE);
  }
  s.buttons.play.querySelector("path").setAttribute("d", s.timer ? ICONS.pause : ICONS.play);
  name(s.buttons.play, s.timer ? s.data.texts.pause : s.data.texts.play);
}

function press(s, act) {
  if (act === "play") return play(s, !s.timer);
  play(s, false);
  go(s, act);
}

const name = (button, text) => {
  button.title = button.ariaLabel = text;
};

/** The places that both lines have, as far as they are not folded: the same columns for both. */
function columns(lines, lit) {
  const count = Math.max(0, ...lines.map(({ terms }) => terms.length));
  const all = Array.from({ length: count }, (_, i) => i);
  const kept = (i) => count <= MANY || i < HEAD || i >= count - TAIL || lines.some(({ terms }) => terms[i]?.id && terms[i].id === lit);
  return all.filter((i) => kept(i) || (kept(i - 1) && kept(i + 1)));
}

function termNode(term, op) {
  const box = el("span", term.muted ? "term muted" : "term", math(term.math));
  if (term.id) box.dataset.id = term.id;
  return el("span", "pair", op && el("span", "op", op), box);
}

// What another denominator does is seen in the two of them.
const shownOf = (s) => ((s.hover ?? s.pinned) === BASE && s.data.below) || s.data;

function drawLines(s) {
  const { lines } = shownOf(s);
  const seen = columns(lines, s.pinned);
  const key = JSON.stringify([lines, seen]);
  if (key === s.drawn) return;
  s.drawn = key;
  const nodes = lines.map(({ side, name: of, terms, largest, result, title }) => {
    const cells = [];
    seen.forEach((i, at) => {
      if (at && i - seen[at - 1] > 1) cells.push(el("span", "op gap", "…"));
      const term = terms[i];
      cells.push(term ? termNode(term, i ? term.op : largest ? "max(" : "") : el("span", "pair"));
    });
    const end = el("span", "result", el("span", "op", largest && terms.length ? ") =" : "="), el("b", "", { title }, result));
    return el("div", "line", tag(side), el("b", "of", of), el("span", "op", terms.length ? "=" : ""), el("span", "terms", ...cells), end);
  });
  const widest = seen.length + seen.filter((i, at) => at && i - seen[at - 1] > 1).length;
  s.lines.style.setProperty("--terms", String(Math.max(widest, 1)));
  s.lines.replaceChildren(...nodes);
}

function drawDifference(s) {
  const { difference } = shownOf(s);
  s.end.hidden = !difference;
  const key = JSON.stringify(difference);
  if (!difference || key === s.ended) return;
  s.ended = key;
  s.end.replaceChildren(el("span", "op", difference.label), el("span", "op", "="), math(difference.math), el("span", "op", "="), el("b", "", difference.result));
}

function mark(s) {
  const lit = s.hover ?? s.pinned;
  drawLines(s);
  drawDifference(s);
  for (const node of s.lines.querySelectorAll(".term")) node.classList.toggle("lit", lit !== null && node.dataset.id === lit);
  const { order, said, texts, base } = s.data;
  write(s.said, lit !== null ? said[lit] : base || (order.length ? texts.point : ""));
  s.said.classList.toggle("idle", lit === null && !base);
  const at = order.indexOf(lit);
  write(s.place, at < 0 ? "" : fillTemplate(texts.step_of, { at: at + 1, n: order.length }));
  for (const act of ACTS) {
    s.buttons[act].ariaDisabled = String(!order.length || (act !== "play" && s.pinned !== null && order[aim(s, act)] === s.pinned));
  }
}

function wire(s) {
  for (const act of ACTS) s.buttons[act].onclick = () => press(s, act);
  const idAt = ({ target }) => target.closest("[data-id]")?.dataset.id ?? null;
  s.lines.addEventListener("pointerover", (event) => {
    const id = idAt(event);
    if (event.pointerType !== "touch" && id !== s.hover) s.news.emit("document", { id, pinned: false });
  });
  s.lines.addEventListener("pointerleave", () => s.news.emit("document", { id: null, pinned: false }));
  s.lines.addEventListener("click", (event) => {
    const id = idAt(event);
    if (id) pin(s, id);
  });
  s.box.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const act = { ArrowLeft: "previous", ArrowRight: "next", "[": "previous", "]": "next", Home: "first", End: "last", " ": "play" }[key];
    if (key === "Escape") {
      play(s, false);
      s.news.emit("document", { id: null, pinned: true });
    } else if (act && !(key === " " && target.closest("button"))) {
      event.preventDefault();
      press(s, act);
    }
  });
}

function mount(root, signal, { data }) {
  const s = { box: root.querySelector(".derivations"), hover: null, pinned: data.pinned || null, timer: 0 };
  s.news = channel(data.of, NAME, signal);
  s.lines = el("div", "lines");
  s.end = el("div", "end");
  s.buttons = Object.fromEntries(ACTS.map((act) => [act, el("button", "icon", icon(ICONS[act]))]));
  s.said = el("span", "said", { "aria-live": "polite" });
  s.place = el("span", "place");
  s.formula = el("div", "formula", { role: "group", tabindex: 0 }, s.lines, s.end);
  s.box.replaceChildren(s.formula, el("div", "bar", el("div", "steps", ...Object.values(s.buttons), s.place), s.said));
  wire(s);
  s.news.on("document", ({ id, pinned, source }) => {
    if (pinned && source !== NAME && id !== s.pinned) play(s, false);
    s[pinned ? "pinned" : "hover"] = id;
    if (s.data) mark(s);
  });
  s.news.on("step", ({ act }) => s.data && press(s, act));
  const board = s.box.getRootNode().host.closest(".rv-board");
  const sizes = new ResizeObserver(() => board?.style.setProperty("--rv-proof", `${s.box.offsetHeight}px`));
  sizes.observe(s.box);
  signal.addEventListener("abort", () => {
    clearInterval(s.timer);
    sizes.disconnect();
  });
  return s;
}

function update(s, { data }) {
  s.data = data;
  s.formula.ariaLabel = data.texts.label;
  for (const act of ACTS) name(s.buttons[act], data.texts[act === "play" ? (s.timer ? "pause" : "play") : `${act}_effect`]);
  mark(s);
}

export default definePart(mount, update);
