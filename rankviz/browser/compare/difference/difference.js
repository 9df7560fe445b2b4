// The lines between the two lists, and the waterfall from one value to the other. The part two_lists tells where the rows are.

import { prefersReducedMotion, el, write } from "../../kit/elements.js";
import { channel } from "../../kit/part_events.js";
import { clamp } from "../../kit/numbers.js";
import { definePart } from "../../kit/part.js";
import { tag } from "../../kit/list_tag.js";
import { drawLines, endsOf, lightLines } from "./lines.js";
import { svgEl } from "../../kit/svg.js";
import { drawWaterfall, stepsOf } from "./waterfall.js";

const NAME = "difference";
const GLIDE = 200; // ms, as long as the rows take

function lineEnds(s) {
  return { a: endsOf(s.rows.a, s.rows.row), b: endsOf(s.rows.b, s.rows.row) };
}

// Move the ends of the lines to where they belong, as fast as the rows.
function glide(s) {
  cancelAnimationFrame(s.frame);
  const to = lineEnds(s);
  const from = s.ends ?? to;
  const startTime = performance.now();
  const held = s.rows.held?.split("\n")[0];
  const frame = () => {
    const share = s.skipsMotion || prefersReducedMotion() ? 1 : clamp((performance.now() - startTime) / GLIDE, 0, 1);
    const eased = 1 - (1 - share) ** 3;
    const between = (/** @type {"a" | "b"} */ side) =>
      new Map([...to[side]].map(([id, end]) => {
        const before = from[side].get(id);
        const y = !before || id === held ? end.y : before.y + (end.y - before.y) * eased;
        return [id, { ...end, y }];
      }));
    s.ends = { a: between("a"), b: between("b") };
    drawLines(s.lines, s.drawnLines, { ...s.ends, effects: s.data.effects, width: s.lines.clientWidth });
    lightLines(s.lines, s.drawnLines, s.lit);
    if (share < 1) s.frame = requestAnimationFrame(frame);
  };
  frame();
}

function paint(s) {
  if (!s.data || !s.rows) return;
  const { data, rows } = s;
  s.box.style.setProperty("--list-row", `${rows.row}px`);
  s.lines.setAttribute("height", String(rows.height));
  glide(s);
  s.skipsMotion = false;
  const steps = data.from === null ? [] : stepsOf(data, rows.b, rows.row, rows.height);
  const last = steps.reduce((most, { y }) => Math.max(most, y + rows.row), 0);
  const height = data.group_by === "rank" ? last : rows.height + data.extra_effects.length * rows.row;
  const layout = { width: s.plot.clientWidth, row: rows.row, height, cut: rows.cut, held: s.isDragging ? s.window : null };
  const drawn = drawWaterfall(s.waterfall, data, steps, layout);
  s.waterfall.setAttribute("height", String(height + 32));
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
  const labels = data.extra_effects.map((each, i) => {
    const node = el("span", "extra", { "data-id": each.id }, each.label);
    node.style.top = `${rows.height + i * rows.row}px`;
    return node;
  });
  s.effects.replaceChildren(...texts);
  s.extras.replaceChildren(...labels);
  s.effects.style.height = `${height}px`;
  write(s.sum, data.sum_text);
  s.sum.style.top = `${height}px`;
  write(s.reason, data.reason);
  for (const [side, node] of [["a", s.first], ["b", s.second]]) {
    node.hidden = !drawn;
    if (!drawn) continue;
    write(node.lastChild, data[side === "a" ? "from_text" : "to_text"]);
    node.style.left = `${clamp(drawn[side], 34, Math.max(34, s.plot.clientWidth - 34))}px`;
  }
  makeRoom(s, drawn);
  s.second.style.top = `${height + 8}px`;
}

// The switch stands beside the value above the waterfall; where there is no room for both, the value is moved.
function makeRoom(s, drawn) {
  const width = s.plot.clientWidth;
  const [halfValue, toggleWidth] = [s.first.offsetWidth / 2 + 8, s.toggle.offsetWidth];
  const toggleLeft = s.box.clientWidth - 68 - toggleWidth - s.plot.offsetLeft; // if it stands on the right
  const isLeft = Boolean(drawn) && drawn.a + halfValue > toggleLeft && drawn.a - halfValue > toggleWidth;
  s.box.classList.toggle("turned", isLeft);
  if (drawn && !isLeft && drawn.a + halfValue > toggleLeft) s.first.style.left = `${Math.min(drawn.a, Math.max(34, toggleLeft - halfValue), width - 34)}px`;
}

function light(s) {
  lightLines(s.lines, s.drawnLines, s.lit);
  for (const node of [...s.effects.children, ...s.extras.children, ...s.waterfall.children]) node.classList.toggle("on", s.lit !== null && node.getAttribute("data-id") === s.lit);
}

function paintSwitch(s) {
  for (const [value, node] of s.groupButtons) {
    write(node, s.data.texts[`by_${value}`]);
    node.ariaPressed = String(value === s.data.group_by);
  }
  s.toggle.ariaLabel = s.data.texts.by;
  write(s.head, s.data.texts.difference);
}

function wire(s, signal) {
  for (const node of [s.lines, s.waterfall, s.effects, s.extras]) {
    node.addEventListener("pointermove", ({ target, pointerType }) => {
      const id = target.closest("[data-id]")?.dataset.id || null;
      if (pointerType !== "touch" && !s.isDragging && id !== s.hover) s.news.emit("document", { id, pinned: false });
    });
    node.addEventListener("pointerleave", () => s.hover !== null && s.news.emit("document", { id: null, pinned: false }));
    node.addEventListener("click", ({ target }) => {
      const id = target.closest("[data-id]")?.dataset.id;
      if (id) s.news.emit("document", { id, pinned: true });
    });
  }
  for (const [value, node] of s.groupButtons) node.onclick = () => s.tab.dispatch({ name: "set_page_params", value: { way: value === "rank" ? "rank" : "" } });
  const resized = new ResizeObserver(() => {
    s.skipsMotion = true;
    paint(s);
  });
  resized.observe(s.box);
  signal.addEventListener("abort", () => {
    resized.disconnect();
    cancelAnimationFrame(s.frame);
  });
}

function mount(root, signal, { data }) {
  const s = { box: root.querySelector(".difference"), drawnLines: new Map(), rows: null, hover: null, isDragging: false, skipsMotion: true };
  s.lit = s.pinned = data.pinned || null;
  s.news = channel(data.scope, NAME, signal);
  s.lines = svgEl("svg", { class: "lines", "aria-hidden": "true" });
  s.waterfall = svgEl("svg", { class: "fall", "aria-hidden": "true" });
  s.groupButtons = ["document", "rank"].map((value) => [value, el("button", "group")]);
  s.toggle = el("div", "toggle", { role: "group" }, ...s.groupButtons.map(([, node]) => node));
  [s.head, s.sum, s.reason, s.effects, s.extras] = ["head", "sum", "reason", "effects", "extras"].map((name) => el("div", name));
  [s.first, s.second] = ["a", "b"].map((side) => el("div", `value ${side}`, tag(side), el("b")));
  s.plot = el("div", "plot", s.waterfall, s.first, s.second);
  for (const node of [s.effects, s.plot, s.sum, s.head]) node.ariaHidden = "true"; // the table of effects has it all
  s.box.replaceChildren(s.lines, s.toggle, s.head, s.plot, s.effects, s.extras, s.sum, s.reason);
  wire(s, signal);
  s.news.on("rows", (rows) => {
    s.rows = rows;
    paint(s);
  });
  s.news.on("drag", ({ on }) => {
    s.isDragging = on;
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
