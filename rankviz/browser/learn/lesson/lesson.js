// The card of a lesson, beside the list: on a phone a sheet at the bottom, with the value in its first line.

import { arrange, el, write } from "../../kit/elements.js";
import { elementIn, focusedBeside } from "../../kit/find_elements.js";
import { channel } from "../../kit/part_events.js";
import { mark } from "../../kit/lesson_marks.js";
import { narrow } from "../../kit/media.js";
import { definePart } from "../../kit/part.js";
import { freshSeed } from "../../kit/random_seed.js";
import { moveFocusByKeys, setTabStop } from "../../kit/roving_focus.js";
import { termButton } from "../../kit/terms.js";
import { nodesOf, scrollToFar } from "./pieces.js";
import { announce, questionNode } from "./question.js";
import { renderScore } from "./score.js";
import { icon } from "../../kit/svg.js";

/** @import { Given } from "../../kit/part.js" */
/** @import { LessonPayload, LinkButton } from "./payload.d.ts" */
/** @import { Piece } from "./pieces.js" */
/** @typedef {ReturnType<typeof mount>} State */

const BACK = "M11.500 4.500 6 10l5.500 5.500M6.500 10H15";
const NEXT = "M8.500 4.500 14 10l-5.500 5.500M13.500 10H5";
const BULB = "M7.500 14.500h5M8.500 17h3M7.500 14.500c0-2-2.500-3-2.500-6a5 5 0 0 1 10 0c0 3-2.500 4-2.500 6";

// Work is sent with the next request that needs its result.
const storeWork = (/** @type {State} */ s, /** @type {import("../../tab/learn_work.js").Work} */ patch) => s.tab.dispatch({ name: "record_work", value: { number: s.data.step, silent: true, ...patch } });
const go = (/** @type {State} */ s, /** @type {number} */ step) => s.tab.dispatch({ name: "set_learn_params", value: { step: String(step) } });

function next(/** @type {State} */ s) {
  storeWork(s, { skipped: true });
  go(s, s.data.step + 1);
}

/**
 * Store an answer; the response judges it, and may change the list.
 *
 * @param {State} s
 * @param {string | null} text null to have it shown
 * @param {{ shown?: boolean }} [patch]
 */
function answer(s, text, patch = {}) {
  const tries = s.tab.currentWork()[s.data.step]?.tries ?? [];
  storeWork(s, { tries: text === null ? tries : [...tries, text], ...patch });
  s.isAnswered = true;
  s.tab.dispatch({ name: "apply_answer" });
}

/**
 * The label and action of the main button; null for none.
 *
 * @param {State} s
 * @returns {{ label: string, act: () => void, isReady: boolean, isWaiting?: boolean, icon?: string } | null}
 */
function mainAction(s) {
  const { question, texts, is_finished: isFinished, step, last_step: lastStep } = s.data;
  if (!isFinished && question.kind === "predict") return { label: texts.see, act: () => answer(s, String(s.choice), { shown: true }), isReady: s.choice !== null };
  if (!isFinished && question.kind === "choose") return { label: texts.check, act: () => answer(s, String(s.choice)), isReady: s.choice !== null && s.choice !== question.chosen };
  if (!isFinished && question.kind === "value") return { label: texts.check, act: () => answer(s, s.field?.value ?? ""), isReady: true };
  if (!isFinished) return { label: texts.waiting, act: () => {}, isReady: false, isWaiting: true };
  return step < lastStep ? { label: texts.next, act: () => next(s), isReady: true, icon: NEXT } : null;
}

function renderMain(/** @type {State} */ s) {
  const action = mainAction(s);
  s.main.hidden = !action;
  s.act = () => action?.isReady && action.act();
  if (!action) return;
  s.main.ariaDisabled = String(!action.isReady);
  s.main.classList.toggle("waiting", Boolean(action.isWaiting));
  s.main.replaceChildren(el("span", "", action.label), ...(action.icon ? [icon(action.icon)] : []));
}

function renderSteps(/** @type {State} */ s) {
  const { steps, texts, step } = s.data;
  s.steps.ariaLabel = texts.progress;
  while (s.segments.length < steps.length) s.segments.push(el("button", "segment"));
  s.segments.length = steps.length;
  steps.forEach(({ label, is_done: isDone, is_current: isCurrent }, i) => {
    const node = s.segments[i];
    node.className = `segment${isDone ? " done" : ""}${isCurrent ? " here" : ""}`;
    node.ariaLabel = node.title = label;
    if (isCurrent) node.setAttribute("aria-current", "step");
    else node.removeAttribute("aria-current");
    node.onclick = () => i + 1 !== step && go(s, i + 1);
  });
  setTabStop(s.segments, s.segments.find((node) => node.ariaCurrent));
  arrange(s.steps, s.segments);
}

