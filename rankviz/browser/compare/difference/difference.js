// The lines between the two lists, and the waterfall from one value to the other. The part two_lists tells where the rows are.

import { prefersReducedMotion, el, write } from "../../kit/elements.js";
import { elementAround, elementIn } from "../../kit/find_elements.js";
import { channel } from "../../kit/part_events.js";
import { clamp } from "../../kit/numbers.js";
import { definePart } from "../../kit/part.js";
import { tag } from "../../kit/list_tag.js";
import { drawLines, endsOf, lightLines } from "./lines.js";
import { svgEl } from "../../kit/svg.js";
import { drawWaterfall, stepsOf } from "./waterfall.js";

/** @import { RowPositions } from "../../kit/news.d.ts" */
/** @import { Given, Part } from "../../kit/part.js" */
/** @import { DrawnLines, Ends } from "./lines.js" */
/** @import { DifferencePayload } from "./payload.d.ts" */
/** @import { Window } from "./scale.js" */
/** @import { Step } from "./waterfall.js" */
/** @typedef {ReturnType<typeof drawWaterfall>} Drawn where the values stand in the waterfall; null where there is none */
/** @typedef {DifferencePayload["group_by"]} GroupBy */
/** @typedef {Part<ReturnType<typeof build>, DifferencePayload>} Difference */

const NAME = "difference";
const GLIDE = 200; // ms, as long as the rows take

