// Filters the rows of a long table by a typed text: every word must occur in the row, or in the name of its group.

import { el, fillTemplate, write } from "../../kit/elements.js";

/** @import { RowGroup, TableRow } from "./payload.d.ts" */
/** @typedef {{ text: string, nodes: HTMLElement[], body: HTMLElement }} Row */

const plain = (/** @type {string} */ text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * The text of a row in which words are searched.
 *
 * @param {RowGroup} group
 * @param {TableRow} row
 */
export function searchTextOf(group, { key, head, subtitle, cells, notes = [], library_notes: libraryNotes = [] }) {
  const cellTexts = cells.flatMap(({ text, word }) => [text, word]);
  const noteTexts = libraryNotes.flatMap((each) => [each.head, each.text, each.source]);
  return plain([group.name, key, head, subtitle, ...cellTexts, ...notes, ...noteTexts].filter(Boolean).join("\n"));
}

/** The field and its status line; both stay when the table is drawn anew. */
export function rowFilter() {
  const input = el("input", "", { type: "search", autocomplete: "off", spellcheck: false });
  const label = el("span");
  const status = el("p", "match-count", { role: "status" });
  /** @type {Row[]} */ let rows = [];
  /** @type {Record<string, string>} */ let texts = {};

  function applyFilter() {
    const typed = input.value.trim();
    const wanted = plain(typed).split(/\s+/).filter(Boolean);
    const matching = new Set(rows.filter(({ text }) => wanted.every((word) => text.includes(word))));
    for (const row of rows) for (const node of row.nodes) node.hidden = !matching.has(row);
    const bodies = new Set([...matching].map(({ body }) => body));
    for (const { body } of rows) body.hidden = !bodies.has(body);
    const values = { count: matching.size, all: rows.length, typed };
    write(status, wanted.length ? fillTemplate(matching.size ? texts.found : texts.found_none, values) : "");
  }

  input.oninput = applyFilter;
  input.onkeydown = (event) => {
    event.stopPropagation(); // elsewhere these keys step through the list
    if (event.key !== "Escape" || !input.value) return;
    event.preventDefault();
    input.value = "";
    applyFilter();
  };
  /**
   * @param {Row[]} newRows
   * @param {Record<string, string>} newTexts
   */
  const setRows = (newRows, newTexts) => {
    [rows, texts] = [newRows, newTexts];
    write(label, texts.find);
    applyFilter();
  };
  return { node: el("div", "row-filter", el("label", "", label, input), status), input, setRows };
}
