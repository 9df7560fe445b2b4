// A table of numbers. A cell may be tinted by its value, marked by a sign and a word, and be a button that asks for something.
import { el } from "../../kit/elements.js";
import { bindPageLink } from "../../kit/lead.js";
import { redrawnPart } from "../../kit/part.js";
import { remarks } from "../../kit/remarks.js";
import { select } from "../../kit/select.js";
import { withTerms, rovingTabindex, markedText } from "../../kit/terms.js";
import { finder, saidIn } from "./finder.js";

function head(s, scope, text, sub = "") {
  const name = typeof text === "string" ? markedText(s.words, text) : withTerms(text);
  const node = el("th", "", { scope }, el("span", "name", ...name), sub && el("small", "", sub));
  // Read aloud, a word that can be pressed would stand apart: "nDCG @10".
  if (name.length > 1) node.ariaLabel = [...node.childNodes].map(({ textContent }) => textContent).join(" ");
  return node;
}

function words({ text, flag, sign, word, hidden, lines }) {
  const shape = sign && el("i", "sign", { "aria-hidden": true }, sign);
  const mark = (sign || word) && el("span", "mark", shape, word && el("span", "", word));
  const more = (lines ?? []).map((line) => el("span", "line", line));
  const noted = flag && el("sup", "", { "aria-hidden": true }, flag); // the row says what of
  return [text && el("span", "text", text, noted), mark, ...more, hidden && el("span", "away", hidden)];
}

function cell(s, data) {
  const node = el("td", [data.side, ...(data.marks ?? [])].filter(Boolean).join(" "));
  if (data.heat != null) node.style.setProperty("--heat", `${Math.round(data.heat * 45)}%`);
  if (data.heat != null) node.classList.add("heat");
  if (data.title) node.title = data.title;
  if (!data.set) {
    node.append(...words(data).filter(Boolean));
    return node;
  }
  const button = el("button", "", ...words(data));
  if (data.marks?.includes("present")) button.ariaCurrent = "true";
  button.onclick = () => (s.tab ? s.tab.dispatch(data.set) : s.send("pressed", data.set));
  s.buttons.push(button);
  node.append(button);
  return node;
}

function rows(s, row, width) {
  const name = head(s, "row", row.head, row.sub);
  const first = el("tr", row.mark ?? "", name, ...row.cells.map((each) => cell(s, each)));
  const said = (row.notes ?? []).map((note) => el("p", "", ...markedText(s.words, note)));
  said.push(...remarks(row.told, s.words, (s.opened ??= new Set()), row.key));
  if (!said.length) return [first];
  const notes = el("td", "", el("div", "notes", ...said));
  notes.colSpan = width - 1;
  name.rowSpan = 2;
  return [first, el("tr", "below", notes)];
}

function group(s, one, width) {
  const { name, rows: given } = one;
  const body = el("tbody", "", { "data-elsewhere": "" }); // its rows tell of other lists, or of other choices
  if (name) {
    const title = head(s, "rowgroup", name);
    title.colSpan = width;
    body.append(el("tr", "group", title));
  }
  for (const row of given) {
    const nodes = rows(s, row, width);
    body.append(...nodes);
    if (name) s.rows.push({ body, nodes, text: saidIn(one, row) });
  }
  return body;
}

/**
 * A table in a box that scrolls; the part that it stands in is `s`.
 *
 * @returns {HTMLElement[]}
 */
export function tableOf(s, { caption, heads, groups, tall, words: known }) {
  s.words = known;
  s.buttons = [];
  s.rows = []; // those that stand in a group can be found
  const top = el("tr", "", ...heads.map((each) => head(s, "col", each)));
  const table = el("table", "", el("caption", "", caption), el("thead", "", top));
  table.append(...groups.map((each) => group(s, each, heads.length)));
  return [el("div", tall ? "scroller tall" : "scroller", { tabindex: 0, role: "region", "aria-label": caption }, table)];
}

function file({ label, name, text }) {
  const link = el("a", "link file", { download: name }, label);
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  return link;
}

// Pressed, it leads to another page within the session, with what can be undone there.
function way(s, { label, page, search, edit }) {
  const link = el("a", "link", label);
  bindPageLink(link, page, () => search, { navigateTo: (to) => s.tab.dispatchAndGo(edit, to) });
  return link;
}

function draw(s) {
  const { said, choose, groups, link, file: given, find } = s.data;
  const { activeElement } = s.box.getRootNode();
  const at = s.buttons?.indexOf(activeElement) ?? -1;
  const wasChoosing = activeElement?.nodeName === "SELECT";
  const { scrollLeft: left, scrollTop: top } = s.scroller ?? { scrollLeft: 0, scrollTop: 0 };
  if (s.file) URL.revokeObjectURL(s.file.href);
  const picker = choose && select(choose, (value) => s.tab.dispatch({ name: "place", value: { [choose.name]: value } }));
  [s.scroller] = groups ? tableOf(s, s.data) : [null];
  s.file = given && file(given);
  const finding = find && (s.finder ??= finder());
  finding?.over(s.rows, find);
  const wasFinding = Boolean(finding) && activeElement === finding.input;
  const above = (said ?? []).map((text) => el("p", "above", ...markedText(s.data.words, text)));
  s.box.replaceChildren(...[picker, ...above, link && way(s, link), finding?.node, s.scroller, s.file].filter(Boolean));
  if (s.scroller) Object.assign(s.scroller, { scrollLeft: left, scrollTop: top });
  s.settle ??= rovingTabindex(s.box); // one stop of the Tab key for all words
  s.settle();
  if (at >= 0) s.buttons[Math.min(at, s.buttons.length - 1)]?.focus();
  else if (wasFinding) finding.input.focus();
  else if (wasChoosing) picker?.querySelector("select")?.focus();
}

export default redrawnPart("table", draw);