const textBox = (/** @type {string} */ className, /** @type {Piece[]} */ pieces, isMuted = false) => (
  pieces?.length ? [el(className === "title" ? "h2" : "div", isMuted ? `${className} muted` : className, ...nodesOf(pieces))] : []);

function takeawayBox(/** @type {LessonPayload} */ { takeaway, texts }) {
  if (!takeaway.length) return [];
  return [el("div", "takeaway", icon(BULB), el("div", "", el("div", "label", texts.keep), el("div", "sentence", ...nodesOf(takeaway))))];
}

// The last step leads on: to practice, and to the next lesson.
function nextLinks(/** @type {State} */ s) {
  const { practice_link: practice, next_lesson_link: lesson, stop_note: stopNote } = s.data;
  const linkButton = (/** @type {string} */ className, /** @type {LinkButton} */ { label, params }) => {
    const node = el("button", className, el("span", "", label), icon(NEXT));
    // A new seed gives new lists.
    node.onclick = () => s.tab.dispatch({ name: "set_learn_params", value: { clear: "1", ...params, ...(params.ask && { seed: freshSeed() }) } });
    return node;
  };
  return [...(stopNote ? [el("p", "stop", stopNote)] : []), ...(practice ? [linkButton("main", practice)] : []), ...(lesson ? [linkButton("plain", lesson)] : [])];
}

function changedBox(/** @type {State} */ s) {
  const { changed_note: note, texts, can_reset: canReset } = s.data;
  if (!canReset) return [];
  const back = el("button", "link put-back", texts.put_back);
  back.onclick = () => s.tab.dispatch({ name: "open_learn" });
  return [el("p", "changed", { role: "status" }, note ? `${note} ` : "", back)];
}

function renderBody(/** @type {State} */ s) {
  const { data } = s;
  const { question, follow_up: followUp } = data;
  const isFinished = question && data.is_finished;
  const title = textBox("title", followUp?.title.length ? followUp.title : isFinished && followUp ? [] : data.title);
  const text = isFinished && followUp ? [] : textBox("text", data.body, data.is_muted);
  const after = followUp ? textBox("text", followUp.body, followUp.is_muted) : [];
  const questions = question ? [questionNode(s, question)] : [];
  arrange(s.body, [...title, ...text, ...questions, ...after, ...takeawayBox(data), ...nextLinks(s), ...changedBox(s)]);
  const { texts } = data;
  s.back.hidden = data.step === 1;
  s.back.ariaLabel = s.back.title = texts.back;
  write(s.backWord, texts.back);
  const canShow = question?.can_show;
  s.show.hidden = !canShow;
  write(s.show, question?.kind === "do" ? texts.show_one : texts.show);
  s.skip.hidden = data.is_finished || data.step === data.last_step;
  write(s.skip, texts.skip);
}

/** @param {HTMLElement | ShadowRoot} root */
function build(root) {
  const [name, value, was] = [termButton("", ""), el("span", "value"), el("span", "was", { "aria-hidden": true })];
  const score = el("div", "score", el("span", "name", name), value, was);
  const [kicker, small, all] = [el("h1", "kicker"), el("span", "small"), el("button", "link all")];
  const steps = el("div", "steps", { role: "group" });
  const head = el("div", "head", el("div", "line", kicker, small, all), steps);
  const body = el("div", "body", { tabindex: -1 });
  const backWord = el("span", "");
  const back = el("button", "plain back", icon(BACK), backWord);
  const main = el("button", "main", { type: "submit" });
  const [show, skip] = [el("button", "link show"), el("button", "link skip")];
  const foot = el("div", "foot", back, main, el("div", "links", show, skip));
  const form = el("form", "card", { novalidate: "" }, head, body, foot);
  const box = elementIn(root, ".lesson");
  box.replaceChildren(score, form);
  return { box, name, value, was, score, kicker, small, all, steps, body, backWord, back, main, show, skip, form };
}

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {AbortSignal} signal
 * @param {Given<LessonPayload>} given
 */
