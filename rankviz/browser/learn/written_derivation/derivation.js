// A derivation with a missing number; once finished the number is shown.

import { el } from "../../kit/elements.js";
import { cells, lineList } from "./lines.js";

/** @param {import("../choosing/answer.js").BodyPart<import("../question_body/payload.d.ts").LinesPayload>} s */
export function draw(s) {
  const { data } = s;
  const rows = data.lines.map((line) => el("li", "", el("div", "row", { "data-state": line.state }, ...cells(line))));
  s.box.replaceChildren(el("div", data.is_finished ? "derivation finished" : "derivation", lineList(data, rows)));
}
