// Figures drawn by Plotly; what follows the pointer (marked rank, k line, save button) is laid over them as plain
// elements, so that moving it costs no drawing.
import { exchange, parseFigure } from "../../kit/colours.js";
import { arrange, el, write } from "../../kit/elements.js";
import { channel } from "../../kit/part_events.js";
import { definePart } from "../../kit/part.js";
import { rowHeight } from "../../tab/large_type.js";
import { isCells, writeCells } from "./cells.js";
import { updateTable } from "./counts.js";
import { placeCutoff, put, wireCutoff } from "./cutoff.js";
import { draw as drawFigure, plotly } from "./drawing.js";
import { folding } from "./folded.js";
import { narrowed, nearest, scales, spotsOf, strip, withRows } from "./geometry.js";
import { saving } from "./saving.js";
import { group, lifted, newWords, writeWords } from "./term_overlay.js";

const NARROW = 420; // px: below it a chart beside the list keeps only the last column of numbers
const TASK = 60; // ms after which the rest waits for its turn

function read(s, f) {
  const from = `${s.palette} ${rowHeight()} ${f.spec}`;
  if (f.from === from) return;
  Object.assign(f, { from, rowHeight: rowHeight(), parsed: parseFigure(f.spec, s.colours) });
  if (s.rows && f.rowHeight) f.parsed = withRows(f.parsed, Math.max(s.data.n, 1), f.rowHeight);
  const { height, margin, meta } = f.parsed.layout;
  const top = meta?.head ?? 0;
  put(f.node, { "padding-top": height }); // the caption follows in the flow
  f.row = { top, height: (height - top - margin.b) / Math.max(s.data.n, 1) };
}

const state = (s, f) => `${s.palette} ${f.width} ${f.rowHeight}`;
const stale = (s, f) => f.drawn !== f.spec || f.drawnIn !== state(s, f);

function draw(s, f) {
  const { width } = f; // as last observed: asking now would lay out the page once a figure
  if (!s.Plotly || !width || !stale(s, f)) return;
  const { data, layout: given } = s.rows && width < NARROW ? narrowed(f.parsed) : f.parsed;
  const own = lifted({ data, layout: { ...given, width } });
  const { layout } = own.figure;
  f.drawn = f.spec;
  f.drawnIn = state(s, f);
  f.shown = { data, layout };
  const drawn = own.figure.data.filter((trace) => !isCells(trace));
  drawFigure(s.Plotly, f, { data: drawn, layout }, f.drawnIn);
  f.at = scales(layout);
  if (s.rows) writeCells(f.cells, data.find(isCells), layout, f.row);
  const legend = s.rows && width >= NARROW ? f.data.legend : [];
  writeWords(f.words, { ...own, legend, at: f.at, layout });
  f.spots = spotsOf(data, f.at);
  place(s, f);
}

// A few figures a task, so that the next key is heard between them; list and score are painted by then, or were known ahead.
function drawSome(s) {
  clearTimeout(s.timer);
  const end = performance.now() + TASK;
  for (const f of s.figures.values()) {
    if (!stale(s, f) || !f.width || !s.Plotly) continue;
    if (performance.now() > end) return (s.timer = setTimeout(() => drawSome(s)));
    draw(s, f);
  }
}

function drawAll(s) {
  for (const f of s.figures.values()) draw(s, f);
}

function place(s, f) {
  const rank = s.hover ?? s.pinned;
  if (s.rows) {
    const on = rank >= 1 && rank <= s.data.n;
    f.band.hidden = f.ring.hidden = !on;
    const box = { top: f.row.top + (rank - 1) * f.row.height, height: f.row.height };
    if (on) [f.band, f.ring].forEach((node) => put(node, box));
    placeBar(f, on ? rank : null);
  } else if (f.spots?.[0]?.pair) {
    placeStrip(f, rank);
  } else {
    // A tie group has one point, that of its last rank.
    const spot = rank && f.spots?.find((one) => one.rank >= rank);
    f.ring.hidden = !spot;
    if (spot) put(f.ring, { left: spot.x, top: spot.y });
    placeSum(f, rank, spot);
  }
  placeCutoff(s, f);
}

