// Who gives a number: four answers, and once finished the number of each.

import { el } from "../../kit/elements.js";
import { group, isNew, option } from "./options.js";

/** @import { BodyPart } from "./answer.js" */
/** @import { CaptionedOptionsPayload } from "../question_body/payload.d.ts" */

/** @param {BodyPart<CaptionedOptionsPayload>} s */
export function draw(s) {
  if (!isNew(s)) return;
  const options = s.data.options.map(({ key, label, caption }) => {
    const words = el("span", "words", el("b", "label", label), caption && el("span", "caption", caption));
    return option(s, key, "alone", caption ? `${label}: ${caption}` : label, words);
  });
  s.box.replaceChildren(el("div", "choosing who", s.data.note && el("p", "note", s.data.note), group(s, options)));
}
