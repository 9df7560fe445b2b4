// Two rows to be swapped: they are chosen in the list; once finished, what each swap gives.

import { el, fillTemplate, write } from "../../kit/elements.js";
import { setDraftAnswer } from "../../kit/learn_actions.js";
import { checkByEnter } from "./answer.js";
import { entries, missedList, swapMark } from "./lists.js";
import { isNew } from "./options.js";

/** @import { BodyPart } from "./answer.js" */
/** @import { TwoRowsPayload, SwapResult, SwapResults } from "../question_body/payload.d.ts" */
/** @typedef {{ picked: number[], rows: HTMLElement[], list: HTMLElement, status: HTMLElement }} Elements made for each question */
/** @typedef {BodyPart<TwoRowsPayload> & Elements} State */

const PAIR = 2; // rows

/** @param {State} s */
export function draw(s) {
  if (!isNew(s)) return;
  const { data } = s;
  const [list] = data.lists;
  s.picked = [...(data.is_finished ? data.best : data.chosen)];
  s.rows = entries(list, data).map((node, i) => row(s, node, i + 1));
  s.list = el("ol", "entries", ...s.rows);
  s.list.style.setProperty("--count", String(s.rows.length));
  s.status = el("p", "note", { role: "status" });
  const box = el("fieldset", "two", el("legend", "away", data.legend), data.is_finished ? null : s.status, s.list, missedList(list, data));
  checkByEnter(s, box);
  s.box.replaceChildren(el("div", "choosing swap", box, data.is_finished ? results(data.results) : null));
  render(s);
}

/**
 * A row with its box to be ticked: the whole of it can be pressed.
 *
 * @param {State} s
 * @param {HTMLElement} node
 * @param {number} rank
 */
function row(s, node, rank) {
  const input = el("input", "", { type: "checkbox", value: rank });
  input.disabled = s.data.is_finished;
  input.onchange = () => pick(s, rank, input.checked);
  const label = el("label", node.className, { "data-rank": rank }, input, ...node.childNodes);
  label.dataset.tie = node.dataset.tie;
  return el("li", "", label);
}

/**
 * Choose or clear a row; a third choice clears the first.
 *
 * @param {State} s
 * @param {number} rank
 * @param {boolean} on
 */
function pick(s, rank, on) {
  s.picked = [...s.picked.filter((each) => each !== rank), ...(on ? [rank] : [])].slice(-PAIR);
  render(s);
}

/** @param {State} s */
function render(s) {
  const { data } = s;
  s.rows.forEach((node, i) => {
    const input = /** @type {HTMLInputElement} */ (node.querySelector("input"));
    input.checked = s.picked.includes(i + 1);
  });
  const ranks = [...s.picked].sort((one, other) => one - other);
  const [one, other] = ranks.map((rank) => data.lists[0].rows[rank - 1].id);
  const { press, second, both } = data.texts;
  write(s.status, ranks.length === PAIR ? fillTemplate(both, { one, other }) : ranks.length ? fillTemplate(second, { name: one }) : press);
  s.list.querySelector(".path")?.remove();
  if (ranks.length === PAIR) s.list.append(swapMark(ranks[0], ranks[1]));
  setDraftAnswer(data.number, !data.is_finished && ranks.length === PAIR ? ranks.join(".") : "");
}

/** @param {SwapResults} results */
function results({ title, all_label: label, rows }) {
  const lines = (/** @type {SwapResult[]} */ part) => part.map(result);
  const rest = rows.filter((each) => !each.is_shown);
  const more = rest.length ? el("details", "rest", el("summary", "", label), el("ol", "", ...lines(rows))) : null;
  return el("section", "values", { "aria-label": title }, el("h2", "title", title), el("ol", "seen-swaps", ...lines(rows.filter((each) => each.is_shown))), more);
}

/** @param {SwapResult} each */
function result({ name, value, change, share, side, mark }) {
  const filled = el("span", `fill ${side}`);
  filled.style.width = `${(100 * share).toFixed(2)}%`;
  const sign = mark && el("span", "mark", mark);
  const numbers = el("span", "numbers", el("b", "value", value), el("span", "change", change));
  return el("li", "result", el("span", "pair", name, sign), el("span", "track", { "aria-hidden": true }, filled), numbers);
}
