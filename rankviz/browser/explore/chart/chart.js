// Figures drawn by Plotly; what follows the pointer (marked rank, k line, save button) is laid over them as plain
// elements, so that moving it costs no drawing.
import { exchange, parseFigure } from "../../kit/colours.js";
import { arrange, el, write } from "../../kit/elements.js";
import { elementAround, elementIn } from "../../kit/find_elements.js";
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

/** @import { Given, Part } from "../../kit/part.js" */
/** @import { Figure, Plotly } from "./figure.d.ts" */
/** @import { Scales, Spot } from "./geometry.js" */
/** @import { ChartPayload, FigureData } from "./payload.d.ts" */
/** @typedef {Pick<Spot, "rank"> & Partial<Spot>} Pointed a rank that is pointed at, and its point in a figure of points */
/**
 * @typedef {object} Shown
 * @property {FigureData} data
 * @property {string} spec
 * @property {Figure} parsed
 * @property {{ top: number, height: number }} row of the list
 * @property {() => void} name writes what saving it is called
 */
/** @typedef {ReturnType<typeof figureNodes> & Shown} FigureBox and what it shows, from when it is made */
/** @typedef {Part<ReturnType<typeof build>, ChartPayload> & { sizes: ResizeObserver, url: string, rows: boolean }} Chart */

const NARROW = 420; // px: below it a chart beside the list keeps only the last column of numbers
const TASK = 60; // ms after which the rest waits for its turn

/** @param {Chart} s @param {FigureBox} f */
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

/** @param {Chart} s @param {FigureBox} f */
const state = (s, f) => `${s.palette} ${f.width} ${f.rowHeight}`;
/** @param {Chart} s @param {FigureBox} f */
const stale = (s, f) => f.drawn !== f.spec || f.drawnIn !== state(s, f);

/** @param {Chart} s @param {FigureBox} f */
function draw(s, f) {
  const { width } = f; // as last observed: asking now would lay out the page once a figure
  if (!s.Plotly || !width || !stale(s, f)) return;
  const { data, layout: given } = s.rows && width < NARROW ? narrowed(f.parsed) : f.parsed;
  const own = lifted({ data, layout: { ...given, width } });
  const { layout } = own.figure;
  f.drawn = f.spec;
  f.drawnIn = state(s, f);
  const drawn = own.figure.data.filter((trace) => !isCells(trace));
  drawFigure(s.Plotly, f, { data: drawn, layout }, f.drawnIn);
  f.at = scales(layout);
  if (s.rows) writeCells(f.cells, data.find(isCells), layout, f.row);
  const legend = s.rows && width >= NARROW ? (f.data.legend ?? []) : [];
  writeWords(f.words, { ...own, legend, at: f.at, layout });
  f.spots = spotsOf(data, f.at);
  place(s, f);
}

/** A few figures a task, so that the next key is heard between them; list and score are painted by then, or were known ahead. @param {Chart} s */
function drawSome(s) {
  clearTimeout(s.timer);
  const end = performance.now() + TASK;
  for (const f of s.figures.values()) {
    if (!stale(s, f) || !f.width || !s.Plotly) continue;
    if (performance.now() > end) return void (s.timer = setTimeout(() => drawSome(s)));
    draw(s, f);
  }
}

function drawAll(/** @type {Chart} */ s) {
  for (const f of s.figures.values()) draw(s, f);
}

/** @param {Chart} s @param {FigureBox} f */
function place(s, f) {
  const rank = s.hover ?? s.pinned;
  if (s.rows) {
    const on = rank !== null && rank >= 1 && rank <= s.data.n;
    f.band.hidden = f.ring.hidden = !on;
    if (on) for (const node of [f.band, f.ring]) put(node, { top: f.row.top + (rank - 1) * f.row.height, height: f.row.height });
    placeBar(f, on ? rank : null);
  } else if (f.spots?.[0]?.pair) {
    placeStrip(f, rank);
  } else {
    // A tie group has one point, that of its last rank.
    const spot = rank ? f.spots?.find((one) => one.rank !== null && one.rank >= rank) : undefined;
    f.ring.hidden = !spot;
    if (spot) put(f.ring, { left: spot.x, top: spot.y });
    placeSum(f, rank, spot);
  }
  placeCutoff(s, f);
}

