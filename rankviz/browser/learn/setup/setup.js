// What a teacher makes a set with: choices that change the address at once, the first question, the link, and the files.
import { download } from "../../kit/download.js";
import { el, fillTemplate, icon, write } from "../../kit/elements.js";
import { definePart } from "../../kit/part.js";
import { linkLine } from "../../shared/link/link_line.js";
import { openTeacherPage } from "../../tab/class_broadcast.js";
import * as pageUrl from "../../kit/page_url.js";
import { tiles } from "../grade_tiles/grade_tiles.js";

const PAUSE = 400; // ms after the last key
const MOST_SEED = 9999; // of other lists
const ICONS = {
  tick: "M4 10.500l4 4 8-9",
  again: "M16 6.500A7 7 0 1 0 17 10M16.500 2.500v4h-4",
  file: "M10 3v9M6 8.500l4 4 4-4M4 16.500h12",
  before: "M12 4.500 6.500 10l5.500 5.500",
  after: "M8 4.500l5.500 5.500L8 15.500",
};

const go = (s, value) => s.tab.dispatch({ name: "set_learn_params", value });

const checked = (boxes) => [...boxes].filter(([, { input }]) => input.checked).map(([value]) => value);

// A group of boxes of which at least one stays.
function makeBox(s, boxes, name, value) {
  const input = el("input", "", { type: "checkbox" });
  const box = { input, label: el("span", "label"), note: el("small") };
  input.onchange = () => {
    const all = checked(boxes);
    if (all.length) go(s, { [name]: all.join(".") });
    else input.checked = true;
  };
  box.node = el("label", "", input, el("span", "words", box.label, box.note));
  boxes.set(value, box);
  return box;
}

