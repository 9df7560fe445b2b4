// Plotly, or where there is none our own painter: loaded once, and asked for no more than a change needs.

import { el } from "../../kit/elements.js";

/** @import { Figure, Plotly, Trace } from "./figure.d.ts" */
/** @typedef {{ plot: HTMLElement, frame?: string, shape?: string }} Drawing what draws a figure, and what this kept of it */

const MOVE = { mode: "immediate", transition: { duration: 0 }, frame: { duration: 0, redraw: false } };
const CONFIG = { staticPlot: true, displaylogo: false, showSendToCloud: false };

/** Run the script at an address, once. */
async function load(/** @type {string} */ url) {
  const main = /** @type {HTMLScriptElement | null} */ (document.querySelector('script[type="module"][src*="/static/js/"]'));
  const base = main ? new URL("../../", main.src) : document.baseURI;
  // From its own address, for what a browser has compiled it keeps by the address: Plotly takes half a second of it.
  const script = el("script", "", { src: String(new URL(url, base)) });
  await new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
  return window.Plotly;
}

/** What draws, once for the page: Plotly from its address, the painter without one. @param {string} url */
export function plotly(url) {
  window.rankvizPlotly ??= (url ? load(url) : import("./painter.js")).catch((error) => {
    delete window.rankvizPlotly; // the next change of data tries again
    throw error;
  });
  return window.rankvizPlotly;
}

/**
 * What of a trace is not drawn anew when it moves. Plotly styles points and texts as it moves them, but neither lines nor bars,
 * and a bar of no length has no edge.
 *
 * @param {Trace} trace
 */
export function still({ x, y, text, hovertext, customdata, textfont, textposition, ...trace }) {
  if (trace.type === "bar") return { ...trace, none: x.map((/** @type {number | null} */ value) => !value) };
  const { marker, ...line } = trace;
  return line;
}

/**
 * Draw a figure, or bring what is drawn to what it is now, the cheapest way that leaves no difference: where axes and all styles
 * stay Plotly moves what it drew, in a third of the time that it needs to draw; where there are as many lines and bars as before it
 * draws without comparing them. Anything else is drawn from nothing, for `Plotly.react` loses texts there.
 *
 * @param {Plotly} Plotly
 * @param {Drawing} one
 * @param {Figure} figure
 * @param {string} state whatever else has to be as before
 */
export function draw(Plotly, one, { data, layout }, state) {
  const shape = [state, layout.height, ...data.map(({ type, mode }) => type + mode)].join();
  const frame = JSON.stringify([shape, layout, ...data.map(still)]);
  const [moves, stays] = [one.frame === frame, one.shape === shape];
  Object.assign(one, { shape, frame });
  // Axes are not moved: Plotly would leave their parts in another order than it draws them.
  if (moves) Plotly.animate(Object.assign(one.plot, { data }), { data: data.map(() => ({})) }, MOVE).catch(() => {});
  else if (stays) Plotly.redraw(Object.assign(one.plot, { data, layout: structuredClone(layout) }));
  else Plotly.newPlot(one.plot, data, structuredClone(layout), CONFIG);
}

/** A figure as an element of SVG that is nowhere yet. @param {Plotly} Plotly @param {Figure} figure */
export async function svgOf(Plotly, figure) {
  const { width, height } = figure.layout;
  const text = await Plotly.toImage({ ...figure, config: CONFIG }, { format: "svg", width, height, imageDataOnly: true });
  return /** @type {SVGElement} */ (/** @type {unknown} */ (new DOMParser().parseFromString(text, "image/svg+xml").documentElement));
}