/**
 * How far the sum has come, at its point; not where the chart shows another one, as after the cutoff.
 *
 * @param {FigureBox} f
 * @param {number | null} rank
 * @param {Spot | undefined} spot
 */
function placeSum(f, rank, spot) {
  const text = spot?.rank === rank && f.data.running_total?.[Number(rank) - 1];
  if (f.sum.hidden === Boolean(text)) f.sum.hidden = !text;
  if (!text || !spot) return;
  write(f.sum, text);
  put(f.sum, { left: spot.x, top: spot.y });
  f.sum.classList.toggle("rv-end", spot.x > f.width / 2);
}

/** @param {FigureBox} f @param {number | null} rank */
function placeStrip(f, rank) {
  const box = f.at ? strip(f.spots ?? [], f.at, rank) : null;
  f.ring.hidden = !box;
  f.ring.classList.toggle("rv-strip", Boolean(box));
  if (box) put(f.ring, box);
}

/** @param {FigureBox} f @param {number | null} rank */
function placeBar(f, rank) {
  const bars = rank ? f.spots?.filter((one) => one.rank === rank && one.value) ?? [] : [];
  f.bar.hidden = !bars.length;
  if (!bars.length || !f.at) return;
  const ends = [f.at.x(0), ...bars.map(({ x }) => x)];
  const left = Math.min(...ends);
  const half = f.row.height / 4;
  put(f.bar, { left, top: bars[0].y - half, width: Math.max(...ends) - left, height: 2 * half });
}

/** @param {Chart} s @param {FigureBox} f @param {MouseEvent} event @returns {Pointed | null} */
function spotAt(s, f, event) {
  const box = f.node.getBoundingClientRect();
  const [x, y] = [event.clientX - box.left, event.clientY - box.top];
  if (s.rows) {
    const rank = Math.floor((y - f.row.top) / f.row.height) + 1;
    return rank >= 1 && rank <= s.data.n ? { rank } : null;
  }
  return nearest(f.spots ?? [], x, y);
}

/** @param {Chart} s @param {FigureBox} f @param {Pointed | null} spot */
function point(s, f, spot) {
  if (spot === f.over || (s.rows && spot?.rank === f.over?.rank)) return;
  f.over = spot;
  if (!s.rows && s.Plotly) {
    const { label, curve = 0, point: pointNumber = 0 } = spot ?? {};
    if (label) s.Plotly.Fx.hover(f.plot, [{ curveNumber: curve, pointNumber }]);
    else s.Plotly.Fx.unhover(f.plot);
  }
  const rank = spot?.rank ?? null;
  if (rank !== s.sentRank) s.news.emit("rank", { rank, pinned: false });
  s.sentRank = rank;
}

/** @param {Chart} s @param {FigureBox} f */
function pointRanks(s, f) {
  f.node.onpointermove = (event) => s.dragging || point(s, f, spotAt(s, f, event));
  f.node.onpointerleave = () => s.dragging || point(s, f, null);
  f.node.onclick = (event) => {
    if (elementAround(event.target, "[data-term]")) return;
    const rank = spotAt(s, f, event)?.rank;
    if (rank) s.news.emit("rank", { rank, pinned: true });
  };
}

/** @param {boolean} rows whether it is the tall one, aligned with the rows of the list */
function figureNodes(rows) {
  const hidden = { hidden: "" };
  const plot = el("div", "rv-plot", { role: "img" });
  const band = el("div", "rv-band", hidden);
  const ring = el("div", rows ? "rv-ring" : "rv-dot", hidden);
  const bar = el("div", "rv-bar", hidden);
  const mark = el("div", "rv-point", hidden, { "aria-hidden": true });
  const cut = el("div", "rv-cut", hidden, { role: "slider", tabindex: 0, "aria-valuemin": 1 });
  const sum = el("div", "rv-sum", hidden, { "aria-hidden": true });
  const caption = el("p", "rv-caption");
  const cells = el("div", "rv-cells");
  const words = newWords();
  const node = el("div", "rv-figure", band, plot, words.node, cells, bar, ring, mark, sum, cut, caption);
  group(words, node);
  return {
    ...{ plot, band, ring, bar, point: mark, cut, sum, caption, cells, words, node },
    width: 0, // as last observed
    from: "", // what was read
    rowHeight: 0, // of large type; 0 for that of a screen
    drawn: "", // the spec that is drawn, and in which state
    drawnIn: "",
    at: /** @type {Scales | undefined} */ (undefined),
    spots: /** @type {Spot[] | undefined} */ (undefined),
    over: /** @type {Pointed | null | undefined} */ (undefined),
    frame: "", // kept by what draws it
    shape: "",
  };
}

