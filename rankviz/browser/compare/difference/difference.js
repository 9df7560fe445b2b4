// The lines between the two lists, and the way from the value of one to that of the other. Where the documents stand the lists say.

import { prefersReducedMotion, el, write } from "../../kit/elements.js";
import { channel } from "../../kit/events.js";
import { clamp } from "../../kit/numbers.js";
import { definePart } from "../../kit/part.js";
import { tag } from "../../kit/tag.js";
import { drawLines, endsOf, lightLines } from "./lines.js";
import { shape } from "./svg.js";
import { drawWay, stepsOf } from "./waterfall.js";

const NAME = "difference";
const GLIDE = 200; // ms, as long as the rows take

function ends(s) {
  return { a: endsOf(s.rows.a, s.rows.row), b: endsOf(s.rows.b, s.rows.row) };
}

// From where the ends are to where they belong: the rows go there, too.
function glide(s) {
  cancelAnimationFrame(s.frame);
  const to = ends(s);
  const from = s.now ?? to;
  const begun = performance.now();
  const held = s.rows.held?.split("\n")[0];
  const frame = () => {
    const share = s.still || prefersReducedMotion() ? 1 : clamp((performance.now() - begun) / GLIDE, 0, 1);
    const eased = 1 - (1 - share) ** 3;
    const between = (/** @type {"a" | "b"} */ side) =>
      new Map([...to[side]].map(([id, end]) => {
        const before = from[side].get(id);
        const y = !before || id === held ? end.y : before.y + (end.y - before.y) * eased;
        return [id, { ...end, y }];
      }));
    s.now = { a: between("a"), b: between("b") };
    drawLines(s.lines, s.kept, { ...s.now, effects: s.data.effects, width: s.lines.clientWidth });
    lightLines(s.lines, s.kept, s.lit);
    if (share < 1) s.frame = requestAnimationFrame(frame);
  };
  frame();
}

function paint(s) {
  if (!s.data || !s.rows) return;
  const { data, rows } = s;
  s.box.style.setProperty("--duel-row", `${rows.row}px`);
  s.lines.setAttribute("height", String(rows.height));
  glide(s);
  s.still = false;
  const steps = data.from === null ? [] : stepsOf(data, rows.b, rows.row, rows.height);
  const last = steps.reduce((most, { y }) => Math.max(most, y + rows.row), 0);
  const height = data.by === "rank" ? last : rows.height + data.extra.length * rows.row;
  const drawn = drawWay(s.way, data, steps, { width: s.plot.clientWidth, row: rows.row, height, cut: rows.cut, held: s.dragged ? s.window : null });
  s.way.setAttribute("height", String(height + 32));
  s.window = drawn?.window ?? null;
  paintTexts(s, steps, drawn, height);
  light(s);
}

function paintTexts(s, steps, drawn, height) {
  const { data, rows } = s;
  const texts = steps.map(({ y, text, side, ids }) => {
    const node = el("span", side ? "effect" : "effect none", text);
    if (ids.length === 1) node.dataset.id = ids[0];
    node.style.top = `${y}px`;
    return node;
  });
  const labels = data.extra.map((each, i) => {
    const node = el("span", "extra", { "data-id": each.id }, each.label);
    node.style.top = `${rows.height + i * rows.row}px`;
    return node;
  });
  s.effects.replaceChildren(...texts);
  s.extras.replaceChildren(...labels);
  s.effects.style.height = `${height}px`;
  write(s.sum, data.sum);
  s.sum.style.top = `${height}px`;
  write(s.why, data.why);
  for (const [side, node] of [["a", s.first], ["b", s.second]]) {
    node.hidden = !drawn;
    if (!drawn) continue;
    write(node.lastChild, data[side === "a" ? "from_text" : "to_text"]);
    node.style.left = `${clamp(drawn[side], 34, Math.max(34, s.plot.clientWidth - 34))}px`;
  }
  makeRoom(s, drawn);
  s.second.style.top = `${height + 8}px`;
}

