// Two ranked lists side by side over one pool of documents. What it knows it paints at once; the answer says what became of it. The
// lines between the lists and the way beside them are another part's (ways.js), which is told where each document stands.

import { el, icon, write } from "../../kit/elements.js";
import { channel } from "../../kit/events.js";
import { definePart } from "../../kit/part.js";
import { dragCutoff, dragDocument } from "./dragging.js";
import { add, carryOut, exchange } from "./edits.js";
import { keyIn } from "./keys.js";
import { withKeys, SIDES } from "./model.js";
import { focusOn, highlight, render, emitRowPositions } from "./painting.js";
import { openPicker, wirePicker } from "./picker.js";
import { newSource } from "./sources.js";

const NAME = "two_lists";
const EXCHANGE = "M4 7h12m-3-3 3 3-3 3M16 13H4m3-3-3 3 3 3";

const at = (target) => {
  const node = target.closest?.("[data-key]");
  return node ? { side: node.dataset.side, key: node.dataset.key, id: node.dataset.id } : null;
};

function point(s, id, pinned) {
  if (pinned || s.hover !== id) s.news.emit("document", { id, pinned });
}

function wire(s) {
  const { box } = s;
  box.addEventListener("keydown", (event) => keyIn(s, event));
  box.addEventListener("focusin", ({ target }) => {
    const found = at(target);
    if (!found?.id) return;
    s.selected = found;
    point(s, null, false);
    point(s, found.id, true);
  });
  box.addEventListener("click", ({ target }) => {
    const found = at(target);
    if (!found?.id) return;
    if (target.closest(".grade") && !s.locked) openPicker(s, found);
    else if (s.selected?.key !== found.key || s.selected.side !== found.side) focusOn(s, found, false);
  });
  box.addEventListener("pointerdown", (event) => {
    const { target } = event;
    const found = at(target);
    if (s.locked) return;
    if (target === s.pill) return s.fixed || dragCutoff(s, event);
    if (!found?.id) return;
    if (target.closest(".grip")) {
      focusOn(s, found, false);
      dragDocument(s, event, found);
    } else if (target.closest(".chip, .absent") && !target.closest("button, input")) dragDocument(s, event, found);
  });
  for (const parent of [s.parts.a.side, s.parts.b.side, s.chips]) {
    parent.addEventListener("pointermove", ({ target, pointerType }) => {
      if (pointerType !== "touch" && !s.drag) point(s, at(target)?.id ?? null, false);
    });
    parent.addEventListener("pointerleave", () => s.drag || point(s, null, false));
  }
  s.swap.onclick = () => exchange(s);
  s.more.onclick = () => add(s);
}

function side(name) {
  const grid = el("div", "rows", { role: "grid" });
  const rest = el("div", "rows rest", { role: "grid" });
  const head = el("div", "absent-head");
  const empty = el("p", "empty");
  return { grid, rest, head, empty, side: el("div", `side ${name}${name === "b" ? " mirrored" : ""}`, grid, empty, head, rest) };
}

function build(s) {
  s.parts = { a: side("a"), b: side("b") };
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
  s.say = el("p", "say away", { role: "status" });
  s.toast = el("p", "toast", { popover: "manual", "aria-hidden": true });
  s.picker = el("div", "picker", { popover: "auto", role: "dialog" });
  const heads = el("div", "heads", s.sources.a.node, s.swap, s.sources.b.node);
  s.box.replaceChildren(heads, s.field, s.shelf, s.say, s.toast, s.picker);
}

const TOP = 64; // px above the page, as in page.css
const SHELF = 44;

// How much of the window is left for the rows, whatever has been scrolled away.
function watchRoom(s, signal) {
  const board = s.root.host.closest(".rv-board");
  const proof = board?.querySelector(".rv-proof");
  const measure = () => {
    if (!board || !proof) return;
    const above = s.field.getBoundingClientRect().top - board.getBoundingClientRect().top + TOP;
    const isKept = getComputedStyle(proof).position === "sticky";
    const room = isKept ? window.innerHeight - above - proof.offsetHeight - SHELF : Infinity;
    if (room === s.room) return;
    s.room = room;
    if (s.pool && !s.drag) render(s);
  };
  const sizes = new ResizeObserver(measure);
  for (const node of [s.box, proof, board?.querySelector('[data-part="choices"]')]) if (node) sizes.observe(node);
  window.addEventListener("resize", measure, { signal });
  signal.addEventListener("abort", () => sizes.disconnect());
}

function mount(root, signal, { data }) {
  const s = { root, height: 44, open: false, locked: false, selected: null, hover: null, pinned: data.pinned || null, drag: false };
  Object.assign(s, { preview: null, held: null, late: null, dom: { a: new Map(), b: new Map(), shelf: new Map() } });
  s.news = channel(data.of, NAME, signal);
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
    if (pinned) s.tab?.dispatch({ name: "address", value: { doc: isKnown ? id : "" } });
    highlight(s);
  });
  s.news.on("act", (act) => carryOut(s, act));
  s.news.on("rows?", () => emitRowPositions(s));
  s.news.on("cutoff", ({ cutoff, source }) => {
    if (source === NAME || !s.pool) return;
    s.pool = { ...s.pool, cutoff };
    render(s);
  });
  matchMedia("(max-width: 640px)").addEventListener("change", () => s.pool && render(s), { signal });
  signal.addEventListener("abort", () => clearTimeout(s.toastTimer));
  return s;
}

function translate(s) {
  const json = JSON.stringify(s.t);
  if (json === s.textsShown) return;
  s.textsShown = json;
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
  const lit = s.pinned !== null && !s.pool.grades.has(s.pinned);
  if (lit) point(s, null, true);
}

function update(s, { data, tab }) {
  s.tab = tab;
  if (s.drag) s.late = data;
  else receive(s, data);
}

export default definePart(mount, update);
