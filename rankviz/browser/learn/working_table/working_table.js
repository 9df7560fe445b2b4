// The working table beside the list: cells in the order in which a person computes, on the rows of the list.
import { el, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { channel } from "../../kit/part_events.js";
import { definePart } from "../../kit/part.js";
import { rovingTabindex, termButton } from "../../kit/terms.js";
import { recordWork, TICK } from "../../kit/learn_actions.js";
import { icon } from "../../kit/svg.js";

/** @import { Given } from "../../kit/part.js" */
/** @import { Cell, CellGroup, WorkingTablePayload } from "./payload.d.ts" */
/** @typedef {ReturnType<typeof build>} State */

const NAME = "working_table";
const UPDATED_KEYS = ["typed", "is_right", "first_wrong", "mark"]; // what is written into the existing cells

/**
 * @param {State} s
 * @param {Cell | null} cell
 * @param {boolean} isTotal
 */
function cellNode(s, cell, isTotal) {
  if (!cell) return el("span", "none");
  if (cell.prefilled) return el("span", isTotal ? "prefilled strong" : "prefilled", cell.prefilled);
  const input = el("input", "", { "data-key": cell.key, autocomplete: "off", inputmode: "decimal", spellcheck: false, maxlength: 40, "aria-label": cell.label });
  const box = el("span", isTotal ? "cell total" : "cell", input, icon(TICK), el("span", "look", s.data.texts.look_here));
  s.cells.set(cell.key, { input, box, cell });
  return box;
}

/**
 * @param {State} s
 * @param {CellGroup} group
 * @param {CellGroup | undefined} previous
 */
function group(s, { axis, columns, totals }, previous) {
  const heads = el("div", "row head", ...columns.map(({ head, term: key, is_narrow: isNarrow }) => el("span", isNarrow ? "narrow" : "", termButton(key, head))));
  const depth = axis === "list" ? s.data.list_length : Math.max(0, ...columns.map(({ cells }) => cells.length));
  const rows = Array.from({ length: depth }, (_, i) => {
    const nodes = columns.map(({ cells, is_narrow: isNarrow }, at) => {
      const node = cellNode(s, cells[i], false);
      if (!cells[i] && axis === "list" && at === columns.length - 1) node.textContent = "–";
      if (isNarrow) node.classList.add("narrow");
      return node;
    });
    const isEmpty = columns.every(({ cells }) => !cells[i]);
    return el("div", isEmpty ? "row bare" : "row", { "data-rank": i + 1 }, ...nodes);
  });
  const blank = Array.from({ length: s.data.row_count - depth }, () => el("div", "row bare"));
  const sums = totals.map((total) => el("div", "row sum", el("span", "sum-name", total.name), cellNode(s, total, true)));
  const isApart = previous && previous.axis !== axis;
  const node = el("div", isApart ? "group apart" : "group", { "data-axis": axis }, heads, ...rows, ...blank, ...sums);
  node.style.setProperty("--columns", String(columns.length));
  return node;
}

function draw(/** @type {State} */ s) {
  const { data } = s;
  s.cells.clear();
  s.groups.replaceChildren(...data.groups.map((each, at) => group(s, each, data.groups[at - 1])));
  s.updateTabStops();
  s.groups.classList.toggle("single", data.groups.length === 1 && data.groups[0].columns.length === 1);
  s.line.hidden = data.cutoff === null;
  s.line.style.top = `calc(var(--rv-head) + ${data.cutoff ?? 0} * var(--rv-row))`;
}

// Write the typed numbers into the cells; one that is being typed is not overwritten.
function fillCells(/** @type {State} */ s) {
  for (const [key, { input, box, cell }] of s.cells) {
    if (s.key !== s.data.key || (input.value !== cell.typed && !s.typed.has(key))) input.value = cell.typed;
    box.classList.toggle("empty", !input.value);
    box.classList.toggle("right", cell.is_right && input.value === cell.typed);
    box.classList.toggle("here", key === s.data.first_wrong && input.value === cell.typed);
    input.ariaLabel = cell.is_right ? `${cell.label}, ${s.data.texts.right}` : key === s.data.first_wrong ? `${cell.label}, ${s.data.texts.look_here}` : cell.label;
  }
}

function markRow(/** @type {State} */ s) {
  const { mark } = s.data;
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (s.groups.querySelectorAll(".row[data-rank]"))) {
    const { axis } = /** @type {HTMLElement} */ (row.parentNode).dataset;
    const isMarked = mark ? mark.axis === axis && `${mark.rank}` === row.dataset.rank : axis === "list" && `${s.rank}` === row.dataset.rank;
    row.classList.toggle("on", isMarked);
  }
}

