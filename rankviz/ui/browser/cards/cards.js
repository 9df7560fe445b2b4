// Cards on two lists: rows of words with a number, of which some can be pressed to be done.

import { calm, el } from "../kit/elements.js";
import { channel } from "../kit/events.js";
import { part } from "../kit/part.js";
import { shape } from "../ways/svg.js";
import { ticks, windowOf } from "../ways/scale.js";
import { parsed } from "../kit/numbers.js";
import { select } from "../kit/select.js";
import { proofOf } from "./proof.js";

const FEW = 3; // rows until all are opened

const [WIDE, HIGH, LEFT, FOOT] = [300, 130, 34, 30]; // of the bars, px

/** Both ranges on an axis from 0 to 1. */
function track(ends) {
  const node = el("span", "track", { "aria-hidden": true });
  for (const side of ["a", "b"]) {
    const bar = el("i", side);
    const [low, high] = ends[side];
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
  const label = (x, top, text, anchor) => shape("text", { x, y: top, "text-anchor": anchor }, text);
  const nodes = ticks({ low, high }, 4).flatMap(([value, text]) => [
    shape("line", { class: value ? "grid" : "axis", x1: LEFT, x2: WIDE, y1: y(value), y2: y(value) }),
    label(LEFT - 6, y(value) + 4, text, "end"),
  ]);
  [a, b].forEach((values, which) => values.forEach((value, i) => {
    const [x, top] = [LEFT + (i + 0.14 + which * 0.36) * step, Math.min(y(value), y(0))];
    nodes.push(shape("rect", { class: "ab"[which], x, y: top, width: step * 0.34, height: Math.max(Math.abs(y(value) - y(0)), 1) }));
  }));
  const every = Math.ceil(count / 10);
  for (let i = 0; i < count; i += every) nodes.push(label(LEFT + (i + 0.5) * step, HIGH + 14, String(i + 1), "middle"));
  nodes.push(label((LEFT + WIDE) / 2, HIGH + 28, axis, "middle"));
  return shape("svg", { class: "bars", viewBox: `0 -4 ${WIDE} ${HIGH + FOOT + 6}`, role: "img", "aria-label": alt }, ...nodes);
}

const opens = (s, value) => s.tab.ask({ name: "place", value: { like: value } });

function row(s, { text, value, title, act, range, open, is_open: isOpen, note }) {
  const words = el("span", "words", text, note && el("small", "", note));
  const content = [words, ...(range ? [track(range)] : []), el("b", "", value)];
  const isPressed = open !== undefined || (act && !s.data.locked);
  if (!isPressed) return el("li", "", el("div", "line", { title }, ...content));
  const button = el("button", "line", { title, "data-key": text, ...(open === undefined ? {} : { "aria-expanded": isOpen }) }, ...content);
  button.onclick = () => (act ? s.news.tell("act", act) : opens(s, open));
  return el("li", "", button);
}

/** A choice that only this card reads. */
function pick(s, { field, label, value, options, min, max }) {
  const choose = (to) => s.tab.ask({ name: "choose", field, value: to });
  if (options) return select({ label, value, options }, choose);
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

function card(s, { key, title, tabs, said, bars, picks }) {
  const { texts } = s.data;
  const open = s.open.has(key);
  const side = s.sides.get(key) ?? tabs[0].side;
  const tab = tabs.find((each) => each.side === side) ?? tabs[0];
  const turn = (to) => {
    s.sides.set(key, to);
    draw(s);
    s.box.querySelector(`[data-turn="${key}${to}"]`)?.focus();
  };
  const turns = tabs.length < 2 ? [] : tabs.map((each) => {
    const button = el("button", "turn", { "aria-pressed": each === tab, "data-turn": key + each.side, title: texts.list_of.replace("{side}", each.label) }, each.label);
    button.onclick = () => turn(each.side);
    return button;
  });
  const limit = tabs.length < 2 || open ? tab.rows.length : FEW;
  const rows = tab.rows.slice(0, limit).map((each) => row(s, each));
  const more = el("button", "link", { "aria-expanded": open }, open ? texts.less : texts.more);
  more.onclick = () => {
    s.open[open ? "delete" : "add"](key);
    draw(s);
    s.box.querySelector(`[data-card="${key}"] .link`)?.focus();
  };
  const foot = tabs.length > 1 && tab.rows.length > FEW ? more : "";
  const none = !rows.length && tab.none ? el("p", "sub", tab.none) : "";
  const head = el("h3", "", title, " ", ...turns);
  return el("section", "card", { "data-card": key }, head, el("p", "sub", tab.sub), bars ? barsOf(bars) : "", rows.length ? el("ul", "", ...rows) : "", none, foot, ...(picks ?? []).map((each) => pick(s, each)), said ? el("p", "decides", said) : "");
}

function draw(s) {
  const { cards } = s.data;
  const proof = cards.find((each) => each.proof)?.proof;
  const isNew = proof && proof.key !== s.proved;
  if (isNew) s.unfolded = false;
  s.proved = proof?.key;
  const at = s.box.getRootNode().activeElement?.getAttribute("data-key");
  const close = () => {
    s.box.querySelector('[aria-expanded="true"][data-key]')?.focus();
    opens(s, "");
  };
  const nodes = cards.map((each) => card(s, each));
  s.box.replaceChildren(...nodes, ...(proof ? [proofOf(s, proof, close, () => draw(s))] : []));
  if (at) [...s.box.querySelectorAll("[data-key]")].find((node) => node.getAttribute("data-key") === at)?.focus();
  if (isNew && at) s.box.querySelector(".proof")?.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
}

function mount(root, signal, { data }) {
  const s = { box: root.querySelector(".cards"), open: new Set(), sides: new Map(), shown: "" };
  s.news = channel(data.of, "cards", signal);
  return s;
}

function update(s, { data, tab }) {
  const shown = JSON.stringify(data);
  Object.assign(s, { data, tab });
  if (shown !== s.shown) draw(s);
  s.shown = shown;
}

export default part(mount, update);
