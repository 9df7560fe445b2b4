// The card of a lesson, beside the living list: on a phone a sheet at the bottom, with the value in its first line.

import { arrange, el, icon, write } from "../../kit/elements.js";
import { channel } from "../../kit/part_events.js";
import { mark } from "../../kit/lesson_marks.js";
import { definePart } from "../../kit/part.js";
import { freshSeed } from "../../kit/random_seed.js";
import { termButton } from "../../kit/terms.js";
import { bringFar, told } from "./pieces.js";
import { ask as asked, settled } from "./question.js";
import { paintScore } from "./score.js";

const BACK = "M11.500 4.500 6 10l5.500 5.500M6.500 10H15";
const NEXT = "M8.500 4.500 14 10l-5.500 5.500M13.500 10H5";
const BULB = "M7.500 14.500h5M8.500 17h3M7.500 14.500c0-2-2.500-3-2.500-6a5 5 0 0 1 10 0c0 3-2.500 4-2.500 6";

// What was done goes with the question that asks for what follows from it.
const note = (s, patch) => s.tab.dispatch({ name: "record_work", value: { number: s.data.step, silent: true, ...patch } });
const go = (s, step) => s.tab.dispatch({ name: "set_learn_params", value: { step: String(step) } });

function next(s) {
  note(s, { skipped: true });
  go(s, s.data.step + 1);
}

// An answer is kept; the server says what it comes to, and whether the list changes with it.
function answer(s, text, patch = {}) {
  const before = s.tab.currentWork()[s.data.step]?.tries ?? [];
  note(s, { tries: text === null ? before : [...before, text], ...patch });
  s.answered = true;
  s.tab.dispatch({ name: "apply_answer" });
}

/** What the main button does in a step. */
function main(s) {
  const { question, texts, is_over: isOver, step, last } = s.data;
  if (!isOver && question.kind === "predict") return { label: texts.see, act: () => answer(s, String(s.choice), { shown: true }), ready: s.choice !== null };
  if (!isOver && question.kind === "choose") return { label: texts.check, act: () => answer(s, String(s.choice)), ready: s.choice !== null && s.choice !== question.chosen };
  if (!isOver && question.kind === "value") return { label: texts.check, act: () => answer(s, s.field.value), ready: true };
  if (!isOver) return { label: texts.waiting, act: () => {}, ready: false, waits: true };
  return step < last ? { label: texts.next, act: () => next(s), ready: true, icon: NEXT } : null;
}

function paintMain(s) {
  const found = main(s);
  s.main.hidden = !found;
  s.act = () => found?.ready && found.act();
  if (!found) return;
  s.main.ariaDisabled = String(!found.ready);
  s.main.classList.toggle("waiting", Boolean(found.waits));
  s.main.replaceChildren(el("span", "", found.label), ...(found.icon ? [icon(found.icon)] : []));
}

function paintSteps(s) {
  const { steps, texts, step } = s.data;
  s.steps.ariaLabel = texts.progress;
  while (s.segments.length < steps.length) s.segments.push(el("button", "segment"));
  s.segments.length = steps.length;
  steps.forEach(({ label, done, here }, i) => {
    const node = s.segments[i];
    node.className = `segment${done ? " done" : ""}${here ? " here" : ""}`;
    node.ariaLabel = node.title = label;
    node.tabIndex = here ? 0 : -1;
    if (here) node.setAttribute("aria-current", "step");
    else node.removeAttribute("aria-current");
    node.onclick = () => i + 1 !== step && go(s, i + 1);
  });
  arrange(s.steps, s.segments);
}

function along(s, event) {
  const at = s.segments.indexOf(event.target);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: s.segments.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  event.stopPropagation(); // elsewhere these keys step through the list
  s.segments[to]?.focus();
}

const boxed = (className, pieces, muted = false) => (pieces?.length ? [el(className === "title" ? "h2" : "div", muted ? `${className} muted` : className, ...told(pieces))] : []);

function keepBox({ keep, texts }) {
  if (!keep.length) return [];
  return [el("div", "keep", icon(BULB), el("div", "", el("div", "label", texts.keep), el("div", "sentence", ...told(keep))))];
}

// The last step leads on: to practice, and to the next lesson.
function ways(s) {
  const { practise, next_lesson: lesson, stop } = s.data;
  const lead = (className, { label, place }) => {
    const node = el("button", className, el("span", "", label), icon(NEXT));
    // The seed makes the lists new ones.
    node.onclick = () => s.tab.dispatch({ name: "set_learn_params", value: { clear: "1", ...place, ...(place.ask && { seed: freshSeed() }) } });
    return node;
  };
  return [...(stop ? [el("p", "stop", stop)] : []), ...(practise ? [lead("main", practise)] : []), ...(lesson ? [lead("plain", lesson)] : [])];
}

function changedBox(s) {
  const { changed, texts, can_put_back: canPut } = s.data;
  if (!canPut) return [];
  const back = el("button", "link put-back", texts.put_back);
  back.onclick = () => s.tab.dispatch({ name: "open_learn" });
  return [el("p", "changed", { role: "status" }, changed ? `${changed} ` : "", back)];
}