// How far the sum has come, at its point; not where the chart shows another one, as after the cutoff.
function placeSum(f, rank, spot) {
  const text = spot?.rank === rank && f.data.running_total?.[rank - 1];
  if (f.sum.hidden === Boolean(text)) f.sum.hidden = !text;
  if (!text) return;
  write(f.sum, text);
  put(f.sum, { left: spot.x, top: spot.y });
  f.sum.classList.toggle("rv-end", spot.x > f.width / 2);
}

function placeStrip(f, rank) {
  const box = strip(f.spots, f.at, rank);
  f.ring.hidden = !box;
  f.ring.classList.toggle("rv-strip", Boolean(box));
  if (box) put(f.ring, box);
}

function placeBar(f, rank) {
  const bars = rank ? f.spots?.filter((one) => one.rank === rank && one.value) ?? [] : [];
  f.bar.hidden = !bars.length;
  if (!bars.length) return;
  const ends = [f.at.x(0), ...bars.map(({ x }) => x)];
  const left = Math.min(...ends);
  const half = f.row.height / 4;
  put(f.bar, { left, top: bars[0].y - half, width: Math.max(...ends) - left, height: 2 * half });
}

function spotAt(s, f, event) {
  const box = f.node.getBoundingClientRect();
  const [x, y] = [event.clientX - box.left, event.clientY - box.top];
  if (s.rows) {
    const rank = Math.floor((y - f.row.top) / f.row.height) + 1;
    return rank >= 1 && rank <= s.data.n ? { rank } : null;
  }
  return nearest(f.spots ?? [], x, y);
}

function point(s, f, spot) {
  if (spot === f.over || (s.rows && spot?.rank === f.over?.rank)) return;
  f.over = spot;
  if (!s.rows && s.Plotly) {
    if (spot?.label) s.Plotly.Fx.hover(f.plot, [{ curveNumber: spot.curve, pointNumber: spot.point }]);
    else s.Plotly.Fx.unhover(f.plot);
  }
  const rank = spot?.rank ?? null;
  if (rank !== s.sentRank) s.news.emit("rank", { rank, pinned: false });
  s.sentRank = rank;
}

function pointRanks(s, f) {
  f.node.onpointermove = (event) => s.dragging || point(s, f, spotAt(s, f, event));
  f.node.onpointerleave = () => s.dragging || point(s, f, null);
  f.node.onclick = (event) => {
    if (event.target.closest("[data-term]")) return;
    const rank = spotAt(s, f, event)?.rank;
    if (rank) s.news.emit("rank", { rank, pinned: true });
  };
}

function makeFigure(s) {
  const f = {};
  const hidden = { hidden: "" };
  f.plot = el("div", "rv-plot", { role: "img" });
  // Plotly asks for its size in every drawing, and the browser would have to lay out what it is in the middle of changing.
  Object.defineProperty(f.plot, "clientWidth", { get: () => f.width });
  Object.defineProperty(f.plot, "clientHeight", { get: () => f.parsed.layout.height });
  f.band = el("div", "rv-band", hidden);
  f.ring = el("div", s.rows ? "rv-ring" : "rv-dot", hidden);
  f.bar = el("div", "rv-bar", hidden);
  f.point = el("div", "rv-point", hidden, { "aria-hidden": true });
  f.cut = el("div", "rv-cut", hidden, { role: "slider", tabindex: 0, "aria-valuemin": 1 });
  f.sum = el("div", "rv-sum", hidden, { "aria-hidden": true });
  f.caption = el("p", "rv-caption");
  f.cells = el("div", "rv-cells");
  f.words = newWords();
  f.node = el("div", "rv-figure", f.band, f.plot, f.words.node, f.cells, f.bar, f.ring, f.point, f.sum, f.cut, saving(s, f), f.caption);
  group(f.words, f.node);
  wireCutoff(s, f, () => point(s, f, null));
  pointRanks(s, f);
  s.sizes.observe(f.node);
  return f;
}

function drop(s, f) {
  s.sizes.unobserve(f.node);
  s.Plotly?.purge(f.plot);
  f.node.remove();
}

