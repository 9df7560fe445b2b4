// The hints that were taken, and what to remember of a finished question.
import { el } from "../../kit/elements.js";
import { redrawnPart } from "../../kit/part.js";
import { BULB } from "../../kit/learn_actions.js";
import { icon } from "../../kit/svg.js";

export default redrawnPart("to_remember", (s) => {
  const { hints, takeaway, texts } = s.data;
  const rows = hints.flatMap(({ head, text }) => [el("dt", "", head), el("dd", "", text)]);
  const sentence = takeaway && el("p", "takeaway", icon(BULB), el("span", "", el("b", "", texts.takeaway), " ", takeaway));
  s.box.replaceChildren(...(rows.length ? [el("dl", "", { "aria-live": "polite" }, ...rows)] : []), ...(sentence ? [sentence] : []));
});
