// The counts at k as a small table, and under it the rates that are made from them.

import { el, write } from "../kit/elements.js";
import { math } from "../kit/math.js";

export function updateTable(s) {
  const { table } = s.data;
  s.counts.hidden = !table;
  if (!table) return;
  const shape = `${table.rows.length} ${table.columns.length}`;
  if (s.shape !== shape) build(s, table);
  s.shape = shape;
  const words = [table.title, ...table.columns];
  for (const { label, cells } of table.rows) {
    words.push(label, ...cells.flatMap((cell) => [cell.value, cell.label]));
  }
  s.matrix.querySelectorAll("caption, th, b, span").forEach((node, i) => {
    write(node, String(words[i]));
  });
  updateRates(s, table);
}

function build(s, { columns, rows }) {
  const top = el("tr", "", el("td"), ...columns.map(() => el("th", "", { scope: "col" })));
  const lines = rows.map(({ cells }) =>
    el("tr", "", el("th", "", { scope: "row" }), ...cells.map(() => el("td", "", el("b"), el("span")))),
  );
  s.matrix = el("table", "rv-matrix", el("caption", "rv-title"), el("thead", "", top), el("tbody", "", ...lines));
  s.rates = el("table", "rv-rates", el("tbody"));
  s.notes = el("div", "rv-notes");
  s.counts.replaceChildren(s.matrix, s.rates, s.notes);
}

function updateRates(s, { rates, notes }) {
  if (s.rates.ariaLabel !== rates.label) s.rates.ariaLabel = rates.label;
  const body = s.rates.tBodies[0];
  while (body.rows.length < rates.rows.length) {
    const name = el("th", "", { scope: "row" }, el("b"), el("span"));
    body.append(el("tr", "", name, el("td", "rv-math"), el("td")));
  }
  rates.rows.forEach(({ name, word, math: formula, value, title }, i) => {
    const row = body.rows[i];
    write(row.querySelector("b"), name);
    write(row.querySelector("span"), word);
    const cell = row.cells[1];
    if (cell.shown !== formula) cell.replaceChildren(math((cell.shown = formula), false));
    write(row.cells[2], value);
    row.cells[2].title = title;
  });
  s.notes.replaceChildren(...notes.map((text) => el("p", "", text)));
}
