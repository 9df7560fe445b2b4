// The button that saves a figure, and the files that it saves: they stand alone, and need no server.

import { light } from "../../kit/colours.js";
import { download } from "../../kit/download.js";
import { el, write } from "../../kit/elements.js";
import { svgOf } from "./drawing.js";
import { FONT } from "./picture_layout.js";
import { composed } from "./saved_picture.js";
import { icon } from "../../kit/svg.js";

const WIDTH = { rows: 640, small: 560 }; // px, whatever the window is
const HEIGHT = 280; // px of a curve
const SCALE = 2; // px of a PNG for each of an SVG
const LONGEST = 16_000; // px that every browser can draw
const NO_ROOM = "The browser has no room to draw the picture.";

/** @import { Chart, FigureBox } from "./chart.js" */
/** @import { Figure, Plotly, Trace } from "./figure.d.ts" */
/** @typedef {"svg" | "png"} Format */

/** @param {Chart} s @param {FigureBox} f */
export function saving(s, f) {
  const open = el("button", "rv-save-open", icon("M10 4v8M6.500 8.500 10 12l3.500-3.500M5 12.500V16h10v-3.500"));
  const kinds = /** @type {Format[]} */ (["svg", "png"]).map((format) => {
    const button = el("button", "rv-save-kind");
    button.onclick = () => {
      list.hidePopover();
      save(s, f, format).catch(reportError);
    };
    return button;
  });
  const list = el("div", "rv-save-kinds", { popover: "auto" }, ...kinds);
  const node = el("div", "rv-save", list, open);
  open.popoverTargetElement = list;
  node.onclick = (event) => event.stopPropagation();
  f.name = () => {
    const { texts } = s.data;
    open.title = open.ariaLabel = texts.save.replace("{title}", () => f.data.title);
    kinds.forEach((button, i) => write(button, [texts.save_svg, texts.save_png][i]));
  };
  return node;
}

/**
 * A figure as a file shows it: as wide as told, with a font that a file can count on, and with k drawn into a curve.
 *
 * @param {Figure} spec
 * @param {{ axis: "x" | "y" | "point" | null, k: number | null, ink: string, width: number, height?: number }} how
 */
export function pictured(spec, { axis, k, ink, width, height = spec.layout.height }) {
  const { data, layout } = structuredClone(spec);
  for (const trace of data) delete trace.ids; // of words that can be pressed; of points with one id Plotly draws the first alone
  Object.assign(layout, { width, height, font: { ...layout.font, family: FONT } });
  if (k && axis === "x") layout.shapes = [{ type: "line", line: { color: ink, width: 1.5 }, x0: k, x1: k, yref: "y domain", y0: 0, y1: 1 }];
  const at = axis === "point" && k ? reached(data, k) : null;
  const marker = { symbol: "square", size: 8, color: ink };
  const words = { text: ["<b>k</b>"], textposition: "middle right", cliponaxis: false };
  if (at) data.push({ type: "scatter", mode: "markers+text", x: [at[0]], y: [at[1]], marker, ...words });
  return { data, layout };
}

/**
 * The first point of a rank that is no less than k.
 *
 * @param {Trace[]} data
 * @param {number} k
 */
function reached(data, k) {
  for (const { x, y, customdata = [] } of data) {
    const at = customdata.findIndex((/** @type {number} */ rank, /** @type {number} */ i) => rank >= k && y[i] !== null);
    if (at >= 0) return [x[at], y[at]];
  }
  return null;
}

/** @param {Chart} s @param {FigureBox} f @param {Format} format */
async function save(s, f, format) {
  if (!s.Plotly) return;
  const { picture, width, height } = await stood(s, f, s.Plotly);
  const text = new XMLSerializer().serializeToString(picture);
  const svg = new Blob([text], { type: "image/svg+xml" });
  download(`${f.data.file_name}.${format}`, format === "png" ? await rastered(svg, width, height) : svg);
}

/** @param {Chart} s @param {FigureBox} f @param {Plotly} Plotly */
async function stood(s, f, Plotly) {
  const { cutoff_axis: axis, cutoff_max: max, title, alt, caption } = f.data;
  const k = s.cutoff ? Math.min(s.cutoff, max) : null;
  const how = s.rows ? { width: WIDTH.rows } : { width: WIDTH.small, height: HEIGHT };
  const figure = pictured(JSON.parse(f.spec), { axis, k, ink: light(s.probe, "ink"), ...how });
  const svg = await svgOf(Plotly, figure);
  const { width, height } = figure.layout;
  const { top, height: row } = f.row;
  const about = { title, alt, caption, cut: axis === "y" ? k : null, width, height, top, row: s.rows ? row : 0 };
  return composed(svg, about, surroundings(s), s.probe);
}

/** What stands around the figure: the payloads of other parts, without those that are covered. @param {Chart} s */
function surroundings({ tab, data }) {
  const [score, list, queries] = ["scores", "ranking_list", "list_tabs"].map((name) => tab.payloadOf(name));
  return { score, of: queries?.selected_name ?? "", rows: list?.rows ?? [], missed: list?.missed ?? [], texts: data.texts };
}

/**
 * @param {Blob} svg
 * @param {number} width
 * @param {number} height
 * @returns {Promise<Blob>}
 */
async function rastered(svg, width, height) {
  const scale = Math.min(SCALE, LONGEST / Math.max(width, height));
  const address = URL.createObjectURL(svg);
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = el("canvas", "", { width: Math.round(width * scale), height: Math.round(height * scale) });
  const paper = canvas.getContext("2d");
  if (!paper) throw new Error(NO_ROOM);
  paper.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error(NO_ROOM))), "image/png"));
}
