// The list of lessons, with how far each was read in this session; and practice beside it.

import { el, fillTemplate, write } from "../../kit/elements.js";
import { definePart } from "../../kit/part.js";
import { freshSeed } from "../../kit/random_seed.js";
import { icon } from "../../kit/svg.js";

const TICK = "M4.500 10.500 8.500 14.500 15.500 6";
const NEXT = "M8.500 4.500 14 10l-5.500 5.500M13.500 10H5";

const openParams = (s, params) => s.tab.dispatch({ name: "set_learn_params", value: { clear: "1", ...params } });

// A step counts as read once the reader went on from it.
function readStepCount(s, key) {
  const work = s.tab.works()[`lesson=${key}`] ?? {};
  return Object.values(work).filter(({ skipped, shown }) => skipped || shown).length;
}

function row(s, { key, number, label, title, about, metrics, count }) {
  const { texts } = s.data;
  const done = Math.min(readStepCount(s, key), count);
  const isRead = done === count;
  const place = el("span", "place", ...(isRead ? [icon(TICK), el("span", "away", texts.read)] : [el("span", "", number, { "aria-hidden": true })]));
  const begun = done && !isRead ? fillTemplate(texts.begun, { done, count }) : "";
  const node = el("a", "row", { href: `?lesson=${key}` }, place, el("span", "words", el("b", "", title, { title: label }), el("span", "about", about)), el("span", "metrics", metrics), el("span", "begun", begun));
  node.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    // Continue where the reader stopped, or begin.
    openParams(s, { lesson: key, ...(done && !isRead ? { step: String(Math.min(done + 1, count)) } : {}) });
  };
  return el("li", "", node);
}

async function open(s, file) {
  const { texts, limit } = s.data;
  const text = file.size > 4 * limit ? null : await file.text();
  if (text === null || text.length > limit) return void write(s.status, fillTemplate(texts.too_large, { limit: limit.toLocaleString("en") }));
  write(s.status, texts.own_told);
  s.tab.dispatch({ name: "open_file_text", value: text });
  openParams(s, { own: "1" });
}

function chip(s, { key, label }) {
  const box = el("input", "", { type: "checkbox", value: key });
  box.checked = s.chosen.has(key);
  box.onchange = () => {
    s.chosen[box.checked ? "add" : "delete"](key);
    renderStart(s);
  };
  return el("label", "chip", box, el("span", "", label));
}

function level(s, { value, label }) {
  const radio = el("input", "", { type: "radio", name: "level", value });
  radio.checked = value === s.level;
  radio.onchange = () => (s.level = value);
  return el("label", "level", radio, el("span", "", label));
}

function renderStart(s) {
  const isEmpty = s.chosen.size === 0;
  s.start.ariaDisabled = String(isEmpty);
  write(s.emptyNote, isEmpty ? s.data.texts.choose : "");
}

function startPractice(s) {
  if (!s.chosen.size) return;
  const metrics = s.data.measures.map(({ key }) => key).filter((key) => s.chosen.has(key));
  openParams(s, { ask: "value", of: metrics.join("."), seed: freshSeed(), level: s.level });
}

function practicePanel(s) {
  const { texts, measures, levels } = s.data;
  const group = (name, label, ...nodes) => el("fieldset", name, el("legend", "away", label), ...nodes);
  s.start = el("button", "main", el("span", "", texts.start), icon(NEXT));
  s.start.onclick = () => startPractice(s);
  s.emptyNote = el("p", "none", { role: "status" });
  const make = el("button", "link", texts.make);
  make.onclick = () => openParams(s, { make: "1" });
  return el(
    "section", "panel", { "aria-labelledby": "practise" },
    el("h2", "", texts.practise, { id: "practise" }), el("p", "hint", texts.practise_told),
    group("chips", texts.measures, ...measures.map((each) => chip(s, each))),
    group("levels", texts.level, ...levels.map((each) => level(s, each))),
    s.start, s.emptyNote,
    el("p", "teaching", `${texts.teaching} `, make, el("span", "hint", ` ${texts.make_told}`)),
  );
}

function ownFile(s) {
  const { texts } = s.data;
  s.file = el("input", "away", { type: "file", accept: ".toml,text/plain", id: "file" });
  s.file.onchange = () => s.file.files[0] && open(s, s.file.files[0]);
  s.status = el("span", "hint", texts.own_told, { role: "status" });
  return el("p", "own", s.file, el("label", "link", texts.own, { for: "file" }), " ", s.status);
}

function render(s) {
  const { texts, lessons, measures } = s.data;
  s.level ||= s.data.levels[0].value;
  s.chosen ??= new Set(measures.filter((each) => each.chosen).map((each) => each.key));
  const list = el("section", "lessons", { "aria-label": texts.lessons }, el("h1", "", texts.title), el("p", "hint", texts.told), el("ol", "", ...lessons.map((each) => row(s, each))), ownFile(s));
  s.box.replaceChildren(list, practicePanel(s));
  renderStart(s);
}

export default definePart(
  (root) => /** @type {any} */ ({ box: root.querySelector(".catalogue"), level: "" }),
  (s, { data, tab }) => {
    Object.assign(s, { data, tab });
    render(s);
  },
);
