// One number of a derivation is missing; when it is over, it stands there.

import { el } from "../../kit/elements.js";
import { cells, worked } from "./lines.js";

/** @param {import("../../kit/part.js").PartState} s */
export function draw(s) {
  const { data } = s;
  const rows = data.lines.map((line) => el("li", "", el("div", "row", { "data-state": line.state }, ...cells(line))));
  s.box.replaceChildren(el("div", data.over ? "worked over" : "worked", worked(data, rows)));
}
