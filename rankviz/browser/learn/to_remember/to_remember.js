// The hints that were taken, and when a question is over what to keep of it.
import { el, icon } from "../../kit/elements.js";
import { redrawnPart } from "../../kit/part.js";
import { BULB } from "../../kit/work.js";

export default redrawnPart("to_remember", (s) => {
  const { hints, keep, texts } = s.data;
  const rows = hints.flatMap(({ head, text }) => [el("dt", "", head), el("dd", "", text)]);
  const kept = keep && el("p", "kept", icon(BULB), el("span", "", el("b", "", texts.keep), " ", keep));
  s.box.replaceChildren(...(rows.length ? [el("dl", "", { "aria-live": "polite" }, ...rows)] : []), ...(kept ? [kept] : []));
});
