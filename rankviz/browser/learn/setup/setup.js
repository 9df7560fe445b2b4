// The set-up of a question set: choices that change the URL at once, a question, the link, and the files.
import { download } from "../../kit/download.js";
import { el, fillTemplate, write } from "../../kit/elements.js";
import { elementIn, focusedBeside } from "../../kit/find_elements.js";
import { definePart } from "../../kit/part.js";
import { linkLine } from "../../shared/link_with_qr/link_line.js";
import { openTeacherPage } from "../../tab/class_broadcast.js";
import * as pageUrl from "../../kit/page_url.js";
import { icon } from "../../kit/svg.js";
import { tiles } from "../grade_tiles/grade_tiles.js";

/** @import { Given } from "../../kit/part.js" */
/** @import { AskedQuestion, BoxPayload, FieldName, FieldPayload, SetupPayload, ShownQuestion } from "./payload.d.ts" */
/** @typedef {ReturnType<typeof build>} State */
/** @typedef {{ input: HTMLInputElement, label: HTMLElement, note: HTMLElement, node: HTMLElement }} Box */
/** @typedef {Map<string, Box>} Boxes by their value */
/** @typedef {{ input: HTMLInputElement, error: HTMLElement, timer: number, data: FieldPayload | null }} Field */

const TYPING_PAUSE = 400; // ms after the last key
const LARGEST_NEW_SEED = 9999;
const ICONS = {
  tick: "M4 10.500l4 4 8-9",
  again: "M16 6.500A7 7 0 1 0 17 10M16.500 2.500v4h-4",
  file: "M10 3v9M6 8.500l4 4 4-4M4 16.500h12",
  before: "M12 4.500 6.500 10l5.500 5.500",
  after: "M8 4.500l5.500 5.500L8 15.500",
};

const setParams = (/** @type {Pick<State, "tab">} */ s, /** @type {Record<string, string>} */ value) => s.tab.dispatch({ name: "set_learn_params", value });

const checkedValues = (/** @type {Boxes} */ boxes) => [...boxes].filter(([, { input }]) => input.checked).map(([value]) => value);

/**
 * What was pressed since the answer was asked for stays as it was pressed: the next answer is of it.
 *
 * @param {State} s
 * @param {HTMLInputElement} input
 * @param {boolean} isChecked
 */
function setChecked(s, input, isChecked) {
  if (!s.tab.isResponseDue()) input.checked = isChecked;
}

/**
 * One checkbox of a group in which at least one stays checked.
 *
 * @param {State} s
 * @param {Boxes} boxes
 * @param {string} name
 * @param {string} value
 */
function makeBox(s, boxes, name, value) {
  const input = el("input", "", { type: "checkbox" });
  const [label, note] = [el("span", "label"), el("small")];
  const box = { input, label, note, node: el("label", "", input, el("span", "words", label, note)) };
  input.onchange = () => {
    const values = checkedValues(boxes);
    if (values.length) setParams(s, { [name]: values.join(".") });
    else input.checked = true;
  };
  boxes.set(value, box);
  return box;
}

/**
 * A box is found by its metric or kind: a metric keeps its box when it gets a cutoff.
 *
 * @param {State} s
 * @param {{ boxes: Boxes, node: HTMLElement }} group
 * @param {string} name
 * @param {BoxPayload[]} rows
 */