// The switch makes room for the value above the way: it stands where that is not, and if there is no such place the value gives way.
function makeRoom(s, drawn) {
  const width = s.plot.clientWidth;
  const [own, other] = [s.first.offsetWidth / 2 + 8, s.toggle.offsetWidth];
  const right = s.box.clientWidth - 68 - other - s.plot.offsetLeft; // where it begins if it stands on the right
  const isLeft = Boolean(drawn) && drawn.a + own > right && drawn.a - own > other;
  s.box.classList.toggle("turned", isLeft);
  if (drawn && !isLeft && drawn.a + own > right) s.first.style.left = `${Math.min(drawn.a, Math.max(34, right - own), width - 34)}px`;
}

function light(s) {
  lightLines(s.lines, s.kept, s.lit);
  for (const node of [...s.effects.children, ...s.extras.children, ...s.way.children]) node.classList.toggle("on", s.lit !== null && node.getAttribute("data-id") === s.lit);
}

function paintSwitch(s) {
  for (const [value, node] of s.kinds) {
    write(node, s.data.texts[`by_${value}`]);
    node.ariaPressed = String(value === s.data.by);
  }
  s.toggle.ariaLabel = s.data.texts.by;
  write(s.head, s.data.texts.difference);
}

function wire(s, signal) {
  for (const node of [s.lines, s.way, s.effects, s.extras]) {
    node.addEventListener("pointermove", ({ target, pointerType }) => {
      const id = target.closest("[data-id]")?.dataset.id || null;
      if (pointerType !== "touch" && !s.dragged && id !== s.hover) s.news.emit("document", { id, pinned: false });
    });
    node.addEventListener("pointerleave", () => s.hover !== null && s.news.emit("document", { id: null, pinned: false }));
    node.addEventListener("click", ({ target }) => {
      const id = target.closest("[data-id]")?.dataset.id;
      if (id) s.news.emit("document", { id, pinned: true });
    });
  }
  for (const [value, node] of s.kinds) node.onclick = () => s.tab.dispatch({ name: "place", value: { way: value === "rank" ? "rank" : "" } });
  const resized = new ResizeObserver(() => {
    s.still = true;
    paint(s);
  });
  resized.observe(s.box);
  signal.addEventListener("abort", () => {
    resized.disconnect();
    cancelAnimationFrame(s.frame);
  });
}

function mount(root, signal, { data }) {
  const s = { box: root.querySelector(".difference"), kept: new Map(), rows: null, hover: null, dragged: false, still: true };
  s.lit = s.pinned = data.pinned || null;
  s.news = channel(data.of, NAME, signal);
  s.lines = shape("svg", { class: "lines", "aria-hidden": "true" });
  s.way = shape("svg", { class: "fall", "aria-hidden": "true" });
  s.kinds = ["document", "rank"].map((value) => [value, el("button", "kind")]);
  s.toggle = el("div", "toggle", { role: "group" }, ...s.kinds.map(([, node]) => node));
  [s.head, s.sum, s.why, s.effects, s.extras] = ["head", "sum", "why", "effects", "extras"].map((name) => el("div", name));
  [s.first, s.second] = ["a", "b"].map((side) => el("div", `value ${side}`, tag(side), el("b")));
  s.plot = el("div", "plot", s.way, s.first, s.second);
  for (const node of [s.effects, s.plot, s.sum, s.head]) node.ariaHidden = "true"; // the table says it
  s.box.replaceChildren(s.lines, s.toggle, s.head, s.plot, s.effects, s.extras, s.sum, s.why);
  wire(s, signal);
  s.news.on("rows", (rows) => {
    s.rows = rows;
    paint(s);
  });
  s.news.on("drag", ({ on }) => {
    s.dragged = on;
    if (!on) paint(s);
  });
  s.news.on("document", ({ id, pinned }) => {
    s[pinned ? "pinned" : "hover"] = id;
    s.lit = s.hover ?? s.pinned;
    light(s);
  });
  return s;
}

function update(s, { data, tab }) {
  Object.assign(s, { data, tab });
  paintSwitch(s);
  if (s.rows) paint(s);
  else s.news.emit("rows?");
}

export default definePart(mount, update);
