// What a move does to a value: the list with the move, and three answers; when it is over, both lists, values and derivations.

import { el } from "../../kit/elements.js";
import { twoDerivations } from "../../shared/two_derivations/two_derivations.js";
import { lightUp, mini } from "./lists.js";
import { group, isNew, option } from "./options.js";
import { bar } from "./values.js";

const SIDES = ["a", "b"];

/** @param {import("./answer.js").Drawn} s */
export function draw(s) {
  if (!isNew(s)) return;
  const { data } = s;
  const lists = el("div", "lists", ...data.lists.map((/** @type {any} */ list, /** @type {number} */ i) => shown(data, list, i)));
  lightUp(lists);
  const options = data.options.map(({ key, label, sign }) => option(s, key, "alone", label, el("b", "label", el("span", "direction", { "aria-hidden": true }, sign), label)));
  const more = data.over ? [bars(data), el("div", "derivations", twoDerivations(data.two))] : [];
  s.box.replaceChildren(el("div", "choosing trend", lists, group(s, options), ...more));
}

/**
 * The list before the move, and when it is over the one after it, each under its name.
 *
 * @param {any} data
 * @param {any} list
 * @param {number} i
 */
function shown(data, list, i) {
  const made = mini(list, i ? { ...data, move: null } : data);
  if (i) made.querySelector(`[data-id="${CSS.escape(data.moved)}"]`)?.classList.add("moved");
  return el("div", "shown", data.over ? el("h2", "title", list.name) : null, made);
}

/** @param {any} data */
function bars({ bars: { title, rows: all }, lists }) {
  const rows = all.map((each, /** @type {number} */ i) => el("div", "valued", el("span", "whose", lists[i].name), bar(each, lists[i].name, SIDES[i])));
  return el("section", "values", { "aria-label": title }, el("h2", "title", title), ...rows);
}