function updateFigures(s) {
  const { figures, texts } = s.data;
  const keys = figures.map(({ key }) => key);
  for (const [key, f] of s.figures) if (!keys.includes(key)) drop(s, f), s.figures.delete(key);
  for (const data of figures) {
    const f = s.figures.get(data.key) ?? makeFigure(s);
    s.figures.set(data.key, f);
    f.node.dataset.key = data.key;
    f.data = data;
    f.spec = JSON.stringify(data.spec);
    read(s, f);
    f.name();
    if (f.plot.ariaLabel !== data.alt) f.plot.ariaLabel = data.alt;
    f.cut.classList.toggle("rv-flat", data.cutoff_axis === "y");
    f.cut.ariaOrientation = data.cutoff_axis === "y" ? "vertical" : "horizontal";
    f.cut.ariaLabel = texts.cutoff_slider;
    f.cut.ariaValueMax = String(data.cutoff_max);
    write(f.point, texts.cutoff_mark);
    write(f.caption, data.caption);
  }
  arrange(s.box, [...(s.fold ? [s.fold.button] : []), ...keys.map((key) => s.figures.get(key).node), s.counts, s.failed, s.probe]);
}

// Where the figure has no room for its legend another part shows it.
function tellLegend(s) {
  s.news.emit("legend", { names: s.data.figures[0].legend });
}

function repaint(s) {
  if (s.signal.aborted || !s.box.isConnected) return; // the page was left while the library came
  for (const f of s.figures.values()) read(s, f);
  drawSome(s);
}

async function start(s) {
  try {
    s.Plotly = await plotly(s.url);
    s.failed.hidden = true;
  } catch (error) {
    console.error(error);
    s.failed.hidden = false;
  }
  repaint(s);
}

function recolour(s) {
  s.colours = exchange(s.probe);
  s.palette = Object.values(s.colours).join();
}

function mount(root, signal, given) {
  const s = { signal, figures: new Map(), hover: null, pinned: null };
  s.box = root.querySelector(".rv-chart");
  s.news = channel(given.data.of, "chart", signal);
  s.probe = el("i", "", { hidden: "" });
  s.counts = el("div", "rv-counts", { hidden: "" });
  s.failed = el("p", "rv-failed", { role: "status", hidden: "" });
  s.box.append(s.counts, s.failed, s.probe);
  s.sizes = new ResizeObserver((entries) => {
    const widths = new Map(entries.map(({ target, contentRect }) => [target, contentRect.width]));
    for (const f of s.figures.values()) f.width = widths.get(f.node) ?? f.width;
    drawAll(s); // before the frame is painted: nothing jumps
  });
  s.news.on("rank", ({ rank, pinned }) => {
    s[pinned ? "pinned" : "hover"] = rank;
    for (const f of s.figures.values()) place(s, f);
  });
  s.news.on("legend?", () => s.rows && tellLegend(s));
  s.news.on("drag", ({ on }) => (s.isDraggingElsewhere = on)); // while dragging the data are late
  s.news.on("cutoff", ({ cutoff }) => {
    s.cutoff = cutoff;
    for (const f of s.figures.values()) placeCutoff(s, f);
  });
  // Never while data come: asking for colours costs a layout of the page.
  const later = () => requestAnimationFrame(() => (recolour(s), repaint(s)));
  document.addEventListener("rankviz:theme", later, { signal });
  document.addEventListener("rankviz:row_height", () => s.rows && repaint(s), { signal });
  signal.addEventListener("abort", () => {
    if (s.sentRank) s.news.emit("rank", { rank: null, pinned: false });
    clearTimeout(s.timer);
    s.sizes.disconnect();
    for (const f of s.figures.values()) drop(s, f);
    s.box.replaceChildren();
  });
  recolour(s);
  return s;
}

function update(s, { data, plotly: url, tab }) {
  const isNew = !s.data;
  Object.assign(s, { tab, data, url, rows: data.layout === "rows" });
  if (!s.isDraggingElsewhere && !tab.isPending("choose")) s.cutoff = data.cutoff;
  s.box.classList.toggle("rv-rows", s.rows);
  if (data.fold) s.fold ??= folding(s.box);
  s.fold?.update(data.fold ?? "");
  write(s.failed, data.texts.failed);
  updateFigures(s);
  updateTable(s);
  if (s.Plotly) repaint(s);
  else start(s);
  for (const f of s.figures.values()) place(s, f);
  if (isNew) s.news.emit("rank?");
  if (s.rows) tellLegend(s);
}

export default definePart(mount, update);
