// The bars of a question. When they are named the rows go to their new places, each with its bar as long as it was.
import { arrange, prefersReducedMotion, el } from "../../kit/elements.js";
import { derivation } from "./derivation.js";

/**
 * @typedef {{ key: string, kind: string, answers: string[], count: number, share: number, words: string, said: string }} Said
 * @typedef {Said & { before: number | null, change: number, changed: string }} Row
 */
/** @typedef {import("../../learn/written_derivation/lines.js").Line} Line */
/** @typedef {{ stage: string, lines: Line[], title: string, note: string, legend: string, empty: string, rows: Row[] }} Bars */

const MOVES = 250; // ms
const LONGEST = 46; // the longest bar, in hundredths of the width

/**
 * @param {number} change
 * @param {string} changed
 */
function changing(change, changed) {
  if (!change) return el("span", "change");
  return el("span", "change", { title: changed }, el("span", "shift", change > 0 ? "▲" : "▼"), ` ${Math.abs(change)}`);
}

/**
 * @param {Row} row
 * @param {boolean} named
 */
function inside({ kind, answers, count, share, before, change, changed, words }, named) {
  const isSecond = before !== null;
  const to = Math.max(share, before ?? 0);
  const track = el("span", "track", { style: `inline-size: ${(to * LONGEST).toFixed(3)}%` });
  track.append(el("span", "bar", { style: `inline-size: ${to ? ((100 * share) / to).toFixed(3) : 0}%` }));
  if (isSecond) track.append(el("span", "was", { style: `inset-inline-start: ${to ? ((100 * before) / to).toFixed(3) : 0}%` }));
  const parts = kind === "right" ? [el("span", "check", "✓ "), words] : [words];
  return [
    el("span", "given", ...answers.map((each) => el("span", "", each))),
    el("span", "graph", track, el("b", "count", count), isSecond && changing(change, changed), words && el("span", named ? "words" : "words rest", ...parts)),
  ];
}

/**
 * @param {Row} row
 * @param {HTMLLIElement} item
 * @param {boolean} named
 */
function drawRow(row, item, named) {
  item.className = ["vote", row.kind, row.count ? "" : "none"].filter(Boolean).join(" ");
  item.dataset.key = row.key;
  const seen = el("span", "seen", { "aria-hidden": "true" }, ...inside(row, named));
  item.replaceChildren(el("span", "away", row.said), seen);
  return item;
}

/** @param {Bars} data */
function heading({ title, note, legend }) {
  return el("div", "heading", el("h2", "title", title), el("p", "note", note), legend && el("p", "legend", el("span", "was"), legend));
}

/**
 * Rows come from where they stood.
 *
 * @param {HTMLLIElement[]} items
 * @param {Map<string, number>} places
 */
function move(items, places) {
  if (prefersReducedMotion()) return;
  for (const item of items) {
    const was = places.get(item.dataset.key ?? "");
    const by = was === undefined ? 0 : was - item.offsetTop;
    if (by) item.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: MOVES, easing: "ease-in-out" });
    else if (was === undefined) item.animate([{ opacity: 0 }, { opacity: 1 }], { duration: MOVES });
  }
}

/**
 * Draw the bars; rows that were there move.
 *
 * @param {HTMLElement} box
 * @param {Bars} data
 */
export function draw(box, data) {
  const kept = /** @type {HTMLElement | null} */ (box.querySelector(".bar-rows"));
  const list = kept ?? el("ol", "bar-rows");
  const known = new Map([...list.children].map((each) => [/** @type {HTMLLIElement} */ (each).dataset.key ?? "", /** @type {HTMLLIElement} */ (each)]));
  const places = new Map([...known].map(([key, item]) => [key, item.offsetTop]));
  const items = data.rows.map((row) => drawRow(row, known.get(row.key) ?? el("li"), data.stage !== "numbers"));
  const longest = Math.max(0, ...data.rows.flatMap(({ answers }) => [...answers.join("  ")].length));
  list.style.setProperty("--longest", String(longest));
  list.classList.toggle("long", longest > 12);
  arrange(list, items);
  box.classList.toggle("with-lines", data.lines.length > 0);
  const above = [heading(data), ...(data.lines.length ? [derivation(data.lines)] : [])];
  arrange(box, [...above, ...(data.empty ? [el("p", "empty", data.empty)] : []), list]);
  move(items, places);
}
