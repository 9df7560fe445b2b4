// Figures drawn by Plotly; what follows the pointer (marked rank, k line, save button) is laid over them as plain
// elements, so that moving it costs no drawing.
const mounted = new WeakMap();
const NARROW = 420; // px: below it a chart beside the list keeps only the last column of numbers
const NEAR = 24; // px: how far from a point the pointer may be
const TASK = 60; // ms after which the rest waits for its turn
const ROOM = 12; // px around a saved picture
const MOVE = { mode: "immediate", transition: { duration: 0 }, frame: { duration: 0, redraw: false } };
const CONFIG = { staticPlot: true, displaylogo: false, showSendToCloud: false };
const DARK = {
  "#0072B2": "#56B4E9", "#D55E00": "#E69F00", "#000000": "#FFFFFF", "#FFFFFF": "#14171B",
  "#5F666E": "#A3AAB2", "#767676": "#9AA0A6", "#DFE3E8": "#323940", "#C4DFF0": "#234A63",
};

function el(tag, className, attributes = {}, ...children) {
  const node = document.createElement(tag);
  node.className = className;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function write(node, text = "") {
  if (node.textContent !== text) node.textContent = text;
}

const put = (node, box) => {
  for (const [side, value] of Object.entries(box)) node.style[side] = `${value}px`;
};
const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`rankviz:${name}`, { detail }));

// Once per page. The address holds the version, so a stored copy never has to be asked for again.
async function load(url) {
  const main = document.querySelector('script[type="module"][src*="/static/js/"]');
  const answer = await fetch(new URL(url, main ? new URL("../../", main.src) : document.baseURI), { cache: "force-cache" });
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
  const script = el("script", "");
  script.src = URL.createObjectURL(await answer.blob());
  await new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
  URL.revokeObjectURL(script.src);
  remember(window.Plotly.PlotSchema);
  return window.Plotly;
}

// For every trace of every drawing Plotly searches its whole schema for what is given as an array, a third of all its work.
// The answer is the same as long as only numbers differ.
function remember(schema) {
  const find = schema?.findArrayAttributes;
  if (!find) return;
  const found = new Map();
  const shape = (_, value) => (Array.isArray(value) ? value.length > 0 : value);
  schema.findArrayAttributes = (trace) => {
    const key = `${trace.visible} ${JSON.stringify(trace._input, shape)}`;
    if (!found.has(key)) found.set(key, find(trace));
    return found.get(key);
  };
}

function plotly(url) {
  window.rankvizPlotly ??= load(url).catch((error) => {
    delete window.rankvizPlotly; // the next change of data tries again
    throw error;
  });
  return window.rankvizPlotly;
}

function isDark(s) {
  const [red, green, blue] = getComputedStyle(s.probe).color.match(/[\d.]+/g).map(Number);
  return 2 * red + 5 * green + blue < 1024;
}

function read(s, f) {
  const text = s.dark ? f.spec.replace(/#[0-9A-F]{6}\b/g, (color) => DARK[color] ?? color) : f.spec;
  if (f.text === text) return;
  f.text = text;
  f.parsed = JSON.parse(text);
  const { height, margin, meta } = f.parsed.layout;
  const top = meta?.head ?? 0;
  put(f.node, { "padding-top": height }); // the caption follows in the flow
  f.row = { top, height: (height - top - margin.b) / Math.max(s.data.n, 1) };
}

// A trace less its first points.
const without = (trace, count) =>
  Object.fromEntries(
    Object.entries(trace).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value.slice(count)];
      return [name, name === "textfont" ? without(value, count) : value];
    }),
  );

function narrowed({ data, layout }) {
  return {
    data: data.map((trace) => (trace.meta?.wide ? without(trace, trace.meta.wide) : trace)),
    layout: {
      ...layout,
      xaxis: { ...layout.xaxis, domain: [0, 0.68], nticks: 3 },
    },
  };
}

