// Two ranked lists side by side over one pool of documents. Edits are painted at once, before the response. The lines between the
// lists and the waterfall beside them belong to the part difference, which receives the positions of the rows.

import { el, write } from "../../kit/elements.js";
import { narrow } from "../../kit/media.js";
import { channel } from "../../kit/part_events.js";
import { definePart } from "../../kit/part.js";
import { dragCutoff, dragDocument } from "./dragging.js";
import { addDocument, carryOut, exchangeLists } from "./edits.js";
import { handleKey } from "./keys.js";
import { withKeys, SIDES } from "./model.js";
import { focusOn, highlight, render, emitRowPositions } from "./painting.js";
import { openPicker, wirePicker } from "./picker.js";
import { newSource } from "./sources.js";
import { icon } from "../../kit/svg.js";
import { isLarge } from "../../tab/large_type.js";

const NAME = "two_lists";
const EXCHANGE = "M4 7h12m-3-3 3 3-3 3M16 13H4m3-3-3 3 3 3";

const placeAt = (target) => {
  const node = target.closest?.("[data-key]");
  return node ? { side: node.dataset.side, key: node.dataset.key, id: node.dataset.id } : null;
};

function emitDocument(s, id, pinned) {
  if (pinned || s.hover !== id) s.news.emit("document", { id, pinned });
}

function wire(s) {
  const { box } = s;
  box.addEventListener("keydown", (event) => handleKey(s, event));
  box.addEventListener("focusin", ({ target }) => {
    const place = placeAt(target);
    if (!place?.id) return;
    s.selected = place;
    emitDocument(s, null, false);
    emitDocument(s, place.id, true);
  });
  box.addEventListener("click", ({ target }) => {
    const place = placeAt(target);
    if (!place?.id) return;
    if (target.closest(".grade") && !s.locked) openPicker(s, place);
    else if (s.selected?.key !== place.key || s.selected.side !== place.side) focusOn(s, place, false);
  });
  box.addEventListener("pointerdown", (event) => {
    const { target } = event;
    const place = placeAt(target);
    if (s.locked) return;
    if (target === s.pill) return s.fixed || dragCutoff(s, event);
    if (!place?.id) return;
    if (target.closest(".grip")) {
      focusOn(s, place, false);
      dragDocument(s, event, place);
    } else if (target.closest(".chip, .absent") && !target.closest("button, input")) dragDocument(s, event, place);
  });
  for (const parent of [s.parts.a.side, s.parts.b.side, s.chips]) {
    parent.addEventListener("pointermove", ({ target, pointerType }) => {
      if (pointerType !== "touch" && !s.drag) emitDocument(s, placeAt(target)?.id ?? null, false);
    });
    parent.addEventListener("pointerleave", () => s.drag || emitDocument(s, null, false));
  }
  s.swap.onclick = () => exchangeLists(s);
  s.more.onclick = () => addDocument(s);
}

function newSide(name) {
  const grid = el("div", "rows", { role: "grid" });
  const rest = el("div", "rows rest", { role: "grid" });
  const head = el("div", "absent-head");
  const empty = el("p", "empty");
  return { grid, rest, head, empty, side: el("div", `side ${name}${name === "b" ? " mirrored" : ""}`, grid, empty, head, rest) };
}

function build(s) {
  s.parts = { a: newSide("a"), b: newSide("b") };
  s.sources = { a: newSource(s, "a"), b: newSource(s, "b") };
  s.swap = el("button", "exchange", icon(EXCHANGE));
  s.line = el("div", "line");
  s.pill = el("div", "pill", { role: "slider", tabindex: 0, "aria-orientation": "vertical", "aria-valuemin": 1 });
  s.band = el("div", "band");
  s.field = el("div", "field", s.band, s.parts.a.side, s.parts.b.side, s.line, s.pill);
  s.chips = el("div", "missed", { role: "row" });
  s.more = el("button", "link");
  s.neither = el("span", "neither");
  s.shelf = el("div", "shelf", s.neither, el("div", "chips", el("div", "", { role: "grid" }, s.chips), s.more));
  s.toast = el("p", "toast", { popover: "manual", "aria-hidden": true });
  s.picker = el("div", "picker", { popover: "auto", role: "dialog" });
  const heads = el("div", "heads", s.sources.a.node, s.swap, s.sources.b.node);
  s.box.replaceChildren(heads, s.field, s.shelf, s.toast, s.picker);
}

// px above the page, as in page.css, and of the shelf below
const SCREEN = { top: 64, shelf: 44 };
const ROOM = { top: 8, shelf: 64 };