/** Move the ends of the lines to where they belong, as fast as the rows. @param {Difference} s @param {RowPositions} rows */
function glide(s, rows) {
  cancelAnimationFrame(s.frame);
  const to = { a: endsOf(rows.a, rows.row), b: endsOf(rows.b, rows.row) };
  const from = s.ends ?? to;
  const startTime = performance.now();
  const held = rows.held?.split("\n")[0];
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

function paint(/** @type {Difference} */ s) {
  if (!s.data || !s.rows) return;
  const { data, rows } = s;
  s.box.style.setProperty("--list-row", `${rows.row}px`);
  s.lines.setAttribute("height", String(rows.height));
  glide(s, rows);
  s.skipsMotion = false;
  const steps = data.from === null ? [] : stepsOf(data, rows.b, rows.row, rows.height);
  const last = steps.reduce((most, { y }) => Math.max(most, y + rows.row), 0);
  const height = data.group_by === "rank" ? last : rows.height + data.extra_effects.length * rows.row;
  const layout = { width: s.plot.clientWidth, row: rows.row, height, cut: rows.cut, held: s.isDragging ? s.window : null };
  const drawn = drawWaterfall(s.waterfall, data, steps, layout);
  s.waterfall.setAttribute("height", String(height + 32));
  s.window = drawn?.window ?? null;
  paintTexts(s, rows, steps, drawn, height);
  light(s);
}

/**
 * @param {Difference} s
 * @param {RowPositions} rows
 * @param {Step[]} steps
 * @param {Drawn} drawn
 * @param {number} height of the waterfall
 */
function paintTexts(s, rows, steps, drawn, height) {
  const { data } = s;
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
  for (const { node, number, at, text } of [{ ...s.first, at: drawn?.a, text: data.from_text }, { ...s.second, at: drawn?.b, text: data.to_text }]) {
    node.hidden = at === undefined;
    if (at === undefined) continue;
    write(number, text);
    node.style.left = `${clamp(at, 34, Math.max(34, s.plot.clientWidth - 34))}px`;
  }
  makeRoom(s, drawn);
  s.second.node.style.top = `${height + 8}px`;
}

/**
 * The switch stands beside the value above the waterfall; where there is no room for both, the value is moved.
 *
 * @param {Difference} s
 * @param {Drawn} drawn
 */
function makeRoom(s, drawn) {
  const width = s.plot.clientWidth;
  const [halfValue, toggleWidth] = [s.first.node.offsetWidth / 2 + 8, s.toggle.offsetWidth];
  const toggleLeft = s.box.clientWidth - 68 - toggleWidth - s.plot.offsetLeft; // if it stands on the right
  const isLeft = drawn !== null && drawn.a + halfValue > toggleLeft && drawn.a - halfValue > toggleWidth;
  s.box.classList.toggle("turned", isLeft);
  if (drawn && !isLeft && drawn.a + halfValue > toggleLeft) s.first.node.style.left = `${Math.min(drawn.a, Math.max(34, toggleLeft - halfValue), width - 34)}px`;
}

function light(/** @type {Difference} */ s) {
  lightLines(s.lines, s.drawnLines, s.lit);
  for (const node of [...s.effects.children, ...s.extras.children, ...s.waterfall.children]) node.classList.toggle("on", s.lit !== null && node.getAttribute("data-id") === s.lit);
}

function paintSwitch(/** @type {Difference} */ s) {
  for (const [value, node] of s.groupButtons) {
    write(node, s.data.texts[`by_${value}`]);
    node.ariaPressed = String(value === s.data.group_by);
  }
  s.toggle.ariaLabel = s.data.texts.by;
  write(s.head, s.data.texts.difference);
}

const idAt = (/** @type {EventTarget | null} */ target) => elementAround(target, "[data-id]")?.dataset.id;

/** @param {Difference} s @param {AbortSignal} signal */
function wire(s, signal) {
  for (const node of [s.lines, s.waterfall, s.effects, s.extras]) {
    node.addEventListener("pointermove", (event) => {
      const { target, pointerType } = /** @type {PointerEvent} */ (event);
      const id = idAt(target) || null;
      if (pointerType !== "touch" && !s.isDragging && id !== s.hover) s.news.emit("document", { id, pinned: false });
    });
    node.addEventListener("pointerleave", () => s.hover !== null && s.news.emit("document", { id: null, pinned: false }));
    node.addEventListener("click", ({ target }) => {
      const id = idAt(target);
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

/** @param {ShadowRoot} root @param {AbortSignal} signal @param {DifferencePayload} data */
function build(root, signal, data) {
  const box = elementIn(root, ".difference");
  const lines = svgEl("svg", { class: "lines", "aria-hidden": "true" });
  const waterfall = svgEl("svg", { class: "fall", "aria-hidden": "true" });
  const buttonOf = (/** @type {GroupBy} */ value) => /** @type {const} */ ([value, el("button", "group")]);
  const groupButtons = [buttonOf("document"), buttonOf("rank")];
  const toggle = el("div", "toggle", { role: "group" }, ...groupButtons.map(([, node]) => node));
  const [head, sum, reason, effects, extras] = ["head", "sum", "reason", "effects", "extras"].map((name) => el("div", name));
  const valueOf = (/** @type {"a" | "b"} */ side) => {
    const number = el("b");
    return { number, node: el("div", `value ${side}`, tag(side), number) };
  };
  const [first, second] = [valueOf("a"), valueOf("b")];
  const plot = el("div", "plot", waterfall, first.node, second.node);
  for (const node of [effects, plot, sum, head]) node.ariaHidden = "true"; // the table of effects has it all
  box.replaceChildren(lines, toggle, head, plot, effects, extras, sum, reason);
  return {
    ...{ box, lines, waterfall, groupButtons, toggle, head, sum, reason, effects, extras, first, second, plot },
    news: channel(data.scope, NAME, signal),
    drawnLines: /** @type {DrawnLines} */ (new Map()),
    rows: /** @type {RowPositions | null} */ (null),
    ends: /** @type {{ a: Ends, b: Ends } | null} */ (null), // of the lines, as they are drawn
    window: /** @type {Window | null} */ (null), // of the waterfall
    hover: /** @type {string | null} */ (null), // documents
    pinned: data.pinned || null,
    lit: data.pinned || null,
    isDragging: false,
    skipsMotion: true,
    frame: 0,
  };
}

/** @param {ShadowRoot} root @param {AbortSignal} signal @param {Given<DifferencePayload>} given */
function mount(root, signal, { data }) {
  const s = /** @type {Difference} */ (build(root, signal, data));
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

/** @param {Difference} s @param {Given<DifferencePayload>} given */
function update(s, { data, tab }) {
  Object.assign(s, { data, tab });
  paintSwitch(s);
  if (s.rows) paint(s);
  else s.news.emit("rows?");
}

export default definePart(mount, update);
