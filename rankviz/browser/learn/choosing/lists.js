// Small lists in questions: their grades in order, the cutoff, and what was not retrieved.

import { el } from "../../kit/elements.js";
import { shade, short } from "../../kit/numbers.js";

/** @typedef {{ id: string, rank: string, grade: number | null, tie: number | null, note: string, text: string }} Entry */
/** @typedef {{ id: string, grade: number | null, text: string }} Missed */
/** @typedef {{ letter: string, name: string, rows: Entry[], missed: Missed[] }} Mini */
/** @typedef {{ rank: number, to: number } | null} Move */
/** @typedef {{ lists: Mini[], cutoff: number | null, cutoff_label: string, missed_head: string, move?: Move }} Lists */

/** @param {number | null} grade */
const chip = (grade) => el("span", short(grade).length > 3 ? "grade small" : "grade", { "data-grade": shade(grade) }, short(grade));

/**
 * One sentence for screen readers, and what is shown instead of it.
 *
 * @param {string} text
 * @param {...Node} visual
 */
const withText = (text, ...visual) => [el("span", "away", text), el("span", "visual", { "aria-hidden": true }, ...visual)];

/** @param {string} id */
const nameOf = (id) => el("bdi", "name", { dir: "auto", title: id }, id);

/**
 * Return with which neighbours an entry is tied: "", "up", "down" or "updown".
 *
 * @param {Entry[]} rows
 * @param {number} i
 */
function tieOf(rows, i) {
  const { tie } = rows[i];
  const tied = (/** @type {number} */ j) => tie !== null && rows[j]?.tie === tie;
  return `${tied(i - 1) ? "up" : ""}${tied(i + 1) ? "down" : ""}`;
}

/**
 * @param {Mini} list
 * @param {Lists} all
 */
export function entries({ rows }, { cutoff, cutoff_label: label, move }) {
  return rows.map((row, i) => {
    const isLast = cutoff !== null && i === Math.min(cutoff, rows.length) - 1;
    const names = ["entry", i + 1 === move?.rank && "moves", cutoff !== null && i >= cutoff && "beyond", isLast && "last"].filter(Boolean).join(" ");
    const parts = [el("span", "rank", row.rank), nameOf(row.id), ...(row.note ? [el("span", "note", row.note)] : []), chip(row.grade)];
    const node = el("li", names, { "data-id": row.id, "data-tie": tieOf(rows, i) }, ...withText(row.text, ...parts));
    if (isLast) node.append(el("span", "pill", { "aria-hidden": true }, label));
    return node;
  });
}

/**
 * @param {Mini} list
 * @param {Lists} all
 */
export function missedList({ missed }, { missed_head: head }) {
  if (!missed.length) return null;
  const chips = missed.map(({ id, grade, text }) => el("li", "chip", { "data-id": id }, ...withText(text, nameOf(id), chip(grade))));
  return el("div", "left-out", el("p", "head", head), el("ul", "chips", ...chips));
}

/**
 * A list with its best entry at the top, or, `across`, at the left.
 *
 * @param {Mini} list
 * @param {Lists} all
 * @param {boolean} [across]
 */
export function mini(list, all, across = false) {
  const ranked = el("ol", "entries", { "aria-label": list.name }, ...entries(list, all));
  ranked.style.setProperty("--count", String(list.rows.length));
  const move = !across && all.move;
  if (move) ranked.append(moveMark(move.rank, move.to));
  return el("div", across ? "mini across" : move ? "mini moving" : "mini", ranked, missedList(list, all));
}

/**
 * An arrow beside the rows, from the middle of one to where it comes to stand.
 *
 * @param {number} rank
 * @param {number} to
 */
const moveMark = (rank, to) => mark(to < rank ? "up" : "down", Math.min(rank - 0.5, to < rank ? to - 1 : to), Math.max(rank - 0.5, to < rank ? to - 1 : to));

/**
 * A bracket beside the rows that joins two of them.
 *
 * @param {number} one
 * @param {number} other
 */
export const swapMark = (one, other) => mark("both", one - 0.5, other - 0.5);

/**
 * @param {string} direction
 * @param {number} top in rows
 * @param {number} bottom
 */
function mark(direction, top, bottom) {
  const node = el("li", `path ${direction}`, { "aria-hidden": true, role: "presentation" });
  node.style.setProperty("--top", String(top));
  node.style.setProperty("--rows", String(bottom - top));
  return node;
}

/**
 * Highlight the document under the pointer in every list.
 *
 * @param {HTMLElement} box
 */
export function highlightHovered(box) {
  const highlight = (/** @type {string | undefined} */ id) => {
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll("[data-id]"))) node.classList.toggle("on", node.dataset.id === id);
  };
  box.addEventListener("pointerover", ({ target, pointerType }) => {
    const node = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-id]")) : null;
    if (pointerType !== "touch") highlight(node?.dataset.id);
  });
  box.addEventListener("pointerleave", () => highlight(undefined));
}
