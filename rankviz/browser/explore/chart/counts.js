// The counts at k as a small table, and under it the rates that are made from them.

import { el } from "../../kit/elements.js";
import { math } from "../../kit/math.js";
import { withTerms, rovingTabindex, termButton } from "../../kit/terms.js";

/** @import { Rate } from "./payload.d.ts" */

/** @param {import("./chart.js").Chart} s */
export function updateTable(s) {
  const { table } = s.data;
  const text = JSON.stringify(table);
  s.counts.hidden = !table;
  if (!table || text === s.table) return;
  s.table = text;
  const { title, columns, rows, rates, notes } = table;
  const top = el("tr", "", el("td"), ...columns.map((name) => el("th", "", { scope: "col" }, ...withTerms(name))));
  const lines = rows.map(({ label, cells }) =>
    el("tr", "", el("th", "", { scope: "row" }, ...withTerms(label)), ...cells.map((cell) => el("td", "", el("b", "", cell.value), el("span", "", termButton(cell.term, cell.label))))),
  );
  s.counts.replaceChildren(
    el("table", "rv-matrix", el("caption", "", ...withTerms(title)), el("thead", "", top), el("tbody", "", ...lines)),
    el("table", "rv-rates", { "aria-label": rates.label }, el("tbody", "", ...rates.rows.map(rate))),
    el("div", "rv-notes", ...notes.map((note) => el("p", "", note))),
  );
  s.settle ??= rovingTabindex(s.counts); // one stop of the Tab key
  s.settle();
}

function rate(/** @type {Rate} */ { term: key, name, word, math: formula, value, title }) {
  const head = el("th", "", { scope: "row" }, el("b", "", termButton(key, name)), el("span", "", ...withTerms(word)));
  return el("tr", "", head, el("td", "", math(formula, false)), el("td", "", { title }, value));
}
