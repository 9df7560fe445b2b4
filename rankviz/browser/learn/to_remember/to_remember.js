// The hints that were taken, and what to remember of a finished question.
import { el } from "../../kit/elements.js";
import { redrawnPart } from "../../kit/part.js";
import { BULB } from "../../kit/learn_actions.js";
import { icon } from "../../kit/svg.js";

/** @import { Drawn } from "../../kit/part.js" */
/** @typedef {{ hints: { head: string, text: string }[], takeaway: string, texts: { takeaway: string } }} Payload of `to_remember.py` */

export default redrawnPart("to_remember", (/** @type {Drawn<Payload>} */ s) => {
  const { hints, takeaway, texts } = s.data;
  const rows = hints.flatMap(({ head, text }) => [el("dt", "", head), el("dd", "", text)]);
  const sentence = takeaway && el("p", "takeaway", icon(BULB), el("span", "", el("b", "", texts.takeaway), " ", takeaway));
  s.box.replaceChildren(...(rows.length ? [el("dl", "", { "aria-live": "polite" }, ...rows)] : []), ...(sentence ? [sentence] : []));
});
