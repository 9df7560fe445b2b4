// The worked examples by source, each with what is printed, what its own definition gives, and the verdict. Chips and lists narrow
// them: beside each option stands how many there are with it, under all else that is chosen.
import { el, fillTemplate, write } from "../../kit/elements.js";
import { select } from "../../kit/select.js";

/** @import { Tab } from "../../kit/part.js" */
/** @import { Facet, Filter, GalleryPayload, Kind, Row } from "./payload.d.ts" */
/** @typedef {{ row: Row, node: HTMLElement }} RowNode */
/** @typedef {ReturnType<typeof build>} State */

const KIND = "kind"; // the verdict, chosen by a chip

function chip(/** @type {State} */ s, /** @type {Kind} */ { kind, sign, word }) {
  const count = el("span", "count");
  const node = el("button", "chip", `${sign} ${word}`.trim(), " ", count);
  node.onclick = () => choose(s, KIND, s.chosen[KIND] === kind ? "" : kind);
  s.chips.push({ kind, node, count });
  return node;
}

function filter(/** @type {State} */ s, /** @type {Filter} */ data) {
  const node = select({ ...data, value: "" }, (value) => choose(s, data.name, value));
  s.lists.push({ ...data, node: /** @type {HTMLSelectElement} */ (node.querySelector("select")) });
  return node;
}

function choose(/** @type {State} */ s, /** @type {Facet} */ name, /** @type {string} */ value) {
  s.chosen[name] = value;
  narrow(s);
}

/**
 * @param {State} s
 * @param {Row} row
 * @param {Facet} [except]
 */
const isFound = (s, row, except) =>
  /** @type {[Facet, string][]} */ (Object.entries(s.chosen)).every(([name, value]) => name === except || !value || row[name] === value);

// How many rows there would be if this were chosen.
const counted = (/** @type {State} */ s, /** @type {Facet} */ name, /** @type {string} */ value) =>
  s.rows.filter(({ row }) => isFound(s, row, name) && (!value || row[name] === value)).length;

function narrow(/** @type {State} */ s) {
  const { texts } = s.data;
  for (const { kind, node, count } of s.chips) {
    node.ariaPressed = String(kind === s.chosen[KIND]);
    write(count, String(counted(s, KIND, kind)));
  }
  for (const { name, options, node } of s.lists) {
    node.value = s.chosen[name] ?? "";
    options.forEach(({ value, label }, i) => write(node.options[i], `${label} (${counted(s, name, value)})`));
  }
  for (const { node, row } of s.rows) node.hidden = !isFound(s, row);
  for (const { node, rows } of s.groups) node.hidden = rows.every((row) => row.node.hidden);
  const shown = s.rows.filter(({ node }) => !node.hidden).length;
  write(s.found, shown ? fillTemplate(texts.found, { shown, count: s.rows.length }) : texts.none_found);
  s.all.hidden = shown === s.rows.length;
}

function showAll(/** @type {State} */ s) {
  s.chosen = {};
  narrow(s);
  s.lists[0].node.focus(); // what was pressed is gone
}

const fact = (/** @type {string} */ label, /** @type {string} */ value) => el("span", "fact", el("small", "", label), el("b", "", value));

function draw(/** @type {State} */ s) {
  const { groups, kinds, filters, texts } = s.data;
  Object.assign(s, { chips: [], lists: [], found: el("span", "", { role: "status" }), all: el("button", "all", texts.show_all) });
  s.all.onclick = () => showAll(s);
  const chips = el("div", "chips", { role: "group", "aria-label": texts.narrow }, ...kinds.map((kind) => chip(s, kind)));
  const lists = el("div", "filters", ...filters.map((each) => filter(s, each)), el("span", "found", s.found, s.all));
  s.groups = groups.map(({ name, title, link, rows }) => {
    const about = [title, link].filter(Boolean).join(" · ");
    const made = rows.map((row) => ({ row, node: drawRow(s, row, texts) }));
    const node = el("section", "", el("h3", "", name), about && el("p", "about", about), ...made.map((row) => row.node));
    return { node, rows: made };
  });
  s.rows = s.groups.flatMap(({ rows }) => rows);
  s.node.replaceChildren(chips, lists, ...s.groups.map((group) => group.node));
  narrow(s);
}

function drawRow(/** @type {State} */ s, /** @type {Row} */ row, /** @type {Record<string, string>} */ texts) {
  const node = el("button", "row", el("span", "words", el("b", "title", row.title), el("span", "note", row.note)));
  if (row.printed) node.append(fact(texts.printed, row.printed), fact(texts.value, row.value));
  node.append(el("span", `verdict ${row.kind}`, el("i", "", { "aria-hidden": true }, row.sign), row.word));
  node.onclick = () => s.tab.dispatch({ name: "open_example", text: row.key, dialog: "examples" });
  return node;
}

/**
 * @param {Tab} tab
 * @param {GalleryPayload} data
 */
function build(tab, data) {
  return {
    ...{ tab, data, shown: "", node: el("div", "gallery"), found: el("span"), all: el("button") },
    chosen: /** @type {Partial<Record<Facet, string>>} */ ({}),
    chips: /** @type {{ kind: string, node: HTMLElement, count: HTMLElement }[]} */ ([]),
    lists: /** @type {(Filter & { node: HTMLSelectElement })[]} */ ([]),
    groups: /** @type {{ node: HTMLElement, rows: RowNode[] }[]} */ ([]),
    rows: /** @type {RowNode[]} */ ([]),
  };
}

/**
 * What stands in the dialog.
 *
 * @param {Tab} tab
 * @param {() => void} _
 * @param {GalleryPayload} first
 */
export default function gallery(tab, _, first) {
  const s = build(tab, first);
  const show = (/** @type {GalleryPayload} */ data) => {
    const text = JSON.stringify(data);
    if (text === s.shown) return; // what was chosen stays
    Object.assign(s, { data, shown: text });
    draw(s);
  };
  return { node: s.node, show };
}
