// A table of numbers. A cell may be tinted by its value, marked by a sign and a word, and be a button that dispatches an action.
import { el } from "../../kit/elements.js";
import { focusedBeside } from "../../kit/find_elements.js";
import { bindPageLink } from "../../kit/page_link.js";
import { redrawnPart } from "../../kit/part.js";
import { remarks } from "../../kit/library_notes.js";
import { select } from "../../kit/select.js";
import { withTerms, rovingTabindex, markedText } from "../../kit/terms.js";
import { rowFilter, searchTextOf } from "./row_filter.js";

/** @import { Drawn } from "../../kit/part.js" */
/** @import { Piece } from "../../kit/terms.js" */
/** @import { Cell, RowGroup, TableData, TablePayload, TableRow } from "./payload.d.ts" */
/**
 * @typedef {Pick<Drawn<unknown>, "tab" | "send"> & Partial<Kept>} TableHost the part that a table stands in; Streamlit gives it no tab
 * @typedef {object} Kept what the table keeps there
 * @property {TableData["words"]} words
 * @property {HTMLElement[]} buttons
 * @property {import("./row_filter.js").Row[]} rows of named groups, which can be filtered
 * @property {Set<string>} opened notes on libraries
 */
/**
 * @typedef {Drawn<TablePayload> & TableHost & {
 *   scroller?: HTMLElement | null, file?: HTMLAnchorElement, filter?: ReturnType<typeof rowFilter>, settle?: () => void,
 * }} Table
 */

/**
 * @param {TableHost} s
 * @param {string} scope
 * @param {string | Piece[]} text
 */
function head(s, scope, text, subtitle = "") {
  const name = typeof text === "string" ? markedText(s.words, text) : withTerms(text);
  const node = el("th", "", { scope }, el("span", "name", ...name), subtitle && el("small", "", subtitle));
  // Read aloud, a word that can be pressed would stand apart: "nDCG @10".
  if (name.length > 1) node.ariaLabel = [...node.childNodes].map(({ textContent }) => textContent).join(" ");
  return node;
}

function contentOf(/** @type {Cell} */ { text, flag, sign, word, spoken_text: spokenText, lines }) {
  const shape = sign && el("i", "sign", { "aria-hidden": true }, sign);
  const mark = (sign || word) && el("span", "mark", shape, word && el("span", "", word));
  const extraLines = (lines ?? []).map((line) => el("span", "line", line));
  const noteMark = flag && el("sup", "", { "aria-hidden": true }, flag); // the note is below the row
  return [text && el("span", "text", text, noteMark), mark, ...extraLines, spokenText && el("span", "away", spokenText)];
}

/** @param {TableHost} s @param {Cell} data */
function cell(s, data) {
  const node = el("td", [data.side, ...(data.marks ?? [])].filter(Boolean).join(" "));
  if (data.heat != null) node.style.setProperty("--heat", `${Math.round(data.heat * 45)}%`);
  if (data.heat != null) node.classList.add("heat");
  if (data.title) node.title = data.title;
  if (!data.action) {
    node.append(...contentOf(data).flatMap((each) => each || []));
    return node;
  }
  const button = el("button", "", ...contentOf(data));
  if (data.marks?.includes("present")) button.ariaCurrent = "true";
  const { action } = data;
  button.onclick = () => (s.tab && typeof action !== "string" ? s.tab.dispatch(action) : s.send("pressed", action));
  s.buttons?.push(button);
  node.append(button);
  return node;
}

/** @param {TableHost} s @param {TableRow} row @param {number} width */
function rows(s, row, width) {
  const name = head(s, "row", row.head, row.subtitle);
  const first = el("tr", row.mark ?? "", name, ...row.cells.map((each) => cell(s, each)));
  /** @type {HTMLElement[]} */
  const texts = (row.notes ?? []).map((note) => el("p", "", ...markedText(s.words, note)));
  texts.push(...remarks(row.library_notes, s.words ?? {}, (s.opened ??= new Set()), row.key));
  if (!texts.length) return [first];
  const notes = el("td", "", el("div", "notes", ...texts));
  notes.colSpan = width - 1;
  name.rowSpan = 2;
  return [first, el("tr", "below", notes)];
}