function paintBody(s) {
  const { data } = s;
  const { question, then } = data;
  const isOver = question && data.is_over;
  const title = boxed("title", then?.title.length ? then.title : isOver && then ? [] : data.title);
  const story = isOver && then ? [] : boxed("say", data.say, data.muted);
  const after = then ? boxed("say", then.say, then.muted) : [];
  const asks = question ? [asked(s, question)] : [];
  arrange(s.body, [...title, ...story, ...asks, ...after, ...keepBox(data), ...ways(s), ...changedBox(s)]);
  const { texts } = data;
  s.back.hidden = data.step === 1;
  s.back.ariaLabel = s.back.title = texts.back;
  write(s.back.lastChild, texts.back);
  const canShow = question?.can_show;
  s.show.hidden = !canShow;
  write(s.show, question?.kind === "do" ? texts.show_one : texts.show);
  s.skip.hidden = data.is_over || data.step === data.last;
  write(s.skip, texts.skip);
}

function build(root) {
  const s = { choice: null, segments: [], shown: "", step: 0 };
  s.name = termButton("", "");
  s.value = el("span", "value");
  s.was = el("span", "was", { "aria-hidden": true });
  s.score = el("div", "score", el("span", "name", s.name), s.value, s.was);
  s.kicker = el("h1", "kicker");
  s.small = el("span", "small");
  s.all = el("button", "link all");
  s.steps = el("div", "steps", { role: "group" });
  s.head = el("div", "head", el("div", "line", s.kicker, s.small, s.all), s.steps);
  s.body = el("div", "body", { tabindex: -1 });
  s.back = el("button", "plain back", icon(BACK), el("span", ""));
  s.main = el("button", "main", { type: "submit" });
  s.show = el("button", "link show");
  s.skip = el("button", "link skip");
  s.foot = el("div", "foot", s.back, s.main, el("div", "links", s.show, s.skip));
  s.form = el("form", "card", { novalidate: "" }, s.head, s.body, s.foot);
  s.spoken = el("div", "away", { role: "status" });
  root.querySelector(".lesson").replaceChildren(s.score, s.form, s.spoken);
  return s;
}

function mount(root, signal) {
  const s = build(root);
  s.form.onsubmit = (event) => {
    event.preventDefault();
    s.act();
  };
  s.form.onkeydown = (event) => {
    s.byKeys = true;
    event.stopPropagation(); // the keys of the list rest while the card has the focus
  };
  s.form.onpointerdown = () => (s.byKeys = false);
  s.steps.onkeydown = (event) => along(s, event);
  s.all.onclick = () => s.tab.dispatch({ name: "set_learn_params", value: { clear: "1" } });
  s.back.onclick = () => go(s, s.data.step - 1);
  s.show.onclick = () => answer(s, null, { shown: true });
  s.skip.onclick = () => next(s);
  s.pick = (choice) => {
    s.choice = choice;
    paintMain(s);
  };
  s.host = root.host;
  s.news = channel(undefined, "lesson", signal);
  const shown = new MutationObserver(() => mark(s.host.hidden || !s.data ? [] : s.data.points)); // other views of Learn have no marks
  shown.observe(s.host, { attributes: true, attributeFilter: ["hidden"] });
  signal.addEventListener("abort", () => mark([]));
  return s;
}

// The focus goes on with the person: to what is asked next, else to the button that leads on. To whoever points, a ring around an
// option would look like a choice; and a field would open the keyboard of a phone.
function follow(s, had) {
  if (!had) return;
  const field = s.data.is_over ? null : (s.body.querySelector("input:checked") ?? s.body.querySelector("input"));
  const isWanted = field && (s.byKeys || (field.type !== "radio" && matchMedia("(pointer: fine)").matches));
  const lead = s.main.classList.contains("waiting") ? s.body : s.main.hidden ? s.body.querySelector(".main, .plain") : s.main;
  ((isWanted && field) || (field && s.body) || lead || s.body).focus({ preventScroll: true });
}

// A step begins with its heading and its list in sight, and nothing selected in that.
function begin(s) {
  s.body.scrollTop = s.host.parentNode.scrollTop = 0;
  const board = s.host.closest(".rv-board");
  if (board && board.getBoundingClientRect().top < 0) board.scrollIntoView();
  s.news.emit("rank", { rank: null, pinned: true });
}

function bring(s) {
  const { question, points, is_over: isOver } = s.data;
  const inList = question?.kind === "do" && !isOver; // there it is done
  const sheet = matchMedia("(max-width: 640px)").matches ? s.form.getBoundingClientRect().top : Infinity;
  bringFar(inList ? points.filter(({ kind }) => kind !== "chart") : points, sheet);
}

function update(s, { data, tab }) {
  const isOther = data.step !== s.step || data.kicker !== s.data?.kicker;
  const had = Boolean(s.form.getRootNode().activeElement && s.form.contains(s.form.getRootNode().activeElement));
  Object.assign(s, { data, tab, step: data.step });
  if (isOther) s.choice = null;
  if (data.question?.chosen !== null && s.choice === null) s.choice = data.question?.chosen ?? null;
  mark(data.points);
  paintScore(s);
  const { score, ...card } = data;
  const text = JSON.stringify(card);
  if (text === s.shown) return;
  const wasOver = s.over;
  [s.shown, s.over] = [text, data.is_over];
  write(s.kicker, data.kicker);
  write(s.all, data.texts.all);
  paintSteps(s);
  paintBody(s);
  paintMain(s);
  if (isOther) begin(s);
  if (s.answered && !isOther) s.saying?.scrollIntoView({ block: "nearest" }); // in a low window it comes in below the fold
  s.answered = false;
  if (isOther || wasOver !== data.is_over) bring(s);
  if (isOther || wasOver !== data.is_over || !s.form.getRootNode().activeElement) follow(s, had);
  settled(s, had && isOther);
  if (data.step === data.last && data.is_over) note(s, { skipped: true });
}

export default definePart(mount, update);
