// The counts at k as a small table, and under it the rates that are made from them.

import { el } from "../../kit/elements.js";
import { math } from "../../kit/math.js";
import { marked, roving, term } from "../../kit/terms.js";

/** @param {any} s */
export function updateTable(s) {
  const { table } = s.data;
  const text = JSON.stringify(table);
  s.counts.hidden = !table;
  if (!table || text === s.table) return;
  s.table = text;
  const { title, columns, rows, rates, notes } = table;
  const top = el("tr", "", el("td"), ...columns.map((name) => el("th", "", { scope: "col" }, ...marked(name))));
  const lines = rows.map(({ label, cells }) =>
    el("tr", "", el("th", "", { scope: "row" }, ...marked(label)), ...cells.map((cell) => el("td", "", el("b", "", cell.value), el("span", "", term(cell.term, cell.label))))),
  );
  s.counts.replaceChildren(
    el("table", "rv-matrix", el("caption", "", ...marked(title)), el("thead", "", top), el("tbody", "", ...lines)),
    el("table", "rv-rates", { "aria-label": rates.label }, el("tbody", "", ...rates.rows.map(rate))),
    el("div", "rv-notes", ...notes.map((note) => el("p", "", note))),
  );
  s.settle ??= roving(s.counts); // one stop of the Tab key
  s.settle();
}

function rate({ term: key, name, word, math: formula, value, title }) {
  const head = el("th", "", { scope: "row" }, el("b", "", term(key, name)), el("span", "", ...marked(word)));
  return el("tr", "", head, el("td", "", math(formula, false)), el("td", "", { title }, value));
}