function storeCell(/** @type {State} */ s, /** @type {HTMLInputElement} */ input) {
  const { number } = s.data;
  const { cells = {} } = s.tab.currentWork()[number] ?? {};
  recordWork(s.tab, number, { cells: { ...cells, [input.dataset.key ?? ""]: input.value }, silent: true });
}

function onKeyDown(/** @type {State} */ s, /** @type {KeyboardEvent} */ event) {
  const { key } = event;
  const target = /** @type {HTMLInputElement} */ (event.target);
  if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  const inputs = [...s.cells.values()].map(({ input }) => input);
  const at = inputs.indexOf(target);
  if (at < 0) return; // a head
  if (key === "Enter") {
    event.preventDefault();
    storeCell(s, target);
    if (inputs[at + 1]) inputs[at + 1].focus();
    else s.news.emit("answer?");
  } else if (key === "ArrowDown" || key === "ArrowUp") {
    const [step, rank] = (target.dataset.key ?? "").split(":");
    const next = s.cells.get(`${step}:${Number(rank) + (key === "ArrowDown" ? 1 : -1)}`)?.input;
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
}

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {AbortSignal} signal
 * @param {Given<WorkingTablePayload>} given
 */
function build(root, signal, { data, tab }) {
  const groups = el("div", "groups", { role: "group" });
  return {
    data,
    tab,
    box: elementIn(root, ".working_table"),
    cells: /** @type {Map<string, { input: HTMLInputElement, box: HTMLElement, cell: Cell }>} */ (new Map()),
    typed: /** @type {Set<string | undefined>} */ (new Set()), // keys of the cells
    key: "",
    shape: "",
    rank: /** @type {number | null} */ (null),
    news: channel(undefined, NAME, signal),
    groups,
    line: el("div", "cutoff"),
    note: el("p", "note"),
    updateTabStops: rovingTabindex(groups), // the heads are one stop of the Tab key
  };
}

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {AbortSignal} signal
 * @param {Given<WorkingTablePayload>} given
 */
function mount(root, signal, given) {
  const s = build(root, signal, given);
  s.box.append(el("div", "body", s.groups, s.line), s.note);
  const input = (/** @type {Event} */ { target }) => /** @type {HTMLInputElement} */ (target); // in a table of fields
  s.box.addEventListener("input", (event) => {
    const field = input(event);
    s.typed.add(field.dataset.key);
    field.parentElement?.classList.remove("right", "here");
    field.parentElement?.classList.toggle("empty", !field.value);
  });
  s.box.addEventListener("change", (event) => storeCell(s, input(event)));
  s.box.addEventListener("focusin", (event) => input(event).select?.()); // the heads are buttons
  s.box.addEventListener("keydown", (event) => onKeyDown(s, event));
  s.news.on("rank", ({ rank, pinned }) => {
    if (!pinned) s.rank = rank;
    if (s.data) markRow(s);
  });
  return s;
}

/**
 * @param {State} s
 * @param {Given<WorkingTablePayload>} given
 */
function update(s, { data, tab }) {
  Object.assign(s, { data, tab });
  const shape = JSON.stringify(data, (key, value) => (UPDATED_KEYS.includes(key) ? undefined : value));
  if (shape !== s.shape) draw(s);
  if (data.key !== s.key) s.typed.clear();
  s.shape = shape;
  for (const { columns, totals } of data.groups) {
    for (const cell of [...columns.flatMap(({ cells }) => cells), ...totals]) {
      const known = cell && s.cells.get(cell.key);
      if (known) known.cell = cell;
    }
  }
  fillCells(s);
  s.key = data.key;
  s.groups.ariaLabel = data.texts.label;
  write(s.note, data.texts.note);
  markRow(s);
}

export default definePart(mount, update);