/** @param {TableHost} s @param {RowGroup} data @param {number} width */
function group(s, data, width) {
  const body = el("tbody", "", { "data-elsewhere": "" }); // its rows are about other lists or choices
  if (data.name) {
    const title = head(s, "rowgroup", data.name);
    title.colSpan = width;
    body.append(el("tr", "group", title));
  }
  for (const row of data.rows) {
    const nodes = rows(s, row, width);
    body.append(...nodes);
    if (data.name) s.rows?.push({ body, nodes, text: searchTextOf(data, row) });
  }
  return body;
}

/**
 * A table in a box that scrolls, in the part `s`.
 *
 * @param {TableHost} s
 * @param {TableData} data
 * @returns {HTMLElement[]}
 */
export function tableOf(s, { caption, heads, groups, is_tall: isTall, words: piecesByText }) {
  s.words = piecesByText;
  s.buttons = [];
  s.rows = [];
  const top = el("tr", "", ...heads.map((each) => head(s, "col", each)));
  const table = el("table", "", el("caption", "", caption), el("thead", "", top));
  table.append(...groups.map((each) => group(s, each, heads.length)));
  return [el("div", isTall ? "scroller tall" : "scroller", { tabindex: 0, role: "region", "aria-label": caption }, table)];
}

function fileLink(/** @type {NonNullable<TablePayload["file"]>} */ { label, name, text }) {
  const link = el("a", "link file", { download: name }, label);
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  return link;
}

/**
 * A link to another page within the session, which takes the edit and the undo history along.
 *
 * @param {Table} s
 * @param {NonNullable<TablePayload["link"]>} data
 */
function pageLink(s, { label, page, search, edit }) {
  const link = el("a", "link", label);
  bindPageLink(link, page, () => search, { navigateTo: (to) => s.tab.dispatchAndGo(edit, to) });
  return link;
}

function draw(/** @type {Table} */ s) {
  const { sentences = [], list_choice: listChoice, groups, link, file, finder_texts: finderTexts } = s.data;
  const activeElement = focusedBeside(s.box);
  const focusedIndex = (activeElement && s.buttons?.indexOf(activeElement)) ?? -1;
  const wasChoosing = activeElement?.nodeName === "SELECT";
  const { scrollLeft: left, scrollTop: top } = s.scroller ?? { scrollLeft: 0, scrollTop: 0 };
  if (s.file) URL.revokeObjectURL(s.file.href);
  const picker = listChoice && select(listChoice, (value) => s.tab.dispatch({ name: "set_page_params", value: { [listChoice.name]: value } }));
  [s.scroller] = groups ? tableOf(s, { caption: "", heads: [], ...s.data, groups }) : [null];
  s.file = file && fileLink(file);
  const filter = finderTexts && (s.filter ??= rowFilter());
  if (filter && finderTexts) filter.setRows(s.rows ?? [], finderTexts);
  const wasFiltering = activeElement !== null && activeElement === filter?.input;
  const above = sentences.map((text) => el("p", "above", ...markedText(s.data.words, text)));
  s.box.replaceChildren(...[picker, ...above, link && pageLink(s, link), filter?.node, s.scroller, s.file].flatMap((node) => node || []));
  if (s.scroller) Object.assign(s.scroller, { scrollLeft: left, scrollTop: top });
  s.settle ??= rovingTabindex(s.box); // one stop of the Tab key for all words
  s.settle();
  if (focusedIndex >= 0) s.buttons?.[Math.min(focusedIndex, s.buttons.length - 1)]?.focus();
  else if (wasFiltering) filter?.input.focus();
  else if (wasChoosing) picker?.querySelector("select")?.focus();
}

export default redrawnPart("table", draw);
