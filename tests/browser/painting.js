// Draws figures by Plotly and by our own painter in one page, for test_painter.py.
/* global Plotly */

const CONFIG = { staticPlot: true, displaylogo: false, showSendToCloud: false };
const parts = {};

/** Load the modules of the chart from a folder's address; texts are not seen, for the edges of letters hang on fractions of a pixel. */
export async function open(address) {
  const names = ["painter", "term_overlay", "cells", "drawing"];
  const modules = await Promise.all(names.map((name) => import(`${address}explore/chart/${name}.js`)));
  names.forEach((name, i) => (parts[name] = modules[i]));
  document.body.style.cssText = "margin: 0; background: white";
  document.head.append(Object.assign(document.createElement("style"), { textContent: "text { visibility: hidden }" }));
}

function boxAt(left, top, { width, height }) {
  const node = document.body.appendChild(document.createElement("div"));
  node.style.cssText = `position: absolute; overflow: hidden; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`;
  return node;
}

// As the page has it: words that can be pressed, and the numbers beside the bars, are written over it.
function bare(spec) {
  const { data, layout } = parts.term_overlay.lifted(spec).figure;
  return { data: data.filter((trace) => !parts.cells.isCells(trace)), layout };
}

// Plotly leaves out points of a line where the eye would not miss them; a picture at the pixel does.
const whole = ({ line, ...trace }) => (line ? { ...trace, line: { ...line, simplify: false } } : trace);

async function byPlotly(node, { data, layout }) {
  await Plotly.newPlot(node, structuredClone(data).map(whole), structuredClone(layout), CONFIG);
  return node;
}

const byPainter = (node, { data, layout }) => parts.painter.newPlot(node, data, layout) ?? node;

async function saved(library, spec, left, top = 0) {
  const { data, layout } = structuredClone(spec);
  for (const trace of data) delete trace.ids; // of points with one id Plotly draws the first alone
  const how = { format: "svg", width: layout.width, height: layout.height, imageDataOnly: true };
  const text = await library.toImage({ data, layout, config: CONFIG }, how);
  const file = new DOMParser().parseFromString(text, "image/svg+xml");
  // The lines of a file of Plotly are blurred: what makes them sharp is in its style sheet.
  for (const line of file.querySelectorAll(".crisp")) line.style.shapeRendering = "crispEdges";
  const node = boxAt(left, top, layout);
  node.append(document.importNode(file.documentElement, true));
  return node;
}

/** Figures one under the other, by Plotly and beside it by the painter, of whose first element of a kind the outline may be changed. */
export async function draw(specs, broken) {
  document.body.replaceChildren();
  let top = 0;
  for (const spec of specs) {
    const figure = bare(spec);
    const { width, height } = figure.layout;
    await byPlotly(boxAt(0, top, figure.layout), figure);
    const own = byPainter(boxAt(width, top, figure.layout), figure);
    if (broken) {
      const [selector, pattern, into] = broken;
      const outline = own.querySelector(selector);
      outline.setAttribute("d", outline.getAttribute("d").replace(new RegExp(pattern), into));
    }
    top += height;
  }
}

/** The same of what is saved. */
export async function save(specs) {
  document.body.replaceChildren();
  let top = 0;
  for (const spec of specs) {
    await saved(Plotly, spec, 0, top);
    await saved(parts.painter, spec, spec.layout.width, top);
    top += spec.layout.height;
  }
}

function boxOf(node, root) {
  const { left, top } = root.getBoundingClientRect();
  const box = node.getBoundingClientRect();
  return [box.left - left, box.top - top, box.width, box.height];
}

function found(root, selector) {
  const seen = [...root.querySelectorAll(selector)]
    .filter((node) => node.checkVisibility()) // display alone
    .map((node) => ({ text: node.textContent, fill: getComputedStyle(node).fill, box: boxOf(node, root) }))
    .filter(({ text, box }) => text || box[2] > 0); // a bar of no length is not drawn
  return seen.sort((one, other) => (one.text + one.box).localeCompare(other.text + other.box));
}

/** Where bars, points and words are: of each kind by Plotly and by the painter. */
export async function places(spec, isSaved) {
  const figure = bare(spec);
  document.body.replaceChildren();
  const theirs = isSaved ? await saved(Plotly, spec, 0) : await byPlotly(boxAt(0, 0, figure.layout), figure);
  const ours = isSaved ? await saved(parts.painter, spec, 700) : byPainter(boxAt(700, 0, figure.layout), figure);
  const kinds = [[".bars .point path", ".bar"], [".scatter .point", ".point"], ["text", "text"]];
  return kinds.map(([their, our]) => [found(theirs, their), found(ours, our)]);
}