// What of a trace is not drawn anew when it moves. Plotly styles points and texts as it moves them, but neither lines nor bars,
// and a bar of no length has no edge.
function still({ x, y, text, hovertext, customdata, textfont, textposition, ...trace }) {
  if (trace.type === "bar") return { ...trace, none: x.map((value) => !value) };
  const { marker, ...line } = trace;
  return line;
}

const state = (s, f) => `${s.dark} ${f.width}`;
const stale = (s, f) => f.drawn !== f.spec || f.drawnIn !== state(s, f);

function draw(s, f) {
  const { width } = f; // as last observed: asking now would lay out the page once a figure
  if (!s.Plotly || !width || !stale(s, f)) return;
  const { data, layout } = s.rows && width < NARROW ? narrowed(f.parsed) : f.parsed;
  const shape = [state(s, f), layout.height, ...data.map(({ type, mode }) => type + mode)].join();
  const frame = JSON.stringify([shape, layout, ...data.map(still)]);
  const [moves, stays] = [f.frame === frame, f.shape === shape];
  f.drawn = f.spec;
  f.drawnIn = state(s, f);
  Object.assign(f, { shape, frame });
  f.shown = { data, layout: { ...layout, width } };
  const own = { ...structuredClone(layout), width };
  // Where axes and all styles stay, Plotly moves what it drew, in a third of the time that it needs to draw. Where there are as many
  // lines and bars as before it draws without comparing them. Anything else is drawn from nothing: react loses texts there.
  if (moves) s.Plotly.animate(Object.assign(f.plot, { data }), { data: data.map(() => ({})) }, MOVE).catch(() => {});
  else if (stays) s.Plotly.redraw(Object.assign(f.plot, { data, layout: own }));
  else s.Plotly.newPlot(f.plot, data, own, CONFIG);
  const { xaxis, yaxis } = f.plot._fullLayout;
  f.at = {
    x: (value) => xaxis._offset + xaxis.d2p(value),
    y: (value) => yaxis._offset + yaxis.d2p(value),
    k: (x) => xaxis.p2d(x - xaxis._offset),
    top: yaxis._offset,
    height: yaxis._length,
  };
  f.spots = data.flatMap((trace, curve) =>
    (trace.customdata ?? []).map((own, point) => {
      const [x, y] = [trace.x[point], trace.y[point] ?? NaN];
      const [rank, pair] = trace.meta === "pairs" ? [own[0] ?? own[1], own] : [own];
      return { rank, pair, curve, point, value: x, x: f.at.x(x ?? 0), y: f.at.y(y), label: trace.hovertext?.[point] };
    }),
  );
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
  }
  placeCutoff(s, f);
}

