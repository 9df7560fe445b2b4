// The bars of a question. When they are named the rows go to their new places, each with its bar as long as it was.
import { arrange, prefersReducedMotion, el } from "../../kit/elements.js";
import { derivationLines } from "./derivation.js";
import { discussedWords } from "./question_screen.js";

/**
 * @typedef {object} Row
 * @property {string} key the same at every stage
 * @property {string} kind
 * @property {string[]} answers
 * @property {number} count
 * @property {number} share length of the bar, 0 to 1
 * @property {number | null} first_share that of the first vote, null where there was none
 * @property {number} change how many more there are than at the first vote
 * @property {string} change_text
 * @property {string} cause_text
 * @property {string} text the whole row in words
 */
/** @import { Line } from "../../learn/written_derivation/lines.js" */
/** @import { Question } from "../question.d.ts" */
/** @typedef {{ stage: string, lines: Line[], title: string, note: string, legend: string, empty_note: string, rows: Row[] }} Bars */

const MOVES = 250; // ms
const LONGEST = 46; // the longest bar, in hundredths of the width

/**
 * @param {number} change
 * @param {string} text
 */
function changeMark(change, text) {
  if (!change) return el("span", "change");
  return el("span", "change", { title: text }, el("span", "shift", change > 0 ? "▲" : "▼"), ` ${Math.abs(change)}`);
}

/**
 * @param {Row} row
 * @param {boolean} isNamed whether the causes are named
 */
function rowContent({ kind, answers, count, share, first_share: firstShare, change, change_text: changeText, cause_text: causeText }, isNamed) {
  const isSecondVote = firstShare !== null;
  const to = Math.max(share, firstShare ?? 0);
  const track = el("span", "track", { style: `inline-size: ${(to * LONGEST).toFixed(3)}%` });
  track.append(el("span", "bar", { style: `inline-size: ${to ? ((100 * share) / to).toFixed(3) : 0}%` }));
  if (isSecondVote) track.append(el("span", "was", { style: `inset-inline-start: ${to ? ((100 * firstShare) / to).toFixed(3) : 0}%` }));
  const parts = kind === "right" ? [el("span", "check", "✓ "), causeText] : [causeText];
  return [
    el("span", "given", ...answers.map((each) => el("span", "", each))),
    el("span", "graph", track, el("b", "count", count), isSecondVote && changeMark(change, changeText), causeText && el("span", isNamed ? "words" : "words rest", ...parts)),
  ];
}

/**
 * @param {Row} row
 * @param {HTMLLIElement} item
 * @param {boolean} isNamed
 */
function drawRow(row, item, isNamed) {
  item.className = ["vote", row.kind, row.count ? "" : "none"].filter(Boolean).join(" ");
  item.dataset.key = row.key;
  const visible = el("span", "content", { "aria-hidden": "true" }, ...rowContent(row, isNamed));
  item.replaceChildren(el("span", "away", row.text), visible);
  return item;
}

/** @param {Bars} data */
function heading({ title, note, legend }) {
  return el("div", "heading", el("h2", "title", title), el("p", "note", note), legend && el("p", "legend", el("span", "was"), legend));
}

/**
 * Let rows glide from where they stood.
 *
 * @param {HTMLLIElement[]} items
 * @param {Map<string, number>} oldTops by key
 */
function animateRows(items, oldTops) {
  if (prefersReducedMotion()) return;
  for (const item of items) {
    const oldTop = oldTops.get(item.dataset.key ?? "");
    const distance = oldTop === undefined ? 0 : oldTop - item.offsetTop;
    if (distance) item.animate([{ transform: `translateY(${distance}px)` }, { transform: "none" }], { duration: MOVES, easing: "ease-in-out" });
    else if (oldTop === undefined) item.animate([{ opacity: 0 }, { opacity: 1 }], { duration: MOVES });
  }
}

/**
 * Draw the bars; rows that were there move.
 *
 * @param {HTMLElement} box
 * @param {Bars} data
 * @param {Question | null} question what is discussed, null once the causes are named
 */
export function drawBars(box, data, question) {
  const oldList = /** @type {HTMLElement | null} */ (box.querySelector(".bar-rows"));
  const list = oldList ?? el("ol", "bar-rows");
  const oldItems = new Map([...list.children].map((each) => [/** @type {HTMLLIElement} */ (each).dataset.key ?? "", /** @type {HTMLLIElement} */ (each)]));
  const oldTops = new Map([...oldItems].map(([key, item]) => [key, item.offsetTop]));
  const items = data.rows.map((row) => drawRow(row, oldItems.get(row.key) ?? el("li"), data.stage !== "numbers"));
  const longest = Math.max(0, ...data.rows.flatMap(({ answers }) => [...answers.join("  ")].length));
  list.style.setProperty("--longest", String(longest));
  list.classList.toggle("long", longest > 12);
  arrange(list, items);
  const lines = data.lines.length ? data.lines : (question?.lines ?? []);
  box.classList.toggle("with-lines", lines.length > 0);
  const words = question ? discussedWords(question) : [];
  const above = [heading(question ? { ...data, title: question.task } : data), ...words, ...(lines.length ? [derivationLines(lines)] : [])];
  arrange(box, [...above, ...(data.empty_note ? [el("p", "empty", data.empty_note)] : []), list]);
  animateRows(items, oldTops);
}
