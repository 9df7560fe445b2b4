// The lines between the two lists: from a document's grade in one to its grade in the other.

import { svgEl } from "../../kit/svg.js";

const [THIN, THICK, NONE] = [1.5, 8.5, 1.25]; // px

/** @import { LinePosition } from "../../kit/news.d.ts" */
/** @import { Effect } from "./payload.d.ts" */
/** @typedef {{ y: number, absent: boolean }} End of the line of a document */
/** @typedef {Map<string, End>} Ends by document */
/** @typedef {Map<string, ReturnType<typeof newLine>>} DrawnLines by document */

/** The middle of the row of each document, by its id. @param {LinePosition[]} lines @param {number} height */
export function endsOf(lines, height) {
  const ends = /** @type {Ends} */ (new Map());
  for (const { ids, y, absent } of lines) for (const id of ids) if (!ends.has(id)) ends.set(id, { y: y + height / 2, absent });
  return ends;
}

/**
 * @param {Element} node
 * @param {Record<string, string | number>} attributes
 */
function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const text = String(value);
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}

function newLine(/** @type {string} */ id) {
  const line = svgEl("path", { class: "visible" });
  const target = svgEl("path", { class: "target" });
  const ends = [svgEl("circle"), svgEl("circle")];
  return { id, line, target, ends, node: svgEl("g", { class: "connection", "data-id": id }, target, line, ...ends) };
}

/**
 * @param {Element} svg
 * @param {DrawnLines} drawn is updated
 * @param {object} data
 * @param {Ends} data.a
 * @param {Ends} data.b
 * @param {Record<string, Effect>} data.effects
 * @param {number} data.width
 */
export function drawLines(svg, drawn, { a, b, effects, width }) {
  const size = (/** @type {string} */ id) => Math.abs(effects[id]?.value ?? 0);
  const ids = [...a.keys()].filter((id) => b.has(id)).sort((one, two) => size(one) - size(two));
  const largest = Math.max(...ids.map(size), 0);
  for (const [id, { node }] of drawn) if (!a.has(id) || !b.has(id)) node.remove() ?? drawn.delete(id);
  ids.forEach((id, i) => {
    const line = drawn.get(id) ?? newLine(id);
    drawn.set(id, line);
    const [from, to] = [a.get(id), b.get(id)];
    if (!from || !to) return;
    const side = effects[id]?.side ?? "";
    const d = `M0 ${from.y}C${width * 0.45} ${from.y} ${width * 0.55} ${to.y} ${width} ${to.y}`;
    const stroke = side ? THIN + ((THICK - THIN) * size(id)) / largest : NONE;
    setAttributes(line.line, { d, "stroke-width": stroke, "stroke-dasharray": from.absent || to.absent ? (side ? "7 4" : "4 3") : "none" });
    setAttributes(line.target, { d });
    setAttributes(line.node, { class: `connection ${side || "none"}` });
    const r = side ? Math.max(3.5, stroke * 0.75) : 0;
    setAttributes(line.ends[0], { cx: 0, cy: from.y, r: side === "a" ? r : 0 });
    setAttributes(line.ends[1], { cx: width, cy: to.y, r: side === "b" ? r : 0 });
    if (svg.children[i] !== line.node) svg.insertBefore(line.node, svg.children[i] ?? null);
  });
}

/** Highlight the line of a document, with rings at its ends. @param {Element} svg @param {DrawnLines} drawn @param {string | null} lit */
export function lightLines(svg, drawn, lit) {
  svg.classList.toggle("lit", lit !== null && drawn.has(lit));
  for (const [id, { node, ends }] of drawn) {
    node.classList.toggle("on", id === lit);
    for (const end of ends) end.classList.toggle("ring", id === lit);
  }
}
