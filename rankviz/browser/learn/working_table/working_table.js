// The working beside the list: cells in the order in which a person computes, on the rows of the list.
import { el, icon, write } from "../../kit/elements.js";
import { channel } from "../../kit/events.js";
import { definePart } from "../../kit/part.js";
import { rovingTabindex, termButton } from "../../kit/terms.js";
import { recordWork, TICK } from "../../kit/work.js";

const NAME = "working_table";
const VARIES = ["typed", "right", "look", "mark"]; // what is written into the cells that there are

function cellNode(s, cell, isFigure) {
  if (!cell) return el("span", "none");
  if (cell.given) return el("span", isFigure ? "given strong" : "given", cell.given);
  const input = el("input", "", { "data-key": cell.key, autocomplete: "off", inputmode: "decimal", spellcheck: false, maxlength: 40, "aria-label": cell.label });
  const box = el("span", isFigure ? "cell total" : "cell", input, icon(TICK), el("span", "look", s.data.texts.look_here));
  s.cells.set(cell.key, { input, box, cell });
  return box;
}

function group(s, { axis, columns, totals }, previous) {
  const heads = el("div", "row head", ...columns.map(({ head, term: key, narrow }) => el("span", narrow ? "narrow" : "", termButton(key, head))));
  const depth = axis === "list" ? s.data.listed : Math.max(0, ...columns.map(({ cells }) => cells.length));
  const rows = Array.from({ length: depth }, (_, i) => {
    const made = columns.map(({ cells, narrow }, at) => {
      const node = cellNode(s, cells[i], false);
      if (!cells[i] && axis === "list" && at === columns.length - 1) node.textContent = "–";
      if (narrow) node.classList.add("narrow");
      return node;
    });
    const isEmpty = columns.every(({ cells }) => !cells[i]);
    return el("div", isEmpty ? "row bare" : "row", { "data-rank": i + 1 }, ...made);
  });
  const blank = Array.from({ length: s.data.rows - depth }, () => el("div", "row bare"));
  const sums = totals.map((total) => el("div", "row sum", el("span", "sum-name", total.name), cellNode(s, total, true)));
  const isApart = previous && previous.axis !== axis;
  const node = el("div", isApart ? "group apart" : "group", { "data-axis": axis }, heads, ...rows, ...blank, ...sums);
  node.style.setProperty("--columns", String(columns.length));
  return node;
}

function build(s) {
  const { data } = s;
  s.cells.clear();
  s.groups.replaceChildren(...data.groups.map((each, at) => group(s, each, data.groups[at - 1])));
  s.settle ??= rovingTabindex(s.groups); // one stop of the Tab key for all heads
  s.settle();
  s.groups.classList.toggle("single", data.groups.length === 1 && data.groups[0].columns.length === 1);
  s.line.hidden = data.cutoff === null;
  s.line.style.top = `calc(var(--rv-head) + ${data.cutoff ?? 0} * var(--rv-row))`;
}

// What is typed stays, whatever is answered meanwhile.
function fill(s) {
  for (const [key, { input, box, cell }] of s.cells) {
    if (s.at !== s.data.at || (input.value !== cell.typed && !s.typed.has(key))) input.value = cell.typed;
    box.classList.toggle("empty", !input.value);
    box.classList.toggle("right", cell.right && input.value === cell.typed);
    box.classList.toggle("here", key === s.data.look && input.value === cell.typed);
    input.ariaLabel = cell.right ? `${cell.label}, ${s.data.texts.right}` : key === s.data.look ? `${cell.label}, ${s.data.texts.look_here}` : cell.label;
  }
}

function mark(s) {
  const { mark: of } = s.data;
  for (const row of s.groups.querySelectorAll(".row[data-rank]")) {
    const { axis } = row.parentNode.dataset;
    const isOf = of ? of.axis === axis && `${of.rank}` === row.dataset.rank : axis === "list" && `${s.rank}` === row.dataset.rank;
    row.classList.toggle("on", isOf);
  }
}

function keep(s, input) {
  const { at } = s.data;
  const { cells = {} } = s.tab.currentWork()[at] ?? {};
  recordWork(s.tab, at, { cells: { ...cells, [input.dataset.key]: input.value }, silent: true });
}

function move(s, event) {
  const { key, target } = event;
  if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...s.cells.values()].map(({ input }) => input);
  const at = all.indexOf(target);
  if (at < 0) return; // a head
  if (key === "Enter") {
    event.preventDefault();
    keep(s, target);
    if (all[at + 1]) all[at + 1].focus();
    else s.news.emit("answer?");
  } else if (key === "ArrowDown" || key === "ArrowUp") {
    const [step, rank] = target.dataset.key.split(":");
    const next = s.cells.get(`${step}:${Number(rank) + (key === "ArrowDown" ? 1 : -1)}`)?.input;
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
}

function mount(root, signal, { data }) {
  const s = { box: root.querySelector(".working_table"), cells: new Map(), typed: new Set(), at: 0, shape: "", rank: null };
  s.news = channel(data.of, NAME, signal);
  s.groups = el("div", "groups", { role: "group" });
  s.line = el("div", "cutoff");
  s.told = el("p", "told");
  s.box.append(el("div", "body", s.groups, s.line), s.told);
  s.box.addEventListener("input", ({ target }) => {
    s.typed.add(target.dataset.key);
    target.parentNode.classList.remove("right", "here");
    target.parentNode.classList.toggle("empty", !target.value);
  });
  s.box.addEventListener("change", ({ target }) => keep(s, target));
  s.box.addEventListener("focusin", ({ target }) => target.select?.());
  s.box.addEventListener("keydown", (event) => move(s, event));
  s.news.on("rank", ({ rank, pinned }) => {
    if (!pinned) s.rank = rank;
    if (s.data) mark(s);
  });
  return s;
}

function update(s, { data, tab }) {
  Object.assign(s, { data, tab });
  const shape = JSON.stringify(data, (key, value) => (VARIES.includes(key) ? undefined : value));
  if (shape !== s.shape) build(s);
  if (data.at !== s.at) s.typed.clear();
  s.shape = shape;
  for (const { columns, totals } of data.groups) {
    for (const cell of [...columns.flatMap(({ cells }) => cells), ...totals]) {
      const known = cell && s.cells.get(cell.key);
      if (known) known.cell = cell;
    }
  }
  fill(s);
  s.at = data.at;
  s.groups.ariaLabel = data.texts.label;
  write(s.told, data.texts.told);
  mark(s);
}

export default definePart(mount, update);