// Measure how much of the window is left for the rows, regardless of scrolling.
function watchRoom(s, signal) {
  const board = s.root.host.closest(".rv-board");
  const derivations = board?.querySelector(".rv-derivation");
  const measure = () => {
    if (!board || !derivations || derivations.hidden) return; // what is covered keeps its room
    const { top, shelf } = isLarge() ? ROOM : SCREEN;
    const above = s.field.getBoundingClientRect().top - board.getBoundingClientRect().top + top;
    const isSticky = getComputedStyle(derivations).position === "sticky";
    const room = isSticky ? window.innerHeight - above - derivations.offsetHeight - shelf : Infinity;
    if (room === s.room) return;
    s.room = room;
    if (s.pool && !s.drag) render(s);
  };
  const sizes = new ResizeObserver(measure);
  for (const node of [s.box, derivations, board?.querySelector('[data-part="choices"]')]) if (node) sizes.observe(node);
  window.addEventListener("resize", measure, { signal });
  document.addEventListener("rankviz:row_height", () => s.pool && !s.drag && render(s), { signal });
  signal.addEventListener("abort", () => sizes.disconnect());
}

function mount(root, signal, { data }) {
  const s = { root, height: 44, isUnfolded: false, locked: false, selected: null, hover: null, pinned: data.pinned || null, drag: false };
  Object.assign(s, { preview: null, held: null, late: null, dom: { a: new Map(), b: new Map(), shelf: new Map() } });
  s.news = channel(data.scope, NAME, signal);
  s.receive = (late) => receive(s, late);
  s.box = root.querySelector(".two_lists");
  build(s);
  wirePicker(s);
  wire(s);
  watchRoom(s, signal);
  s.news.on("document", ({ id, pinned, source }) => {
    s[pinned ? "pinned" : "hover"] = id;
    if (pinned && source !== NAME) s.selected = null;
    const isKnown = id !== null && Boolean(s.pool?.grades.has(id));
    if (pinned) s.tab?.dispatch({ name: "set_url_params", value: { doc: isKnown ? id : "" } });
    highlight(s);
  });
  s.news.on("carry_out", (step) => carryOut(s, step));
  s.news.on("rows?", () => emitRowPositions(s));
  s.news.on("cutoff", ({ cutoff, source }) => {
    if (source === NAME || !s.pool) return;
    s.pool = { ...s.pool, cutoff };
    render(s);
  });
  narrow.addEventListener("change", () => s.pool && render(s), { signal });
  signal.addEventListener("abort", () => clearTimeout(s.toastTimer));
  return s;
}

function translate(s) {
  const json = JSON.stringify(s.t);
  if (json === s.textsDrawn) return;
  s.textsDrawn = json;
  s.swap.ariaLabel = s.swap.title = s.t.exchange;
  s.pill.ariaLabel = s.t.cutoff_label;
  write(s.neither, s.t.neither);
  write(s.more, s.t.add);
  s.more.ariaLabel = s.t.add_missed;
  s.chips.parentNode.ariaLabel = s.t.neither;
  for (const name of SIDES) {
    const { grid, rest, head } = s.parts[name];
    grid.ariaLabel = s.t[`list_${name}`];
    rest.ariaLabel = s.t[`absent_${name}`];
    write(head, s.t[`absent_${name}`]);
  }
}

function receive(s, data) {
  Object.assign(s, { data, t: data.texts, locked: Boolean(data.read_only) });
  s.fixed = s.locked || Boolean(data.fixed_cutoff);
  s.pool = {
    rows: { a: withKeys(data.a.rows), b: withKeys(data.b.rows) },
    scored: { a: data.a.scored, b: data.b.scored },
    grades: new Map(data.pool),
    cutoff: data.cutoff,
  };
  s.box.classList.toggle("locked", s.locked);
  s.box.classList.toggle("fixed", s.fixed);
  s.pill.ariaDisabled = String(s.fixed);
  s.swap.disabled = s.locked;
  s.more.hidden = s.locked;
  translate(s);
  for (const name of SIDES) s.sources[name].draw(data[name].source);
  render(s);
  const isGone = s.pinned !== null && !s.pool.grades.has(s.pinned);
  // Back leads to another document; an answer that was overtaken by a press names one that the page does not.
  const isOther = data.pinned !== (s.pinned ?? "") && data.pinned === s.tab.pageParam("doc");
  if (isOther || isGone) emitDocument(s, data.pinned || null, true);
}

function update(s, { data, tab }) {
  s.tab = tab;
  if (s.drag) s.late = data;
  else receive(s, data);
}

export default definePart(mount, update);