// Boxes are known by what they stand for: a metric keeps its box when it gets a cutoff.
function drawBoxes(s, group, name, rows) {
  const keyOf = (/** @type {string} */ value) => value.replace(/[(@].*/, "");
  for (const { value, label, note = "", on } of rows) {
    const known = [...group.boxes].find(([each]) => keyOf(each) === keyOf(value));
    if (known && known[0] !== value) {
      const entries = [...group.boxes].map(([each, box]) => [each === known[0] ? value : each, box]);
      group.boxes.clear();
      for (const [each, box] of entries) group.boxes.set(each, box);
    }
    const box = group.boxes.get(value) ?? makeBox(s, group.boxes, name, value);
    if (!box.node.isConnected) group.node.append(box.node);
    box.input.checked = on;
    write(box.label, label);
    write(box.note, note);
  }
}

function makeNumber(s, name, change) {
  const field = { input: el("input", "number", { inputmode: "numeric", autocomplete: "off" }), said: el("p", "error", { id: `said-${name}`, role: "status" }) };
  field.input.setAttribute("aria-describedby", field.said.id);
  const take = () => {
    clearTimeout(field.timer);
    const typed = field.input.value.trim();
    const { low, high, empty, problem, value } = field.data;
    const fits = typed ? /^[0-9]{1,10}$/.test(typed) && Number(typed) >= low && Number(typed) <= high : empty;
    field.input.ariaInvalid = String(!fits);
    write(field.said, fits ? "" : problem);
    if (fits && typed !== value) change(typed);
  };
  field.input.oninput = () => {
    clearTimeout(field.timer);
    field.timer = setTimeout(take, PAUSE);
  };
  field.input.onchange = take;
  s.fields.set(name, field);
  return field;
}

// What is typed and not yet taken stays.
function drawNumber(field, data, label) {
  if (!field.data || field.input.value === field.data.value) field.input.value = data.value;
  field.data = data;
  field.input.ariaLabel = label;
}

function makeRow(s, name, ...content) {
  const row = { label: el("legend"), node: el("fieldset", `row ${name}-row`), note: el("p", "note") };
  row.node.append(row.label, el("div", "inside", ...content, row.note));
  s.rows.set(name, row);
  return row;
}

function makeLevels(s, levels) {
  for (const { value } of levels) {
    const input = el("input", "", { type: "radio", name: "rv-level", value });
    const text = el("span");
    input.onchange = () => go(s, { level: value });
    s.levels.append(el("label", "", input, text));
  }
}

function help(s) {
  const words = [s.hints.input.checked && "hints", s.names.input.checked && "names", s.fields.get("tries").input.value.trim()];
  go(s, { help: words.filter(Boolean).join(".") || "none" });
}

function makeHelp(s) {
  const make = () => {
    const box = { input: el("input", "", { type: "checkbox" }), label: el("span", "label") };
    box.input.onchange = () => help(s);
    box.node = el("label", "", box.input, box.label);
    return box;
  };
  [s.hints, s.names] = [make(), make()];
  const tries = makeNumber(s, "tries", () => help(s));
  [s.triesBefore, s.triesAfter] = [el("span"), el("span")];
  makeRow(s, "help", el("div", "line", s.hints.node, s.names.node, el("span", "tries", s.triesBefore, tries.input, s.triesAfter)), tries.said);
}

function makeMany(s) {
  const [n, seed, k] = ["n", "seed", "k"].map((name) => makeNumber(s, name, (typed) => go(s, { [name]: typed })));
  [s.minutes, s.seedLabel] = [el("span", "muted"), el("span")];
  s.others = el("button", "link others");
  s.others.onclick = () => {
    const other = String(1 + Math.floor(Math.random() * MOST_SEED));
    Object.assign(seed.input, { value: seed.data.value, ariaInvalid: "false" });
    write(seed.said);
    go(s, { seed: other, q: "" });
  };
  makeRow(s, "many", el("div", "line", n.input, s.minutes, el("span", "seed", s.seedLabel, seed.input), s.others), n.said, seed.said);
  makeRow(s, "cutoff", el("div", "line", k.input), k.said);
}

function makeName(s) {
  s.name = el("input", "name");
  s.name.onchange = () => go(s, { title: s.name.value.trim() });
  makeRow(s, "name", s.name);
}

async function save(s, value, button) {
  button.disabled = true;
  write(s.said, s.data.texts.making);
  const found = await s.tab.file({ form: value });
  button.disabled = false;
  write(s.said, found ? found.note : s.data.texts.not_made);
  if (found) download(found.name, new Blob([found.text], { type: found.type }));
}

async function open(s) {
  const [file] = s.file.files;
  s.file.value = "";
  if (!file) return;
  const { limit, texts } = s.data;
  if (file.size > 4 * limit) return void write(s.said, fillTemplate(texts.open_large, { found: file.size.toLocaleString("en"), limit: limit.toLocaleString("en") }));
  s.tab.dispatch({ name: "open_file_text", value: await file.text() });
  go(s, { clear: "1", own: "1", make: "1" });
}

function drawFiles(s, { files, texts }) {
  for (const { value, label } of files) {
    const button = s.files.get(value) ?? el("button", "", icon(ICONS.file), el("span"));
    if (!s.files.has(value)) s.others4.append(button);
    s.files.set(value, button);
    button.onclick = () => save(s, value, button);
    write(button.querySelector("span"), label);
  }
  write(s.open.querySelector("span"), texts.open);
  write(s.openNote, texts.open_note);
}

function drawFirst(s, { first, texts }) {
  const step = (name, to) => {
    const button = el("button", `turn ${name}`, { "aria-label": texts[name] }, icon(ICONS[name]));
    button.disabled = !to;
    button.onclick = () => go(s, { q: to });
    return button;
  };
  const { activeElement } = s.box.getRootNode();
  const had = [...(activeElement?.classList ?? [])].includes("turn") ? activeElement.className.split(" ")[1] : "";
  const head = el("div", "head", el("h2", "", first.head), step("before", first.before), step("after", first.after));
  const numbers = (first.rows ?? []).flatMap(({ number, words }) => [el("dt", "", number), el("dd", "", words)]);
  const card = first.problem
    ? [el("p", "problem", first.problem)]
    : [el("h3", "", first.task), ...first.lists.map(tiles), first.lines.length && el("ul", "lines", ...first.lines.map((line) => el("li", "", line))), numbers.length && el("dl", "", ...numbers), first.more && el("p", "more", first.more)];
  s.first.replaceChildren(head, el("div", "card", ...card));
  if (had) (s.first.querySelector(`.${had}:enabled`) ?? s.first.querySelector(".turn:enabled"))?.focus();
}

function drawLink(s, { link, own, texts }) {
  s.link.hidden = own;
  if (own) return;
  const address = pageUrl.absoluteUrl(String(new URLSearchParams(link)));
  s.line.show({ address, code: s.code?.address === address ? s.code.svg : "", reach_note: s.code?.reachNote ?? "", texts: { ...s.data.line, no_code: texts.making } });
}

// The code is made when it is asked for.
async function drawCode(s) {
  const { link, texts } = s.data;
  const address = pageUrl.absoluteUrl(String(new URLSearchParams(link)));
  if (s.code?.address === address || s.line.node.querySelector(".rv-link-picture").hidden) return;
  const found = await s.tab.file({ form: "code", at: pageUrl.base() });
  s.code = { address, svg: found?.text ?? "", reachNote: found?.note ?? "" };
  const lineTexts = { ...s.data.line, no_code: found ? s.data.line.no_code : texts.not_made };
  s.line.show({ address, code: s.code.svg, reach_note: s.code.reachNote, texts: lineTexts });
}

function mount(root) {
  const s = { box: root.querySelector(".setup"), rows: new Map(), fields: new Map(), files: new Map(), line: linkLine() };
  s.metrics = { boxes: new Map(), node: el("div", "chips") };
  s.kinds = { boxes: new Map(), node: el("div", "kinds") };
  makeRow(s, "metrics", s.metrics.node);
  makeRow(s, "kinds", s.kinds.node);
  s.levels = el("div", "levels");
  makeRow(s, "level", s.levels);
  makeHelp(s);
  makeMany(s);
  makeName(s);
  s.first = el("div", "first");
  s.linkHead = el("h2");
  s.try = el("button", "main");
  s.try.onclick = () => go(s, s.data.own ? { make: "", q: "1" } : { clear: "1", ...s.data.link, q: "1" });
  s.class = el("button", "class");
  s.class.onclick = () => s.tab.afterPending(() => openTeacherPage(String(new URLSearchParams(s.data.link))));
  s.link = el("div", "link-box", s.linkHead, s.line.node);
  s.line.node.querySelector(".rv-link-code").addEventListener("click", () => drawCode(s));
  s.filesHead = el("h2");
  s.others4 = el("div", "files");
  s.said = el("p", "note said", { role: "status" });
  s.file = el("input", "away", { type: "file", accept: ".toml,text/plain", tabindex: -1, "aria-hidden": "true" });
  s.file.onchange = () => open(s);
  s.open = el("button", "open", icon(ICONS.file), el("span"));
  s.open.onclick = () => s.file.click();
  s.openNote = el("p", "note");
  s.title = el("h1");
  s.about = el("p", "about");
  const left = el("div", "left", ...[...s.rows.values()].map(({ node }) => node));
  const right = el("aside", "right", s.first, s.try, s.class, s.link, s.filesHead, s.others4, s.said, s.open, s.file, s.openNote);
  s.box.append(s.title, s.about, el("div", "both", left, right));
  return s;
}

function update(s, { data, tab }) {
  Object.assign(s, { data, tab });
  const { texts, fields } = data;
  write(s.title, data.title);
  write(s.about, data.about);
  s.box.classList.toggle("own", data.own);
  if (!s.levels.children.length) makeLevels(s, data.levels);
  drawBoxes(s, s.metrics, "of", data.metrics);
  drawBoxes(s, s.kinds, "ask", data.kinds);
  [...s.levels.children].forEach((label, i) => {
    label.querySelector("input").checked = data.levels[i].value === data.level;
    write(label.querySelector("span"), data.levels[i].label);
  });
  for (const [name, row] of s.rows) {
    write(row.label, texts[name]);
    const note = { kinds: data.kinds_note, level: data.level_note, help: data.help.note, cutoff: texts.cutoff_note, name: texts.name_note };
    write(row.note, note[name] ?? "");
  }
  Object.assign(s.hints.input, { checked: data.help.hints });
  Object.assign(s.names.input, { checked: data.help.names });
  write(s.hints.label, texts.hints);
  write(s.names.label, texts.names);
  write(s.triesBefore, texts.tries_before);
  write(s.triesAfter, texts.tries_after);
  const labels = { n: texts.count, seed: texts.seed, k: texts.cutoff, tries: texts.tries };
  for (const [name, field] of s.fields) drawNumber(field, fields[name], labels[name]);
  write(s.minutes, data.minutes);
  write(s.seedLabel, texts.seed);
  s.others.replaceChildren(icon(ICONS.again), el("span", "", texts.others));
  if (s.name.getRootNode().activeElement !== s.name) s.name.value = data.name.value;
  Object.assign(s.name, { maxLength: data.name.limit, ariaLabel: texts.name });
  write(s.linkHead, texts.link);
  write(s.filesHead, texts.elsewhere);
  write(s.try, texts.try);
  write(s.class, data.class);
  s.class.hidden = !data.class;
  drawFirst(s, data);
  drawLink(s, data);
  drawFiles(s, data);
}

export default definePart(mount, update);
