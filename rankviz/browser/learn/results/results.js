// The results of a set: how each question went, the mistakes with the lesson that treats each, and the results as files.
import { copied } from "../../kit/clipboard.js";
import { download } from "../../kit/download.js";
import { focusIfLost, el, write } from "../../kit/elements.js";
import { focusedBeside } from "../../kit/find_elements.js";
import { redrawnPart } from "../../kit/part.js";
import * as pageUrl from "../../kit/page_url.js";
import { COPY, icon } from "../../kit/svg.js";
import { tiles } from "../grade_tiles/grade_tiles.js";

/** @import { Drawn } from "../../kit/part.js" */
/** @import { ColumnName, Mistake, ResultsPayload, Row } from "./payload.d.ts" */
/** @typedef {Drawn<ResultsPayload> & { status: HTMLElement, timer: number }} State */

const STATUS_TIME = 2000; // ms that a status is shown
const ICONS = {
  right: "M4 10.500l4 4 8-9",
  shown: "M2 10c2-3.500 5-5.300 8-5.300s6 1.800 8 5.300c-2 3.500-5 5.300-8 5.300s-6-1.800-8-5.300zM10 7.600a2.400 2.400 0 1 0 .01 0",
  again: "M16 6.500A7 7 0 1 0 17 10M16.500 2.500v4h-4",
  csv: "M10 3v9M6 8.500l4 4 4-4M4 16.500h12",
  print: "M6 7V3h8v4M6 14H3.500V7h13v7H14M6 11.500h8V17H6z",
  book: "M10 5C8.500 3.800 6 3.500 3 3.500v12c3 0 5.500.3 7 1.500 1.500-1.200 4-1.500 7-1.500v-12c-3 0-5.500.3-7 1.500zM10 5v12",
};
/** @type {ColumnName[]} */
const COLUMNS = ["task", "list", "outcome", "answer", "wrong_answers"];

/**
 * @param {string} name
 * @param {string} path of its icon, "" for none
 * @param {string} label
 * @param {() => void} press
 */
const button = (name, path, label, press) => {
  const node = el("button", name, path && icon(path), el("span", "", label));
  node.onclick = press;
  return node;
};

const cell = (/** @type {string} */ name, /** @type {(Node | string | null)[]} */ ...content) => el("td", name, { role: "cell" }, ...content);

function tableRow(/** @type {State} */ s, /** @type {Row} */ row) {
  const number = el("td", "number", { role: "cell" }, String(row.number));
  if (row.problem !== undefined) return el("tr", "", { role: "row" }, number, el("td", "problem", { role: "cell", colspan: COLUMNS.length }, row.problem));
  const name = button("task", "", row.task, () => s.tab.dispatch({ name: "set_learn_params", value: { q: String(row.number) } }));
  name.title = row.open_label;
  const outcome = el("span", "", row.sign && icon(ICONS[row.sign]), row.outcome);
  const wrongAnswers = row.wrong_answers.map(({ typed, text }) => (text ? el("p", "", text) : el("p", "", el("s", "", typed))));
  const solution = row.solution && el("details", "", el("summary", "", row.solution.label), ...row.solution.lines.map((line) => el("p", "line", line)));
  return el(
    "tr",
    "",
    { role: "row" },
    number,
    el("th", "task", { scope: "row", role: "rowheader" }, name),
    cell("list", ...row.lists.map(tiles)),
    cell("outcome", outcome),
    cell("answer", row.answer),
    cell("wrong_answers", ...wrongAnswers, solution),
  );
}

function table(/** @type {State} */ s, /** @type {ResultsPayload} */ { heads, rows }) {
  const top = [el("td", "number", { role: "cell" }), ...COLUMNS.map((name) => el("th", name, { scope: "col", role: "columnheader" }, heads[name]))];
  const head = el("thead", "", { role: "rowgroup" }, el("tr", "", { role: "row" }, ...top));
  return el("table", "", { role: "table" }, head, el("tbody", "", { role: "rowgroup" }, ...rows.map((row) => tableRow(s, row))));
}

function mistake(/** @type {State} */ s, /** @type {Mistake} */ { text, times, lesson, params }) {
  const link = params && button("link", ICONS.book, lesson, () => s.tab.dispatch({ name: "set_learn_params", value: params }));
  return el("li", "", el("b", "", text), el("span", "times", times), link);
}

// A test is handed in question by question; the last one requests the response.
function handIn(/** @type {State} */ s) {
  const numbers = s.data.rows.filter(({ problem }) => !problem).map(({ number }) => number);
  numbers.forEach((at, i) => s.tab.dispatch({ name: "record_work", value: { number: at, shown: true, silent: i < numbers.length - 1 } }));
}

function showStatus(/** @type {State} */ s, /** @type {string} */ text) {
  write(s.status, text);
  clearTimeout(s.timer);
  s.timer = setTimeout(() => write(s.status), STATUS_TIME);
}

async function copy(/** @type {State} */ s) {
  const { text, texts } = s.data;
  const address = pageUrl.absoluteUrl(pageUrl.search());
  const isDone = await copied(`${text}${address}\n`, s.box);
  showStatus(s, isDone ? texts.copied : texts.copy_failed);
}

function buttons(/** @type {State} */ s, /** @type {ResultsPayload} */ { csv, csv_name: name, can_hand_in: canHandIn, again_params: again, texts }) {
  const first = canHandIn
    ? [button("main", "", texts.finish, () => handIn(s)), el("p", "note", texts.finish_note)]
    : [again && button("main", ICONS.again, texts.again, () => s.tab.dispatch({ name: "set_learn_params", value: again }))];
  const others = [
    button("copy", COPY, texts.copy, () => copy(s)),
    button("csv", ICONS.csv, texts.csv, () => download(name, new Blob([csv], { type: "text/csv" }))),
    button("print", ICONS.print, texts.print, () => window.print()),
  ];
  return [...first, el("div", "others", ...others), s.status];
}

function draw(/** @type {State} */ s) {
  const { data } = s;
  const focusedClass = focusedBeside(s.box)?.className;
  s.status ??= el("p", "status", { role: "status" });
  const counts = data.counts.map(({ number, label }) => el("div", "count", el("b", "", number), el("span", "", label)));
  const mistakes = data.mistakes.length ? [el("h2", "", data.texts.look), el("ul", "", ...data.mistakes.map((each) => mistake(s, each)))] : [];
  const title = el("h1", "", { tabindex: -1 }, data.title);
  s.box.replaceChildren(
    title,
    el("p", "about", data.about),
    el("div", "both", el("div", "left", el("div", "counts", ...counts), table(s, data)), el("aside", "right", { "aria-label": data.texts.look }, ...mistakes, ...buttons(s, data))),
  );
  if (focusedClass) /** @type {HTMLElement | null} */ (s.box.querySelector(`button.${focusedClass.split(" ")[0]}`))?.focus();
  focusIfLost(() => title);
}

export default redrawnPart("results", draw);