function makeFigure(/** @type {Chart} */ s) {
  const f = /** @type {FigureBox} */ (figureNodes(s.rows));
  // Plotly asks for its size in every drawing, and the browser would have to lay out what it is in the middle of changing.
  Object.defineProperty(f.plot, "clientWidth", { get: () => f.width });
  Object.defineProperty(f.plot, "clientHeight", { get: () => f.parsed.layout.height });
  f.caption.before(saving(s, f));
  wireCutoff(s, f, () => point(s, f, null));
  pointRanks(s, f);
  s.sizes.observe(f.node);
  return f;
}

/** @param {Chart} s @param {FigureBox} f */
function drop(s, f) {
  s.sizes.unobserve(f.node);
  s.Plotly?.purge(f.plot);
  f.node.remove();
}

function updateFigures(/** @type {Chart} */ s) {
  const { figures, texts } = s.data;
  const keys = figures.map(({ key }) => key);
  for (const [key, f] of s.figures) if (!keys.includes(key)) drop(s, f), s.figures.delete(key);
  const nodes = figures.map((data) => {
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
    return f.node;
  });
  arrange(s.box, [...(s.fold ? [s.fold.button] : []), ...nodes, s.counts, s.failed, s.probe]);
}

/** Where the figure has no room for its legend another part shows it. @param {Chart} s */
function tellLegend(s) {
  s.news.emit("legend", { names: s.data.figures[0].legend ?? [] });
}

function repaint(/** @type {Chart} */ s) {
  if (s.signal.aborted || !s.box.isConnected) return; // the page was left while the library came
  for (const f of s.figures.values()) read(s, f);
  drawSome(s);
}

async function start(/** @type {Chart} */ s) {
  try {
    s.Plotly = await plotly(s.url);
    s.failed.hidden = true;
  } catch (error) {
    console.error(error);
    s.failed.hidden = false;
  }
  repaint(s);
}

function recolour(/** @type {Chart} */ s) {
  s.colours = exchange(s.probe);
  s.palette = Object.values(s.colours).join();
}

/** @param {HTMLElement} root @param {AbortSignal} signal @param {string | undefined} of */
const build = (root, signal, of) => ({
  signal,
  box: elementIn(root, ".rv-chart"),
  news: channel(of, "chart", signal),
  probe: el("i", "", { hidden: "" }), // for colours
  counts: el("div", "rv-counts", { hidden: "" }),
  failed: el("p", "rv-failed", { role: "status", hidden: "" }),
  fold: /** @type {ReturnType<typeof folding> | undefined} */ (undefined),
  figures: /** @type {Map<string, FigureBox>} */ (new Map()),
  Plotly: /** @type {Plotly | undefined} */ (undefined),
  colours: /** @type {Record<string, string>} */ ({}), // the ones shown, by those of the light theme
  palette: "",
  hover: /** @type {number | null} */ (null), // ranks
  pinned: /** @type {number | null} */ (null),
  sentRank: /** @type {number | null} */ (null),
  cutoff: /** @type {number | null} */ (null),
  isDraggingElsewhere: false,
  dragging: false,
  timer: 0,
  table: "", // the counts that are shown
  settle: /** @type {(() => void) | undefined} */ (undefined),
});

/** @param {HTMLElement} root @param {AbortSignal} signal @param {Given<ChartPayload>} given */
function mount(root, signal, given) {
  const s = /** @type {Chart} */ (build(root, signal, given.data.of));
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

/** @param {Chart} s @param {Given<ChartPayload>} given */
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
