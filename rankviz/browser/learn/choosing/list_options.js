// Which of two lists is better: each is an option with its list; once finished, both values and both derivations.

import { el } from "../../kit/elements.js";
import { tag } from "../../kit/list_tag.js";
import { twoDerivations } from "../../shared/two_derivations/two_derivations.js";
import { highlightHovered, mini } from "./lists.js";
import { group, isNew, option } from "./options.js";
import { bar } from "./values.js";

/** @import { BodyPart } from "./answer.js" */
/** @import { ListOptionsPayload } from "../question_body/payload.d.ts" */

const SIDES = ["a", "b"];

/** @param {BodyPart<ListOptionsPayload>} s */
export function draw(s) {
  if (!isNew(s)) return;
  const { data } = s;
  const options = data.options.map(({ key, label }, i) => {
    if (!SIDES.includes(key)) return option(s, key, "alone", label, el("b", "label", label));
    return option(s, key, "side", label, el("b", "label", tag(key), label), mini(data.lists[i], data));
  });
  const fieldset = group(s, options);
  highlightHovered(fieldset);
  const more = data.is_finished ? [bars(data), el("div", "derivations", twoDerivations(data.derivations))] : [];
  s.box.replaceChildren(el("div", "choosing better", fieldset, ...more));
}

/** @param {ListOptionsPayload & { is_finished: true }} data */
function bars({ bars: { title, rows: values }, lists }) {
  const rows = values.map((each, i) => el("div", "valued", tag(SIDES[i]), bar(each, lists[i].name, SIDES[i])));
  return el("section", "values", { "aria-label": title }, el("h2", "title", title), ...rows);
}
