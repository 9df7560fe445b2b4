// What a move does to a value: the list with the move, and three answers; once finished, both lists, values and derivations.

import { el } from "../../kit/elements.js";
import { twoDerivations } from "../../shared/two_derivations/two_derivations.js";
import { highlightHovered, mini } from "./lists.js";
import { group, isNew, option } from "./options.js";
import { bar } from "./values.js";

/** @import { BodyPart } from "./answer.js" */
/** @import { MovedListPayload } from "../question_body/payload.d.ts" */
/** @import { Mini } from "./lists.js" */

const SIDES = ["a", "b"];

/** @param {BodyPart<MovedListPayload>} s */
export function draw(s) {
  if (!isNew(s)) return;
  const { data } = s;
  const lists = el("div", "lists", ...data.lists.map((list, i) => namedList(data, list, i)));
  highlightHovered(lists);
  const options = data.options.map(({ key, label, sign }) => option(s, key, "alone", label, el("b", "label", el("span", "direction", { "aria-hidden": true }, sign), label)));
  const more = data.is_finished ? [bars(data), el("div", "derivations", twoDerivations(data.derivations))] : [];
  s.box.replaceChildren(el("div", "choosing trend", lists, group(s, options), ...more));
}

/**
 * The list before the move, and once finished the one after it, each under its name.
 *
 * @param {MovedListPayload} data
 * @param {Mini} list
 * @param {number} i
 */
function namedList(data, list, i) {
  const node = mini(list, i ? { ...data, move: null } : data);
  if (i && data.is_finished) node.querySelector(`[data-id="${CSS.escape(data.moved_id)}"]`)?.classList.add("moved");
  return el("div", "shown", data.is_finished ? el("h2", "title", list.name) : null, node);
}

/** @param {MovedListPayload & { is_finished: true }} data */
function bars({ bars: { title, rows: values }, lists }) {
  const rows = values.map((each, i) => el("div", "valued", el("span", "whose", lists[i].name), bar(each, lists[i].name, SIDES[i])));
  return el("section", "values", { "aria-label": title }, el("h2", "title", title), ...rows);
}
