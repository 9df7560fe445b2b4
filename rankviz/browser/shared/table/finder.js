// Rows of a long table by what is typed: each word has to stand somewhere in a row, or in the name of its group.

import { el, fillTemplate, write } from "../../kit/elements.js";

/** @typedef {{ text: string, nodes: HTMLElement[], body: HTMLElement }} Row */

const plain = (/** @type {string} */ text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * All that is said in a row.
 *
 * @param {any} group
 * @param {any} row
 */
export function saidIn(group, { key, head, sub, cells, notes = [], told = [] }) {
  const shown = cells.flatMap((/** @type {any} */ { text, word }) => [text, word]);
  const noted = told.flatMap((/** @type {any} */ each) => [each.head, each.text, each.source]);
  return plain([group.name, key, head, sub, ...shown, ...notes, ...noted].filter(Boolean).join("\n"));
}

/** The field and what is said of it; it stays when the table is drawn anew. */
export function finder() {
  const input = el("input", "", { type: "search", autocomplete: "off", spellcheck: false });
  const label = el("span");
  const said = el("p", "found", { role: "status" });
  /** @type {Row[]} */ let rows = [];
  /** @type {Record<string, string>} */ let texts = {};

  function find() {
    const typed = input.value.trim();
    const asked = plain(typed).split(/\s+/).filter(Boolean);
    const found = new Set(rows.filter(({ text }) => asked.every((word) => text.includes(word))));
    for (const row of rows) for (const node of row.nodes) node.hidden = !found.has(row);
    const bodies = new Set([...found].map(({ body }) => body));
    for (const { body } of rows) body.hidden = !bodies.has(body);
    const put = { count: found.size, all: rows.length, typed };
    write(said, asked.length ? fillTemplate(found.size ? texts.found : texts.found_none, put) : "");
  }

  input.oninput = find;
  input.onkeydown = (event) => {
    event.stopPropagation(); // elsewhere these keys step through the list
    if (event.key !== "Escape" || !input.value) return;
    event.preventDefault();
    input.value = "";
    find();
  };
  /**
   * @param {Row[]} given
   * @param {Record<string, string>} words
   */
  const over = (given, words) => {
    [rows, texts] = [given, words];
    write(label, words.find);
    find();
  };
  return { node: el("div", "finder", el("label", "", label, input), said), input, over };
}
