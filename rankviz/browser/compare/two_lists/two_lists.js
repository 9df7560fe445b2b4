// Two ranked lists side by side over one pool of documents. Edits are painted at once, before the response. The lines between the
// lists and the waterfall beside them belong to the part difference, which receives the positions of the rows.

import { el, write } from "../../kit/elements.js";
import { elementAround, elementIn } from "../../kit/find_elements.js";
import { narrow } from "../../kit/media.js";
import { channel } from "../../kit/part_events.js";
import { definePart } from "../../kit/part.js";
import { dragCutoff, dragDocument } from "./dragging.js";
import { addDocument, carryOut, exchangeLists } from "./edits.js";
import { handleKey } from "./keys.js";
import { withKeys, SIDES } from "./model.js";
import { emitRowPositions, focusOn, highlight, placeAt, render } from "./painting.js";
import { openPicker, pickerFields, wirePicker } from "./picker.js";
import { newSource } from "./sources.js";
import { icon } from "../../kit/svg.js";
import { isLarge } from "../../tab/large_type.js";

/** @import { Given, Part } from "../../kit/part.js" */
/** @import { Layout, Pool, Side } from "./model.js" */
/** @import { Dom, Place } from "./painting.js" */
/** @import { TwoListsPayload } from "./payload.d.ts" */
/** @import { Source } from "./sources.js" */
/**
 * @typedef {object} Received what is there from the first data on
 * @property {Record<string, string>} t texts
 * @property {Pool} pool
 * @property {Layout} layout as it was painted last
 * @property {Record<Side, Source>} sources
 * @property {(late: TwoListsPayload) => void} receive
 * @property {ReturnType<typeof wirePicker>} closeAndDo
 */
/** @typedef {Part<ReturnType<typeof build> & Received, TwoListsPayload>} TwoLists */

const NAME = "two_lists";
const EXCHANGE = "M4 7h12m-3-3 3 3-3 3M16 13H4m3-3-3 3 3 3";

/** @param {TwoLists} s @param {string | null} id @param {boolean} pinned */
function emitDocument(s, id, pinned) {
  if (pinned || s.hover !== id) s.news.emit("document", { id, pinned });
}

function wire(/** @type {TwoLists} */ s) {
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
    if (elementAround(target, ".grade") && !s.locked) openPicker(s, place);
    else if (s.selected?.key !== place.key || s.selected.side !== place.side) focusOn(s, place, false);
  });
  box.addEventListener("pointerdown", (event) => {
    const { target } = event;
    const place = placeAt(target);
    if (s.locked) return;
    if (target === s.pill) return s.fixed || dragCutoff(s, event);
    if (!place?.id) return;
    if (elementAround(target, ".grip")) {
      focusOn(s, place, false);
      dragDocument(s, event, place);
    } else if (elementAround(target, ".chip, .absent") && !elementAround(target, "button, input")) dragDocument(s, event, place);
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

function newSide(/** @type {Side} */ name) {
  const grid = el("div", "rows", { role: "grid" });
  const rest = el("div", "rows rest", { role: "grid" });
  const head = el("div", "absent-head");
  const empty = el("p", "empty");
  return { grid, rest, head, empty, side: el("div", `side ${name}${name === "b" ? " mirrored" : ""}`, grid, empty, head, rest) };
}

/** @param {ShadowRoot} root @param {AbortSignal} signal @param {TwoListsPayload} data */
function build(root, signal, data) {
  const box = elementIn(root, ".two_lists");
  const parts = { a: newSide("a"), b: newSide("b") };
  const swap = el("button", "exchange", icon(EXCHANGE));
  const line = el("div", "line");
  const pill = el("div", "pill", { role: "slider", tabindex: 0, "aria-orientation": "vertical", "aria-valuemin": 1 });
  const band = el("div", "band");
  const field = el("div", "field", band, parts.a.side, parts.b.side, line, pill);
  const chips = el("div", "missed", { role: "row" });
  const chipsGrid = el("div", "", { role: "grid" }, chips);
  const more = el("button", "link");
  const neither = el("span", "neither");
  const shelf = el("div", "shelf", neither, el("div", "chips", chipsGrid, more));
  const toast = el("p", "toast", { popover: "manual", "aria-hidden": true });
  const picker = el("div", "picker", { popover: "auto", role: "dialog" });
  box.replaceChildren(el("div", "heads", swap), field, shelf, toast, picker);
  const dom = () => /** @type {Map<string, Dom>} */ (new Map());
  return {
    ...{ root, box, parts, swap, line, pill, band, field, chips, chipsGrid, more, neither, toast, picker },
    ...pickerFields(picker),
    news: channel(data.scope, NAME, signal),
    dom: { a: dom(), b: dom(), shelf: dom() },
    height: 44, // of a row, px
    room: Infinity, // for the rows, px
    isUnfolded: false,
    locked: false,
    fixed: false, // whether the cutoff stays where it is
    selected: /** @type {Place | null} */ (null),
    hover: /** @type {string | null} */ (null), // documents
    pinned: data.pinned || null,
    drag: false,
    held: /** @type {{ side: Side, key: string, y: number } | null} */ (null), // the row that is dragged
    preview: /** @type {Pool | null} */ (null), // while it is
    late: /** @type {TwoListsPayload | null} */ (null), // what came meanwhile
    picked: /** @type {Required<Place>} */ ({ side: "shelf", key: "", id: "" }), // whose menu was opened last
    cut: /** @type {number | null} */ (null), // where the line of the cutoff is, px
    textsDrawn: "",
    toastTimer: 0,
  };
}

// px above the page, as in page.css, and of the shelf below
const SCREEN = { top: 64, shelf: 44 };
const ROOM = { top: 8, shelf: 64 };

/** Measure how much of the window is left for the rows, regardless of scrolling. @param {TwoLists} s @param {AbortSignal} signal */
function watchRoom(s, signal) {
  const board = elementAround(s.root.host, ".rv-board");
  const derivations = /** @type {HTMLElement | null | undefined} */ (board?.querySelector(".rv-derivation"));
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

/** @param {ShadowRoot} root @param {AbortSignal} signal @param {Given<TwoListsPayload>} given */
function mount(root, signal, { data }) {
  const s = /** @type {TwoLists} */ (build(root, signal, data));
  s.receive = (late) => receive(s, late);
  s.sources = { a: newSource(s, "a"), b: newSource(s, "b") };
  s.swap.before(s.sources.a.node);
  s.swap.after(s.sources.b.node);
  s.closeAndDo = wirePicker(s);
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

function translate(/** @type {TwoLists} */ s) {
  const json = JSON.stringify(s.t);
  if (json === s.textsDrawn) return;
  s.textsDrawn = json;
  s.swap.ariaLabel = s.swap.title = s.t.exchange;
  s.pill.ariaLabel = s.t.cutoff_label;
  write(s.neither, s.t.neither);
  write(s.more, s.t.add);
  s.more.ariaLabel = s.t.add_missed;
  s.chipsGrid.ariaLabel = s.t.neither;
  for (const name of SIDES) {
    const { grid, rest, head } = s.parts[name];
    grid.ariaLabel = s.t[`list_${name}`];
    rest.ariaLabel = s.t[`absent_${name}`];
    write(head, s.t[`absent_${name}`]);
  }
}

/** @param {TwoLists} s @param {TwoListsPayload} data */
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

/** @param {TwoLists} s @param {Given<TwoListsPayload>} given */
function update(s, { data, tab }) {
  s.tab = tab;
  if (s.drag) s.late = data;
  else receive(s, data);
}

export default definePart(mount, update);