function drawBoxes(s, group, name, rows) {
  const keyOf = (/** @type {string} */ value) => value.replace(/[(@].*/, "");
  for (const { value, label, note = "", is_on: isOn } of rows) {
    const known = [...group.boxes].find(([each]) => keyOf(each) === keyOf(value));
    if (known && known[0] !== value) {
      const entries = [...group.boxes];
      group.boxes.clear();
      for (const [each, box] of entries) group.boxes.set(each === known[0] ? value : each, box);
    }
    const box = group.boxes.get(value) ?? makeBox(s, group.boxes, name, value);
    if (!box.node.isConnected) group.node.append(box.node);
    setChecked(s, box.input, isOn);
    write(box.label, label);
    write(box.note, note);
  }
}

/**
 * @param {State} s
 * @param {FieldName} name
 * @param {(typed: string) => void} change
 */
function makeNumber(s, name, change) {
  const [input, error] = [el("input", "number", { inputmode: "numeric", autocomplete: "off" }), el("p", "error", { id: `error-${name}`, role: "status" })];
  /** @type {Field} */
  const field = { input, error, timer: 0, data: null };
  field.input.setAttribute("aria-describedby", field.error.id);
  const submit = () => {
    clearTimeout(field.timer);
    if (!field.data) return;
    const typed = field.input.value.trim();
    const { low, high, may_be_empty: mayBeEmpty, problem, value } = field.data;
    const fits = typed ? /^[0-9]{1,10}$/.test(typed) && Number(typed) >= low && Number(typed) <= high : mayBeEmpty;
    field.input.ariaInvalid = String(!fits);
    write(field.error, fits ? "" : problem);
    if (fits && typed !== value) change(typed);
  };
  field.input.oninput = () => {
    clearTimeout(field.timer);
    field.timer = setTimeout(submit, TYPING_PAUSE);
  };
  field.input.onchange = submit;
  s.fields.set(name, field);
  return field;
}

/**
 * A number that is being typed is not overwritten.
 *
 * @param {Field} field
 * @param {FieldPayload} data
 * @param {string} label
 */
function drawNumber(field, data, label) {
  if (!field.data || field.input.value === field.data.value) field.input.value = data.value;
  field.data = data;
  field.input.ariaLabel = label;
}

/**
 * @param {State} s
 * @param {string} name
 * @param {...HTMLElement} content
 */
function makeRow(s, name, ...content) {
  const row = { label: el("legend"), node: el("fieldset", `row ${name}-row`), note: el("p", "note") };
  row.node.append(row.label, el("div", "inside", ...content, row.note));
  s.rows.set(name, row);
  return row;
}

function makeLevels(/** @type {State} */ s, /** @type {SetupPayload["levels"]} */ levels) {
  for (const { value } of levels) {
    const input = el("input", "", { type: "radio", name: "rv-level", value });
    const text = el("span");
    input.onchange = () => setParams(s, { level: value });
    s.levels.append(el("label", "", input, text));
  }
}

function setHelp(/** @type {State} */ s) {
  const values = [s.hints.input.checked && "hints", s.names.input.checked && "names", s.fields.get("tries")?.input.value.trim()];
  setParams(s, { help: values.filter(Boolean).join(".") || "none" });
}

function makeCheckbox() {
  const [input, label] = [el("input", "", { type: "checkbox" }), el("span", "label")];
  return { input, label, node: el("label", "", input, label) };
}

function makeHelp(/** @type {State} */ s) {
  s.hints.input.onchange = s.names.input.onchange = () => setHelp(s);
  const tries = makeNumber(s, "tries", () => setHelp(s));
  makeRow(s, "help", el("div", "line", s.hints.node, s.names.node, el("span", "tries", s.triesBefore, tries.input, s.triesAfter)), tries.error);
}

function makeCounts(/** @type {State} */ s) {
  const [n, seed, k] = /** @type {const} */ (["n", "seed", "k"]).map((name) => makeNumber(s, name, (typed) => setParams(s, { [name]: typed })));
  s.others.onclick = () => {
    const other = String(1 + Math.floor(Math.random() * LARGEST_NEW_SEED));
    Object.assign(seed.input, { value: seed.data?.value ?? "", ariaInvalid: "false" });
    write(seed.error);
    setParams(s, { seed: other, q: "" });
  };
  makeRow(s, "many", el("div", "line", n.input, s.minutes, el("span", "seed", s.seedLabel, seed.input), s.others), n.error, seed.error);
  makeRow(s, "cutoff", el("div", "line", k.input), k.error);
}

function makeName(/** @type {State} */ s) {
  s.name.onchange = () => setParams(s, { title: s.name.value.trim() });
  makeRow(s, "name", s.name);
}

/**
 * @param {State} s
 * @param {string} value the form of the file
 * @param {HTMLButtonElement} button
 */
async function save(s, value, button) {
  button.disabled = true;
  write(s.status, s.data.texts.making);
  const file = await s.tab.file({ form: value });
  button.disabled = false;
  write(s.status, file ? file.note : s.data.texts.not_made);
  if (file) download(file.name, new Blob([file.text], { type: file.type }));
}

async function open(/** @type {State} */ s) {
  const [file] = s.file.files ?? [];
  s.file.value = "";
  if (!file) return;
  const { limit, texts } = s.data;
  if (file.size > 4 * limit) return void write(s.status, fillTemplate(texts.open_large, { found: file.size.toLocaleString("en"), limit: limit.toLocaleString("en") }));
  s.tab.dispatch({ name: "open_file_text", value: await file.text() });
  setParams(s, { clear: "1", own: "1", make: "1" });
}

function drawFiles(/** @type {State} */ s, /** @type {SetupPayload} */ { files, texts }) {
  for (const { value, label } of files) {
    const button = s.files.get(value) ?? el("button", "", icon(ICONS.file), el("span"));
    if (!s.files.has(value)) s.fileButtons.append(button);
    s.files.set(value, button);
    button.onclick = () => save(s, value, button);
    write(elementIn(button, "span"), label);
  }
  write(elementIn(s.open, "span"), texts.open);
  write(s.openNote, texts.open_note);
}

/**
 * @param {ShownQuestion} question
 * @returns {question is AskedQuestion}
 */
const isAsked = (question) => !question.problem;

function drawQuestion(/** @type {State} */ s, /** @type {SetupPayload} */ { question, texts }) {
  const step = (/** @type {"before" | "after"} */ name, /** @type {string} */ to) => {
    const button = el("button", `turn ${name}`, { "aria-label": texts[name] }, icon(ICONS[name]));
    button.disabled = !to;
    button.onclick = () => setParams(s, { q: to });
    return button;
  };
  const focused = focusedBeside(s.box);
  const focusedName = focused?.classList.contains("turn") ? focused.className.split(" ")[1] : "";
  const head = el("div", "head", el("h2", "", question.head), step("before", question.previous), step("after", question.next));
  const numbers = (question.rows ?? []).flatMap(({ number, text }) => [el("dt", "", number), el("dd", "", text)]);
  const card = isAsked(question)
    ? [el("h3", "", question.task), ...question.lists.map(tiles), question.lines.length > 0 && el("ul", "lines", ...question.lines.map((line) => el("li", "", line))), numbers.length > 0 && el("dl", "", ...numbers), question.more && el("p", "more", question.more)]
    : [el("p", "problem", question.problem)];
  s.question.replaceChildren(head, el("div", "card", ...card));
  if (focusedName) /** @type {HTMLElement | null} */ (s.question.querySelector(`.${focusedName}:enabled`) ?? s.question.querySelector(".turn:enabled"))?.focus();
}

function drawLink(/** @type {State} */ s, /** @type {SetupPayload} */ { link_params: params, is_from_file: isFromFile, texts }) {
  s.link.hidden = isFromFile;
  if (isFromFile) return;
  const address = pageUrl.absoluteUrl(String(new URLSearchParams(params)));
  s.line.show({ address, code: s.code?.address === address ? s.code.svg : "", reach_note: s.code?.reachNote ?? "", texts: { ...s.data.link_texts, no_code: texts.making } });
}

// The QR code is requested when it is opened.
async function drawCode(/** @type {State} */ s) {
  const { link_params: params, texts } = s.data;
  const address = pageUrl.absoluteUrl(String(new URLSearchParams(params)));
  if (s.code?.address === address || elementIn(s.line.node, ".rv-link-picture").hidden) return;
  const file = await s.tab.file({ form: "code", at: pageUrl.base() });
  s.code = { address, svg: file?.text ?? "", reachNote: file?.note ?? "" };
  const { link_texts: linkTexts } = s.data;
  const lineTexts = { ...linkTexts, no_code: file ? linkTexts.no_code : texts.not_made };
  s.line.show({ address, code: s.code.svg, reach_note: s.code.reachNote, texts: lineTexts });
}

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {Given<SetupPayload>} given
 */
function build(root, { data, tab }) {
  return {
    data,
    tab,
    box: elementIn(root, ".setup"),
    rows: /** @type {Map<string, { label: HTMLElement, node: HTMLElement, note: HTMLElement }>} */ (new Map()),
    fields: /** @type {Map<FieldName, Field>} */ (new Map()),
    files: /** @type {Map<string, HTMLButtonElement>} */ (new Map()),
    line: linkLine(),
    code: /** @type {{ address: string, svg: string, reachNote: string } | null} */ (null),
    metrics: { boxes: /** @type {Boxes} */ (new Map()), node: el("div", "chips") },
    kinds: { boxes: /** @type {Boxes} */ (new Map()), node: el("div", "kinds") },
    levels: el("div", "levels"),
    hints: makeCheckbox(),
    names: makeCheckbox(),
    triesBefore: el("span"),
    triesAfter: el("span"),
    minutes: el("span", "muted"),
    seedLabel: el("span"),
    others: el("button", "link others"),
    name: el("input", "name"),
    question: el("div", "first"),
    linkHead: el("h2"),
    try: el("button", "main"),
    class: el("button", "class"),
    link: el("div", "link-box"),
    filesHead: el("h2"),
    fileButtons: el("div", "files"),
    status: el("p", "note status", { role: "status" }),
    file: el("input", "away", { type: "file", accept: ".toml,text/plain", tabindex: -1, "aria-hidden": "true" }),
    open: el("button", "open", icon(ICONS.file), el("span")),
    openNote: el("p", "note"),
    title: el("h1"),
    about: el("p", "about"),
  };
}

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {AbortSignal} _
 * @param {Given<SetupPayload>} given
 */
function mount(root, _, given) {
  const s = build(root, given);
  makeRow(s, "metrics", s.metrics.node);
  makeRow(s, "kinds", s.kinds.node);
  makeRow(s, "level", s.levels);
  makeHelp(s);
  makeCounts(s);
  makeName(s);
  s.try.onclick = () => setParams(s, s.data.is_from_file ? { make: "", q: "1" } : { clear: "1", ...s.data.link_params, q: "1" });
  s.class.onclick = () => s.tab.afterPending(() => openTeacherPage(String(new URLSearchParams(s.data.link_params))));
  s.link.append(s.linkHead, s.line.node);
  elementIn(s.line.node, ".rv-link-code").addEventListener("click", () => drawCode(s));
  s.file.onchange = () => open(s);
  s.open.onclick = () => s.file.click();
  const left = el("div", "left", ...[...s.rows.values()].map(({ node }) => node));
  const right = el("aside", "right", s.question, s.try, s.class, s.link, s.filesHead, s.fileButtons, s.status, s.open, s.file, s.openNote);
  s.box.append(s.title, s.about, el("div", "both", left, right));
  return s;
}

/**
 * @param {State} s
 * @param {Given<SetupPayload>} given
 */
function update(s, { data, tab }) {
  Object.assign(s, { data, tab });
  const { texts, fields } = data;
  write(s.title, data.title);
  write(s.about, data.about);
  s.box.classList.toggle("from-file", data.is_from_file);
  if (!s.levels.children.length) makeLevels(s, data.levels);
  drawBoxes(s, s.metrics, "of", data.metrics);
  drawBoxes(s, s.kinds, "ask", data.kinds);
  [...s.levels.children].forEach((label, i) => {
    setChecked(s, /** @type {HTMLInputElement} */ (label.querySelector("input")), data.levels[i].value === data.level);
    write(elementIn(label, "span"), data.levels[i].label);
  });
  for (const [name, row] of s.rows) {
    write(row.label, texts[name]);
    /** @type {Record<string, string>} */
    const note = { kinds: data.kinds_note, level: data.level_note, help: data.help.note, cutoff: texts.cutoff_note, name: texts.name_note };
    write(row.note, note[name] ?? "");
  }
  setChecked(s, s.hints.input, data.help.hints);
  setChecked(s, s.names.input, data.help.names);
  write(s.hints.label, texts.hints);
  write(s.names.label, texts.names);
  write(s.triesBefore, texts.tries_before);
  write(s.triesAfter, texts.tries_after);
  const labels = { n: texts.count, seed: texts.seed, k: texts.cutoff, tries: texts.tries };
  for (const [name, field] of s.fields) drawNumber(field, fields[name], labels[name]);
  write(s.minutes, data.minutes);
  write(s.seedLabel, texts.seed);
  s.others.replaceChildren(icon(ICONS.again), el("span", "", texts.others));
  if (focusedBeside(s.name) !== s.name) s.name.value = data.name.value;
  Object.assign(s.name, { maxLength: data.name.limit, ariaLabel: texts.name });
  write(s.linkHead, texts.link);
  write(s.filesHead, texts.elsewhere);
  write(s.try, texts.try);
  write(s.class, data.class_label);
  s.class.hidden = !data.class_label;
  drawQuestion(s, data);
  drawLink(s, data);
  drawFiles(s, data);
}

export default definePart(mount, update);