function mount(root, signal, { data, tab }) {
  const s = {
    ...build(root),
    data,
    tab,
    host: /** @type {HTMLElement} */ (/** @type {ShadowRoot} */ (root).host),
    news: channel(undefined, "lesson", signal),
    choice: /** @type {number | null} */ (null),
    segments: /** @type {HTMLButtonElement[]} */ ([]),
    drawn: "",
    step: 0,
    isFinished: false,
    isAnswered: false,
    byKeys: false,
    act: () => {},
    pick: (/** @type {number} */ choice) => {
      s.choice = choice;
      renderMain(s);
    },
    field: /** @type {HTMLInputElement | null} */ (null),
    feedback: /** @type {HTMLElement | null} */ (null),
  };
  s.form.onsubmit = (event) => {
    event.preventDefault();
    s.act();
  };
  s.form.onkeydown = (event) => {
    s.byKeys = true;
    event.stopPropagation(); // the keys of the list rest while the card has the focus
  };
  s.form.onpointerdown = () => (s.byKeys = false);
  moveFocusByKeys(s.steps, () => s.segments, { axis: "x" });
  s.all.onclick = () => s.tab.dispatch({ name: "set_learn_params", value: { clear: "1" } });
  s.back.onclick = () => go(s, s.data.step - 1);
  s.show.onclick = () => answer(s, null, { shown: true });
  s.skip.onclick = () => next(s);
  const visibility = new MutationObserver(() => mark(s.host.hidden || !s.data ? [] : s.data.points)); // other views of Learn mark nothing
  visibility.observe(s.host, { attributes: true, attributeFilter: ["hidden"] });
  signal.addEventListener("abort", () => mark([]));
  return s;
}

// Move the focus to the input of the question, else to the button that leads on. For a pointer user a focus ring around an option
// would look like a choice; and a field would open the keyboard of a phone.
function moveFocus(/** @type {State} */ s, /** @type {boolean} */ hadFocus) {
  if (!hadFocus) return;
  const field = s.data.is_finished ? null : (/** @type {HTMLInputElement | null} */ (s.body.querySelector("input:checked")) ?? s.body.querySelector("input"));
  const isWanted = field && (s.byKeys || (field.type !== "radio" && matchMedia("(pointer: fine)").matches));
  const button = s.main.classList.contains("waiting") ? s.body : s.main.hidden ? /** @type {HTMLElement | null} */ (s.body.querySelector(".main, .plain")) : s.main;
  ((isWanted && field) || (field && s.body) || button || s.body).focus({ preventScroll: true });
}

// Show the heading and the list of a new step, with nothing selected.
function showFromTop(/** @type {State} */ s) {
  s.body.scrollTop = /** @type {HTMLElement} */ (s.host.parentNode).scrollTop = 0;
  const board = s.host.closest(".rv-board");
  if (board && board.getBoundingClientRect().top < 0) board.scrollIntoView();
  s.news.emit("rank", { rank: null, pinned: true });
}

function scrollToPoints(/** @type {State} */ s) {
  const { question, points, is_finished: isFinished } = s.data;
  const isTask = question?.kind === "do" && !isFinished; // it is done in the list
  const sheet = narrow.matches ? s.form.getBoundingClientRect().top : Infinity;
  scrollToFar(isTask ? points.filter(({ kind }) => kind !== "chart") : points, sheet);
}

/**
 * @param {State} s
 * @param {Given<LessonPayload>} given
 */
function update(s, { data, tab }) {
  const isOther = data.step !== s.step || data.kicker !== s.data?.kicker;
  const hadFocus = Boolean(focusedBeside(s.form) && s.form.contains(focusedBeside(s.form)));
  Object.assign(s, { data, tab, step: data.step });
  if (isOther) s.choice = null;
  if (data.question?.chosen !== null && s.choice === null) s.choice = data.question?.chosen ?? null;
  mark(data.points);
  renderScore(s);
  const { score, ...card } = data;
  const text = JSON.stringify(card);
  if (text === s.drawn) return;
  const wasFinished = s.isFinished;
  [s.drawn, s.isFinished] = [text, data.is_finished];
  write(s.kicker, data.kicker);
  write(s.all, data.texts.all);
  renderSteps(s);
  renderBody(s);
  renderMain(s);
  if (isOther) showFromTop(s);
  if (s.isAnswered && !isOther) s.feedback?.scrollIntoView({ block: "nearest" }); // in a low window it is below the fold
  s.isAnswered = false;
  if (isOther || wasFinished !== data.is_finished) scrollToPoints(s);
  if (isOther || wasFinished !== data.is_finished || !focusedBeside(s.form)) moveFocus(s, hadFocus);
  announce(s, hadFocus && isOther);
  if (data.step === data.last_step && data.is_finished) storeWork(s, { skipped: true });
}

export default definePart(mount, update);
