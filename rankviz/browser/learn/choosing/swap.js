// Two rows that change places: they are chosen in the list; when it is over, what each swap gives.

import { el, fillTemplate, write } from "../../kit/elements.js";
import { setDraftAnswer } from "../../kit/work.js";
import { checksByEnter } from "./answer.js";
import { entries, left, swapMark } from "./lists.js";
import { isNew } from "./options.js";

/** @typedef {import("./answer.js").Drawn} Drawn */

const TWO = 2;

/** @param {Drawn} s */
export function draw(s) {
  if (!isNew(s)) return;
  const { data } = s;
  const [list] = data.lists;
  s.picked = [...(data.over ? data.best : data.chosen)];
  s.rows = entries(list, data).map((node, i) => row(s, node, i + 1));
  s.list = el("ol", "entries", ...s.rows);
  s.list.style.setProperty("--count", String(s.rows.length));
  s.say = el("p", "note", { role: "status" });
  const box = el("fieldset", "two", el("legend", "away", data.legend), data.over ? null : s.say, s.list, left(list, data));
  checksByEnter(s, box);
  s.box.replaceChildren(el("div", "choosing swap", box, data.over ? results(data.results) : null));
  paint(s);
}

/**
 * A row with its box to be ticked: the whole of it can be pressed.
 *
 * @param {Drawn} s
 * @param {HTMLElement} node
 * @param {number} rank
 */
function row(s, node, rank) {
  const input = el("input", "", { type: "checkbox", value: rank });
  input.disabled = s.data.over;
  input.onchange = () => pick(s, rank, input.checked);
  const label = el("label", node.className, { "data-rank": rank }, input, ...node.childNodes);
  label.dataset.tie = node.dataset.tie;
  return el("li", "", label);
}

/**
 * Of three that are chosen the first one is let go.
 *
 * @param {Drawn} s
 * @param {number} rank
 * @param {boolean} on
 */
function pick(s, rank, on) {
  s.picked = [...s.picked.filter((/** @type {number} */ each) => each !== rank), ...(on ? [rank] : [])].slice(-TWO);
  paint(s);
}

/** @param {Drawn} s */
function paint(s) {
  const { data } = s;
  s.rows.forEach((/** @type {HTMLElement} */ node, /** @type {number} */ i) => {
    const input = /** @type {HTMLInputElement} */ (node.querySelector("input"));
    input.checked = s.picked.includes(i + 1);
  });
  const ranks = [...s.picked].sort((one, other) => one - other);
  const [one, other] = ranks.map((rank) => data.lists[0].rows[rank - 1].id);
  const { press, second, both } = data.texts;
  write(s.say, ranks.length === TWO ? fillTemplate(both, { one, other }) : ranks.length ? fillTemplate(second, { name: one }) : press);
  s.list.querySelector(".path")?.remove();
  if (ranks.length === TWO) s.list.append(swapMark(ranks[0], ranks[1]));
  setDraftAnswer(data.at, !data.over && ranks.length === TWO ? ranks.join(".") : "");
}

/** @param {{ title: string, all: string, rows: any[] }} found */
function results({ title, all, rows }) {
  const lines = (/** @type {any[]} */ some) => some.map(result);
  const rest = rows.filter((each) => !each.shown);
  const more = rest.length ? el("details", "rest", el("summary", "", all), el("ol", "", ...lines(rows))) : null;
  return el("section", "values", { "aria-label": title }, el("h2", "title", title), el("ol", "seen-swaps", ...lines(rows.filter((each) => each.shown))), more);
}

/** @param {any} each */
function result({ name, value, change, share, side, mark }) {
  const filled = el("span", `fill ${side}`);
  filled.style.width = `${(100 * share).toFixed(2)}%`;
  const sign = mark && el("span", "mark", mark);
  const numbers = el("span", "numbers", el("b", "value", value), el("span", "change", change));
  return el("li", "result", el("span", "pair", name, sign), el("span", "track", { "aria-hidden": true }, filled), numbers);
}
