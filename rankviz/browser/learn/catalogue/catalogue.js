// The list of lessons, with how far each was read in this session; and practice beside it.

import { el, fillTemplate, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { definePart } from "../../kit/part.js";
import { freshSeed } from "../../kit/random_seed.js";
import { icon } from "../../kit/svg.js";

/** @import { Given } from "../../kit/part.js" */
/** @import { CataloguePayload, LessonRow, Level, Measure } from "./payload.d.ts" */
/** @typedef {ReturnType<typeof build>} State */

const TICK = "M4.500 10.500 8.500 14.500 15.500 6";
const NEXT = "M8.500 4.500 14 10l-5.500 5.500M13.500 10H5";

const openParams = (/** @type {State} */ s, /** @type {Record<string, string>} */ params) => s.tab.dispatch({ name: "set_learn_params", value: { clear: "1", ...params } });

// A step counts as read once the reader went on from it.
function readStepCount(/** @type {State} */ s, /** @type {string} */ key) {
  const work = s.tab.works()[`lesson=${key}`] ?? {};
  return Object.values(work).filter(({ skipped, shown }) => skipped || shown).length;
}

function row(/** @type {State} */ s, /** @type {LessonRow} */ { key, number, label, title, about, metrics, count }) {
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

async function open(/** @type {State} */ s, /** @type {File} */ file) {
  const { texts, limit } = s.data;
  const text = file.size > 4 * limit ? null : await file.text();
  if (text === null || text.length > limit) return void write(s.status, fillTemplate(texts.too_large, { limit: limit.toLocaleString("en") }));
  write(s.status, texts.own_told);
  s.tab.dispatch({ name: "open_file_text", value: text });
  openParams(s, { own: "1" });
}

function chip(/** @type {State} */ s, /** @type {Measure} */ { key, label }) {
  const box = el("input", "", { type: "checkbox", value: key });
  box.checked = s.chosen.has(key);
  box.onchange = () => {
    s.chosen[box.checked ? "add" : "delete"](key);
    renderStart(s);
  };
  return el("label", "chip", box, el("span", "", label));
}

function level(/** @type {State} */ s, /** @type {Level} */ { value, label }) {
  const radio = el("input", "", { type: "radio", name: "level", value });
  radio.checked = value === s.level;
  radio.onchange = () => (s.level = value);
  return el("label", "level", radio, el("span", "", label));
}

function renderStart(/** @type {State} */ s) {
  const isEmpty = s.chosen.size === 0;
  s.start.ariaDisabled = String(isEmpty);
  write(s.emptyNote, isEmpty ? s.data.texts.choose : "");
}

function startPractice(/** @type {State} */ s) {
  if (!s.chosen.size) return;
  const metrics = s.data.measures.map(({ key }) => key).filter((key) => s.chosen.has(key));
  openParams(s, { ask: "value", of: metrics.join("."), seed: freshSeed(), level: s.level });
}

function practicePanel(/** @type {State} */ s) {
  const { texts, measures, levels } = s.data;
  const group = (/** @type {string} */ name, /** @type {string} */ label, /** @type {Node[]} */ ...nodes) => el("fieldset", name, el("legend", "away", label), ...nodes);
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

function ownFile(/** @type {State} */ s) {
  const { texts } = s.data;
  const field = el("input", "away", { type: "file", accept: ".toml,text/plain", id: "file" });
  field.onchange = () => field.files?.[0] && open(s, field.files[0]);
  s.status = el("span", "hint", texts.own_told, { role: "status" });
  return el("p", "own", field, el("label", "link", texts.own, { for: "file" }), " ", s.status);
}

function render(/** @type {State} */ s) {
  const { texts, lessons } = s.data;
  const list = el("section", "lessons", { "aria-label": texts.lessons }, el("h1", "", texts.title), el("p", "hint", texts.told), el("ol", "", ...lessons.map((each) => row(s, each))), ownFile(s));
  s.box.replaceChildren(list, practicePanel(s));
  renderStart(s);
}

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {AbortSignal} _
 * @param {Given<CataloguePayload>} given
 */
function build(root, _, { data, tab }) {
  return {
    data,
    tab,
    box: elementIn(root, ".catalogue"),
    level: data.levels[0].value,
    chosen: new Set(data.measures.filter((each) => each.chosen).map((each) => each.key)),
    start: el("button"), // these three are made anew with the payload
    emptyNote: el("p"),
    status: el("span"),
  };
}

/**
 * @param {State} s
 * @param {Given<CataloguePayload>} given
 */
function update(s, { data, tab }) {
  Object.assign(s, { data, tab });
  render(s);
}

export default definePart(build, update);
