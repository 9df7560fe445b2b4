// The panel in which a question is answered: the field, feedback, hints and, once finished, what to do next.
import { isLeftAlone } from "../../tab/page_keys.js";
import { prefersReducedMotion, el, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { channel } from "../../kit/part_events.js";
import { definePart } from "../../kit/part.js";
import { AGAIN, BULB, draftAnswer, openLearnParams, NEXT, NOTE, recordWork, TICK, submitAnswer } from "../../kit/learn_actions.js";
import { icon } from "../../kit/svg.js";

/** @import { Given, Tab } from "../../kit/part.js" */
/** @import { Feedback, FinishedPanel, NextButton, OpenPanel, PanelPayload } from "./payload.d.ts" */
/** @typedef {ReturnType<typeof build>} State */

const NAME = "answer_panel";
const ICONS = { next: NEXT, another: AGAIN };
const isTouched = matchMedia("(pointer: coarse)");

// The answer that is chosen in the part `question_body`.
const chosenAnswer = (/** @type {State} */ { data }) => (draftAnswer.number === data.number ? draftAnswer.text : "");

// An answer that is only stored leads on; once it is answered, for what is drawn meanwhile may be the response to something before it.
function goOnWhenStored(/** @type {Tab} */ tab, /** @type {number} */ number) {
  tab.afterPending(() => {
    const now = tab.payloadOf(NAME);
    if (now?.number === number && now.next_params) openLearnParams(tab, now.next_params);
  });
}

function check(/** @type {State} */ s) {
  const { data } = s;
  const text = data.field ? s.input.value : chosenAnswer(s);
  if (data.is_finished || (!data.field && !text)) return;
  const isOther = Boolean(data.field && !data.field.typed && !s.checking); // the answer before was a line
  if (submitAnswer(s.tab, data.number, text, isOther)) {
    s.checking = true;
    write(s.check, data.texts.checking);
    goOnWhenStored(s.tab, data.number);
  } else if (s.checking) return;
  else if (data.next_params) openLearnParams(s.tab, data.next_params);
  else if (data.field) s.input.select();
}

// What is typed but not checked yet is stored with the question, as its cells are.
const storeTyped = (/** @type {State} */ s) => recordWork(s.tab, s.data.number, { typed: s.input.value, silent: true });

const takeHint = (/** @type {State} */ s) => s.data.hint && recordWork(s.tab, s.data.number, { hints: s.data.hint.next_count });

// ---- open

function drawFeedback(/** @type {State} */ s, /** @type {Feedback | null} */ feedback) {
  s.feedback.hidden = !feedback;
  s.feedback.classList.toggle("wrong", Boolean(feedback?.is_wrong));
  const head = feedback && el("p", "head", icon(NOTE), el("span", "", feedback.head));
  const prompts = (feedback?.prompts ?? []).map((text) => el("p", "", text));
  s.feedbackText.replaceChildren(...(head ? [head] : []), ...prompts, ...[feedback?.look_hint, feedback?.pending_text].filter(Boolean).map((text) => el("p", "muted", text)));
}

function drawOpen(/** @type {State} */ s, /** @type {OpenPanel} */ data) {
  s.form.hidden = !data.field && !data.check;
  s.label.hidden = s.input.hidden = s.note.hidden = !data.field;
  if (data.field) {
    write(s.label, data.field.label);
    write(s.note, data.field.note);
    s.input.placeholder = data.field.placeholder;
    if (s.key !== data.key || s.wasFinished || s.lacksField) s.input.value = s.tab.currentWork()[data.number]?.typed ?? data.field.typed;
  }
  s.check.hidden = !data.check;
  write(s.check, data.check);
  s.check.ariaDisabled = String(!data.field && !chosenAnswer(s));
  s.hint.hidden = !data.hint;
  write(s.hintLabel, data.hint?.label);
  write(s.left, data.hint?.left);
  s.solution.hidden = !data.solution;
  write(s.solution, data.solution);
  drawFeedback(s, data.feedback);
}

// ---- finished

/**
 * @param {State} s
 * @param {NextButton} button
 * @param {boolean} isFirst
 */
function nextButton(s, { label, icon: name, params, state }, isFirst) {
  const button = el("button", isFirst ? "primary" : "", el("span", "", label));
  if (name) button[name === "next" ? "append" : "prepend"](icon(ICONS[name]));
  button.onclick = () => {
    if (!params) return s.tab.dispatch({ name: "show_on_explore", value: /** @type {string} */ (state) });
    s.isLeaving = true;
    return openLearnParams(s.tab, params);
  };
  return button;
}

function drawFinished(/** @type {State} */ s, /** @type {FinishedPanel} */ data) {
  write(s.name, data.name);
  write(s.value, data.value);
  s.sign.hidden = !data.is_solved;
  write(s.detail, data.detail);
  s.detail.hidden = !data.detail;
  s.sentences.replaceChildren(...data.sentences.map((text) => el("p", "", text)));
  s.buttons.replaceChildren(...data.buttons.map((each, i) => nextButton(s, each, i === 0)));
}

// ---- both

function drawEarlierAnswers(/** @type {State} */ s) {
  const { earlier_answers: rows, texts } = s.data;
  s.earlier.hidden = !rows.length;
  s.earlier.replaceChildren(el("p", "", texts.tried), el("ul", "", ...rows.map((text) => el("li", "", text))));
}

// The rank that the feedback is about is highlighted in the list and the formula.
function markRank(/** @type {State} */ s) {
  const mark = s.data.feedback?.mark;
  const rank = mark?.axis === "list" ? mark.rank : null;
  if (rank === null && !s.markedRank && s.key === s.data.key) return; // an earlier selection is of another list
  s.markedRank = rank;
  s.news.emit("rank", { rank, pinned: true });
}

// What takes the focus when the focused element is gone.
const nextFocus = (/** @type {State} */ s) => [s.input, s.check, s.solution].find((node) => !node.hidden && !node.closest("[hidden]"));

/**
 * Keep the focus of a person who answers by keyboard: on the field if there is one, else on the button that leads on.
 *
 * @param {State} s
 * @param {Element | null} focused what had the focus before this was drawn
 */
function moveFocus(s, focused) {
  const { data, root } = s;
  const had = s.box.contains(focused) || s.checking || s.isLeaving;
  const isFresh = s.key !== data.key;
  if (isFresh && had && s.key) document.querySelector('[data-testid="stMain"]')?.scrollTo({ top: 0 });
  const isNobodys = isFresh && document.activeElement === document.body && !isTouched.matches; // as at first, and after Back
  const appears = data.field && s.lacksField && !isFresh; // by what was answered elsewhere
  if (!had && !isNobodys && !appears) return;
  if (data.is_finished) {
    if (!isFresh || s.isLeaving) s.buttons.querySelector("button")?.focus({ preventScroll: isTouched.matches });
  } else if (isTouched.matches && (isFresh || s.checking) && !appears) {
    s.input.blur(); // a keyboard would come up over the list, or over what is said
  } else if (data.field && (s.checking || isFresh || appears)) {
    s.input.focus({ preventScroll: !appears }); // on a phone it stands below what was pressed
    s.input.select();
  } else if (!isFresh && focused?.closest("[hidden]")) nextFocus(s)?.focus({ preventScroll: true });
  else if (data.field && !root.activeElement) s.input.focus({ preventScroll: true });
}

// Scroll new feedback into view: on a phone it stands below the buttons.
function scrollToFeedback(/** @type {State} */ s) {
  const text = s.feedback.hidden ? "" : s.feedbackText.innerText;
  if (text && s.key === s.data.key && text !== s.lastFeedback) s.feedback.scrollIntoView({ block: "nearest", behavior: prefersReducedMotion() ? "auto" : "smooth" });
  s.lastFeedback = text;
}

/**
 * @param {State} s
 * @param {Given<PanelPayload>} given
 */
function update(s, { data, tab }) {
  Object.assign(s, { data, tab });
  const focused = s.root.activeElement;
  s.open.hidden = data.is_finished;
  s.finished.hidden = !data.is_finished;
  if (data.is_finished) drawFinished(s, data);
  else drawOpen(s, data);
  drawEarlierAnswers(s);
  markRank(s);
  moveFocus(s, focused);
  scrollToFeedback(s);
  const lacksField = !data.is_finished && !data.field;
  Object.assign(s, { key: data.key, wasFinished: data.is_finished, lacksField });
  // What comes late may be drawn ahead of the response that the person waits for.
  if (!tab.isResponseDue()) Object.assign(s, { checking: false, isLeaving: false });
}

/**
 * @param {HTMLElement | ShadowRoot} parent
 * @param {AbortSignal} signal
 * @param {Given<PanelPayload>} given
 */
function build(parent, signal, { data, tab }) {
  const root = /** @type {ShadowRoot} */ (parent);
  const label = el("label", "name", { for: "answer" });
  const input = el("input", "field", { id: "answer", autocomplete: "off", inputmode: "text", spellcheck: false, maxlength: 200, "aria-describedby": "answer-note answer-feedback" });
  const note = el("p", "note", { id: "answer-note" });
  const checkButton = el("button", "primary");
  const form = el("form", "", label, input, note, checkButton);
  const [hintLabel, left] = [el("span"), el("span", "left")];
  const hint = el("button", "hint", { "aria-keyshortcuts": "h", title: "h" }, icon(BULB), hintLabel, left);
  const solution = el("button", "solution");
  const feedbackText = el("div", "", { id: "answer-feedback", role: "status" });
  const feedback = el("div", "feedback", feedbackText);
  const open = el("div", "open", form, hint, solution, feedback);
  const [name, sign, value, detail] = [el("p", "name"), el("span", "sign", icon(TICK)), el("span", "value"), el("p", "detail")];
  const sentences = el("div", "sentences", { role: "status" });
  const buttons = el("div", "buttons");
  const finished = el("div", "finished", name, el("p", "result", sign, value), detail, sentences, buttons);
  const earlier = el("div", "earlier");
  const box = elementIn(root, ".answer_panel");
  box.append(open, finished, earlier);
  return {
    ...{ root, host: /** @type {HTMLElement} */ (root.host), box, data, tab, news: channel(undefined, NAME, signal) },
    ...{ open, form, label, input, note, check: checkButton, hint, hintLabel, left, solution, feedback, feedbackText },
    ...{ finished, name, sign, value, detail, sentences, buttons, earlier },
    ...{ key: "", lastFeedback: "", checking: false, isLeaving: false, wasFinished: false, lacksField: false },
    markedRank: /** @type {number | null} */ (null),
  };
}

function wire(/** @type {State} */ s, /** @type {AbortSignal} */ signal) {
  s.check.setAttribute("type", "submit");
  s.form.onsubmit = (event) => {
    event.preventDefault();
    check(s);
  };
  s.input.oninput = () => storeTyped(s);
  s.hint.onclick = () => takeHint(s);
  s.solution.onclick = () => {
    s.isLeaving = true;
    recordWork(s.tab, s.data.number, { shown: true });
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || !s.data || !s.host.isConnected || s.host.hidden || isLeftAlone(event)) return;
    const first = s.data.is_finished && s.buttons.querySelector("button");
    if (key === "h" && !s.data.is_finished) takeHint(s);
    else if (key === "n" && first) first.click();
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", press, { signal });
  s.news.on("answer?", () => s.input.focus());
  s.news.on("answer", ({ check: isChecked = false }) => {
    if (!s.data) return;
    s.check.ariaDisabled = String(!s.data.field && !chosenAnswer(s));
    if (isChecked) check(s);
  });
}

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {AbortSignal} signal
 * @param {Given<PanelPayload>} given
 */
function mount(root, signal, given) {
  const s = build(root, signal, given);
  wire(s, signal);
  return s;
}

export default definePart(mount, update);