/** What Plotly writes beside the values upwards. */
export async function tickTexts(spec) {
  document.body.replaceChildren();
  const node = await byPlotly(boxAt(0, 0, spec.layout), spec);
  const sorted = [...node.querySelectorAll(".ytick text")].sort((one, other) => boxOf(other, node)[1] - boxOf(one, node)[1]);
  return sorted.map(({ textContent }) => textContent);
}

const plain = ({ tagName, attributes, childNodes, data }) =>
  data ?? [
    tagName,
    [...attributes].map(({ name, value }) => `${name}=${value.replace(/rv-plot-\d+/, "")}`).sort(),
    ...[...childNodes].map(plain),
  ];

/** Figures drawn in one place one after the other, forth and back, and each in a place of its own. */
export function again(specs) {
  const one = { plot: boxAt(0, 0, specs[0].layout) };
  const all = [...specs, ...specs.toReversed()].map(bare);
  const drawn = all.map((figure) => {
    parts.drawing.draw(parts.painter, one, figure, "");
    return plain(one.plot);
  });
  const anew = all.map((figure) => plain(byPainter(boxAt(0, 0, figure.layout), figure)));
  document.body.replaceChildren();
  return [drawn, anew];
}

/** Classes of the elements that are another figure's in the place of the first. */
export function touched(before, after) {
  const one = { plot: boxAt(0, 0, before.layout) };
  parts.drawing.draw(parts.painter, one, bare(before), "");
  const changes = new MutationObserver(() => {});
  changes.observe(one.plot, { subtree: true, childList: true, attributes: true });
  parts.drawing.draw(parts.painter, one, bare(after), "");
  return [...new Set(changes.takeRecords().map(({ target }) => target))].map((node) => node.getAttribute("class")).sort();
}

async function label(Fx, node, selector, words, point) {
  Fx.hover(node, [point]);
  const shown = () => node.querySelector(selector);
  for (let i = 0; i < 200 && shown()?.textContent !== words; i++) await new Promise(requestAnimationFrame); // Plotly takes its time
  return { text: shown().textContent, box: boxOf(shown().querySelector("path"), node) };
}

/** The labels of all points, by Plotly and by the painter. */
export async function labels(spec) {
  document.body.replaceChildren();
  const figure = bare(spec);
  const theirs = await byPlotly(boxAt(0, 0, figure.layout), figure);
  const ours = byPainter(boxAt(0, 300, figure.layout), figure);
  const points = figure.data.flatMap(({ hovertext = [], x, y }, curveNumber) =>
    hovertext.map((words, pointNumber) => ({ words, curveNumber, pointNumber, at: `${x[pointNumber]} ${y[pointNumber]}` })),
  );
  const single = points.filter(({ at }, i) => points.findIndex((other) => other.at === at) === i); // Plotly may name both
  const pairs = [];
  for (const { words, at: _, ...point } of single)
    pairs.push([await label(Plotly.Fx, theirs, ".hovertext", words, point), await label(parts.painter.Fx, ours, ".label", words, point)]);
  parts.painter.Fx.unhover(ours);
  return { pairs, left: ours.querySelectorAll(".label").length };
}

/** Every attribute that the painter asks for while it draws, by its way through traces and layout. */
export function read(specs) {
  const ways = new Set();
  const watched = (value, way) =>
    value === null || typeof value !== "object" ? value : new Proxy(value, {
      get(target, name, self) {
        const inside = Reflect.get(target, name, self);
        if (typeof name !== "string" || typeof inside === "function") return inside;
        if (way === "data") return name === "length" ? inside : watched(inside, inside.type);
        const next = Array.isArray(target) ? way : `${way}.${name}`;
        ways.add(next);
        return watched(inside, next);
      },
      ownKeys() {
        throw new Error(`all of ${way} is read`);
      },
    });
  for (const { data, layout } of specs) {
    const node = byPainter(boxAt(0, 0, layout), { data: watched(data, "data"), layout: watched(layout, "layout") });
    const curveNumber = data.findIndex(({ hovertext = [] }) => hovertext.length);
    if (curveNumber >= 0) parts.painter.Fx.hover(node, [{ curveNumber, pointNumber: 0 }]);
    node.remove();
  }
  return [...ways];
}

/** Whether the painter is what draws where Plotly has no address. */
export const isTaken = async () => (await parts.drawing.plotly("")) === parts.painter;