// Among pairs a rank is a whole row or a whole column.
function placeStrip(f, rank) {
  const side = [0, 1].find((one) => rank && f.spots.some(({ pair }) => pair[one] === rank));
  f.ring.hidden = side === undefined;
  f.ring.classList.toggle("rv-strip", !f.ring.hidden);
  if (f.ring.hidden) return;
  const spots = f.spots.filter(({ pair }) => pair[side] === rank);
  const [first, last] = [spots[0], spots.at(-1)];
  const half = { x: (f.at.x(1) - f.at.x(0)) / 2, y: (f.at.y(1) - f.at.y(0)) / 2 };
  const [left, top] = [first.x - half.x, first.y - half.y];
  put(f.ring, { left, top, width: last.x + half.x - left, height: last.y + half.y - top });
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

function placeCutoff(s, f) {
  const { cutoff_axis: axis, cutoff_max: max } = f.data;
  const k = s.cutoff && Math.min(s.cutoff, max);
  const spot = axis === "point" && k && f.spots?.find((one) => one.rank >= k);
  f.point.hidden = !spot;
  if (spot) put(f.point, { left: spot.x, top: spot.y });
  f.point.classList.toggle("rv-end", spot?.x > f.width - 36);
  const { cut } = f;
  cut.hidden = !k || (axis === "y" ? !s.data.n : axis !== "x" || !f.at);
  if (cut.hidden) return;
  if (axis === "y") put(cut, { top: f.row.top + Math.min(k, s.data.n) * f.row.height });
  else put(cut, { left: f.at.x(k), top: f.at.top, height: f.at.height });
  cut.ariaValueNow = String(k);
}

function setCutoff(s, cutoff) {
  if (cutoff !== s.cutoff) tell("cutoff", { cutoff, source: "chart" });
}

function send(s) {
  s.send("message", { session: s.session, seq: ++s.seq, epoch: s.data.epoch, cutoff: s.cutoff });
}

function cutoffAt(f, event) {
  const box = f.node.getBoundingClientRect();
  const along = f.data.cutoff_axis === "y" ? (event.clientY - box.top - f.row.top) / f.row.height : f.at.k(event.clientX - box.left);
  return Math.max(1, Math.min(f.data.cutoff_max, Math.round(along)));
}

function dragCutoff(s, f) {
  const { cut } = f;
  let before = null;
  cut.onpointerdown = (event) => {
    if (event.button) return;
    cut.setPointerCapture(event.pointerId);
    point(s, f, null);
    before = s.cutoff;
    s.dragging = true;
  };
  cut.onpointermove = (event) => s.dragging && setCutoff(s, cutoffAt(f, event));
  cut.onpointerup = () => {
    if (s.dragging && s.cutoff !== before) send(s);
    s.dragging = false;
  };
  cut.onpointercancel = () => {
    if (s.dragging) setCutoff(s, before);
    s.dragging = false;
  };
  cut.onclick = (event) => event.stopPropagation();
  cut.onkeydown = (event) => {
    const { cutoff_max: max } = f.data;
    const down = f.data.cutoff_axis === "y" ? 1 : -1; // as the line moves
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: down, ArrowUp: -down };
    const to = { Home: 1, End: max }[event.key] ?? Math.min(s.cutoff, max) + (steps[event.key] ?? NaN);
    if (Number.isNaN(to) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation(); // the arrows move the list's selection too
    const before = s.cutoff;
    setCutoff(s, Math.max(1, Math.min(max, to)));
    if (s.cutoff !== before) send(s);
  };
}

function spotAt(s, f, event) {
  const box = f.node.getBoundingClientRect();
  const [x, y] = [event.clientX - box.left, event.clientY - box.top];
  if (s.rows) {
    const rank = Math.floor((y - f.row.top) / f.row.height) + 1;
    return rank >= 1 && rank <= s.data.n ? { rank } : null;
  }
  let found = null;
  let least = NEAR;
  for (const spot of f.spots ?? []) {
    const distance = Math.hypot(spot.x - x, spot.y - y);
    if (distance < least) [found, least] = [spot, distance];
  }
  return found;
}

function point(s, f, spot) {
  if (spot === f.over || (s.rows && spot?.rank === f.over?.rank)) return;
  f.over = spot;
  if (!s.rows && s.Plotly) {
    if (spot?.label) s.Plotly.Fx.hover(f.plot, [{ curveNumber: spot.curve, pointNumber: spot.point }]);
    else s.Plotly.Fx.unhover(f.plot);
  }
  const rank = spot?.rank ?? null;
  if (rank !== s.told) tell("rank", { rank, pinned: false, source: "chart" });
  s.told = rank;
}

function pointRanks(s, f) {
  f.node.onpointermove = (event) => s.dragging || point(s, f, spotAt(s, f, event));
  f.node.onpointerleave = () => s.dragging || point(s, f, null);
  f.node.onclick = (event) => {
    const rank = spotAt(s, f, event)?.rank;
    if (rank) tell("rank", { rank, pinned: true, source: "chart" });
  };
}

function saving(s, f) {
  const open = el("button", "rv-save-open", { type: "button", "aria-expanded": false });
  const kinds = ["svg", "png"].map((format) => {
    const button = el("button", "rv-save-kind", { type: "button" });
    button.onclick = () => {
      show(false);
      open.focus();
      save(s, f, format);
    };
    return button;
  });
  const list = el("span", "rv-save-kinds", { hidden: "" }, ...kinds);
  const node = el("div", "rv-save", {}, list, open);
  const show = (on) => {
    list.hidden = !on;
    open.ariaExpanded = String(on);
  };
  open.onclick = () => show(list.hidden);
  node.onclick = (event) => event.stopPropagation();
  node.onkeydown = (event) => {
    if (event.key !== "Escape" || list.hidden) return;
    event.stopPropagation();
    show(false);
    open.focus();
  };
  node.onfocusout = ({ relatedTarget }) => node.contains(relatedTarget) || show(false);
  f.name = () => {
    const { texts } = s.data;
    open.title = open.ariaLabel = texts.save.replace("{title}", () => f.data.title);
    kinds.forEach((button, i) => write(button, [texts.save_svg, texts.save_png][i]));
  };
  return node;
}

// As on the page, with the k line as part of the figure, room around it, and a font that a file can count on.
function save(s, f, format) {
  const { cutoff_axis: axis, cutoff_max: max, file_name: filename } = f.data;
  const { data, layout } = JSON.parse(JSON.stringify(f.shown).replaceAll("'Source Sans', ", ""));
  const [paper, ink] = s.dark ? ["#14171B", "#FFFFFF"] : ["#FFFFFF", "#000000"];
  const k = Math.min(s.cutoff ?? 0, max);
  const places = {
    x: { x0: k, x1: k, yref: "y domain", y0: 0, y1: 1 },
    y: { y0: k + 0.5, y1: k + 0.5, xref: "paper", x0: 0, x1: 1 },
  };
  if (k && places[axis]) layout.shapes = [{ type: "line", line: { color: ink, width: 1.5 }, ...places[axis] }];
  for (const side of "lrtb") layout.margin[side] += ROOM;
  if (layout.title) layout.title.pad = { l: ROOM, t: layout.title.pad.t + ROOM - 4 };
  const width = layout.width + 2 * ROOM;
  const height = layout.height + 2 * ROOM;
  const figure = { data, layout: { ...layout, width, height, paper_bgcolor: paper }, config: CONFIG };
  return s.Plotly?.downloadImage(figure, { format, filename, width, height, scale: format === "png" ? 2 : 1 });
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
  f.point = el("div", "rv-point", { ...hidden, "aria-hidden": true });
  f.cut = el("div", "rv-cut", { ...hidden, role: "slider", tabindex: 0, "aria-valuemin": 1 });
  f.caption = el("p", "rv-caption");
  f.node = el("div", "rv-figure", {}, f.band, f.plot, f.bar, f.ring, f.point, f.cut, saving(s, f), f.caption);
  f.node.rankviz = f;
  dragCutoff(s, f);
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
  figures.forEach((data, i) => {
    const f = s.figures.get(data.key) ?? makeFigure(s);
    s.figures.set(data.key, f);
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
    if (s.box.children[i] !== f.node) s.box.insertBefore(f.node, s.box.children[i] ?? null);
  });
}

function updateTable(s) {
  const { table } = s.data;
  s.counts.hidden = !table;
  if (!table) return;
  const shape = `${table.rows.length} ${table.columns.length}`;
  if (s.shape !== shape) {
    s.shape = shape;
    const heads = table.columns.map(() => el("th", "", { scope: "col" }));
    const rows = table.rows.map(({ cells }) =>
      el("tr", "", {}, el("th", "", { scope: "row" }), ...cells.map(() => el("td", "", {}, el("b", ""), el("span", "")))),
    );
    const top = el("tr", "", {}, el("td", ""), ...heads);
    const title = el("caption", "rv-title");
    s.matrix = el("table", "rv-matrix", {}, title, el("thead", "", {}, top), el("tbody", "", {}, ...rows));
    s.rates = el("table", "rv-rates", {}, el("tbody", ""));
    s.notes = el("div", "rv-notes");
    s.counts.replaceChildren(s.matrix, s.rates, s.notes);
  }
  const words = [table.title, ...table.columns];
  for (const { label, cells } of table.rows) words.push(label, ...cells.flatMap((cell) => [cell.value, cell.label]));
  s.matrix.querySelectorAll("caption, th, b, span").forEach((node, i) => write(node, String(words[i])));
  updateRates(s, table);
}

function updateRates(s, { rates, notes }) {
  if (s.rates.ariaLabel !== rates.label) s.rates.ariaLabel = rates.label;
  const body = s.rates.tBodies[0];
  while (body.rows.length < rates.rows.length) {
    const name = el("th", "", { scope: "row" }, el("b", ""), el("span", ""));
    body.append(el("tr", "", {}, name, el("td", "rv-math"), el("td", "")));
  }
  rates.rows.forEach(({ name, word, math, value, title }, i) => {
    const row = body.rows[i];
    write(row.querySelector("b"), name);
    write(row.querySelector("span"), word);
    const cell = row.cells[1];
    if (cell.math !== math) cell.innerHTML = cell.math = math; // MathML of our own making
    write(row.cells[2], value);
    row.cells[2].title = title;
  });
  s.notes.replaceChildren(...notes.map((text) => el("p", "", {}, text)));
}

function repaint(s) {
  if (s.gone || !s.box.isConnected) return; // the page was left while the library came
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

function mount(root) {
  const box = root.querySelector(".rv-chart");
  const s = { box, session: crypto.getRandomValues(new Uint32Array(2)).join("-"), seq: 0, figures: new Map(), hover: null, pinned: null };
  s.probe = el("i", "rv-probe", { hidden: "" });
  s.counts = el("div", "rv-counts", { hidden: "" });
  s.failed = el("p", "rv-failed", { role: "status", hidden: "" });
  box.append(s.counts, s.failed, s.probe);
  s.sizes = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) target.rankviz.width = contentRect.width;
    drawAll(s); // before the frame is painted: nothing jumps
  });
  const mark = ({ detail: { rank, pinned } }) => {
    s[pinned ? "pinned" : "hover"] = rank;
    for (const f of s.figures.values()) place(s, f);
  };
  const move = ({ detail }) => {
    s.cutoff = detail.cutoff;
    for (const f of s.figures.values()) placeCutoff(s, f);
  };
  const recolour = () =>
    requestAnimationFrame(() => {
      s.dark = isDark(s); // never while data come: asking costs a layout of the page
      repaint(s);
    });
  document.addEventListener("rankviz:rank", mark);
  document.addEventListener("rankviz:cutoff", move);
  document.addEventListener("rankviz:theme", recolour);
  s.leave = () => {
    s.gone = true;
    if (s.told) tell("rank", { rank: null, pinned: false, source: "chart" });
    clearTimeout(s.timer);
    s.sizes.disconnect();
    document.removeEventListener("rankviz:rank", mark);
    document.removeEventListener("rankviz:cutoff", move);
    document.removeEventListener("rankviz:theme", recolour);
    for (const f of s.figures.values()) drop(s, f);
    box.replaceChildren();
    mounted.delete(root);
  };
  return s;
}

export default function ({ data, plotly: url, parentElement, setStateValue }) {
  const known = mounted.get(parentElement);
  const s = known ?? mount(parentElement);
  mounted.set(parentElement, s);
  Object.assign(s, { send: setStateValue, data, url, rows: data.layout === "rows" });
  if (!s.dragging) s.cutoff = data.cutoff;
  s.box.classList.toggle("rv-rows", s.rows);
  write(s.failed, data.texts.failed);
  if (!known) s.dark = isDark(s);
  updateFigures(s);
  updateTable(s);
  if (s.Plotly) repaint(s);
  else start(s);
  for (const f of s.figures.values()) place(s, f);
  if (!known) document.dispatchEvent(new CustomEvent("rankviz:rank?"));
  return s.leave;
}
