// The lines between the two lists: from a document's grade in one to its grade in the other.

import { set, shape } from "./svg.js";

const [THIN, THICK, NONE] = [1.5, 8.5, 1.25]; // px

/** Where the documents are: by their ids, the middle of their rows. */
export function endsOf(lines, height) {
  const found = new Map();
  for (const { ids, y, absent } of lines) for (const id of ids) if (!found.has(id)) found.set(id, { y: y + height / 2, absent });
  return found;
}

function make(id) {
  const line = shape("path", { class: "seen" });
  const reach = shape("path", { class: "reach" });
  const ends = [shape("circle", {}), shape("circle", {})];
  return { id, line, reach, ends, node: shape("g", { class: "way", "data-id": id }, reach, line, ...ends) };
}

/**
 * @param {Element} svg
 * @param {Map<string, any>} kept lines that there were
 * @param {object} what
 * @param {Map<string, { y: number, absent: boolean }>} what.a
 * @param {Map<string, { y: number, absent: boolean }>} what.b
 * @param {Record<string, { value: number, side: string }>} what.effects
 * @param {number} what.width
 */
export function drawLines(svg, kept, { a, b, effects, width }) {
  const size = (/** @type {string} */ id) => Math.abs(effects[id]?.value ?? 0);
  const ids = [...a.keys()].filter((id) => b.has(id)).sort((one, two) => size(one) - size(two));
  const most = Math.max(...ids.map(size), 0);
  for (const [id, { node }] of kept) if (!a.has(id) || !b.has(id)) node.remove() ?? kept.delete(id);
  ids.forEach((id, i) => {
    const one = kept.get(id) ?? make(id);
    kept.set(id, one);
    const [from, to] = [a.get(id), b.get(id)];
    if (!from || !to) return;
    const side = effects[id]?.side ?? "";
    const d = `M0 ${from.y}C${width * 0.45} ${from.y} ${width * 0.55} ${to.y} ${width} ${to.y}`;
    const stroke = side ? THIN + ((THICK - THIN) * size(id)) / most : NONE;
    set(one.line, { d, "stroke-width": stroke, "stroke-dasharray": from.absent || to.absent ? (side ? "7 4" : "4 3") : "none" });
    set(one.reach, { d });
    set(one.node, { class: `way ${side || "none"}` });
    const r = side ? Math.max(3.5, stroke * 0.75) : 0;
    set(one.ends[0], { cx: 0, cy: from.y, r: side === "a" ? r : 0 });
    set(one.ends[1], { cx: width, cy: to.y, r: side === "b" ? r : 0 });
    if (svg.children[i] !== one.node) svg.insertBefore(one.node, svg.children[i] ?? null);
  });
}

/** The line that is pointed at stands out, with rings at its ends. */
export function lightLines(svg, kept, lit) {
  svg.classList.toggle("lit", lit !== null && kept.has(lit));
  for (const [id, { node, ends }] of kept) {
    node.classList.toggle("on", id === lit);
    for (const end of ends) end.classList.toggle("ring", id === lit);
  }
}
