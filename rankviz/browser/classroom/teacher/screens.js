// What the room sees at each stage. A screen is made once and written anew, so that nothing flickers and the focus stays.
import { arrange, el, fillTemplate, write } from "../../kit/elements.js";
import { qr } from "../../kit/qr.js";
import { drawBars } from "./answer_bars.js";
import { announce, phoneCountText, phoneIcon } from "./screen_frame.js";
import { discussedLists, drawQuestion } from "./question_screen.js";
import { drawWhy } from "./why_screen.js";

/** @typedef {import("./teacher.js").State} State */

const ANNOUNCE_EVERY = 15_000; // ms between two counts that are announced

/** @type {{ name: string, box: HTMLElement | null, before: any, drawnData: string, parts: any }} */
const screen = { name: "", box: null, before: null, drawnData: "", parts: {} };

const SCREENS = { join: ["join", drawJoin], answer: ["asking", drawOpenQuestion], again: ["asking", drawOpenQuestion], numbers: ["bars", drawResults], causes: ["bars", drawResults], why: ["why", drawResults] };

/** Forget what was drawn, as before another kind of screen. */
export function clearMain() {
  Object.assign(screen, { name: "", box: null, before: null, drawnData: "", parts: {} });
  main().replaceChildren();
}

export const main = () => /** @type {HTMLElement} */ (document.querySelector("main"));

/** @param {State} s */
export function drawStage(s) {
  const [name, draw] = SCREENS[/** @type {keyof typeof SCREENS} */ (s.view.stage)];
  if (screen.name !== name || !screen.box?.isConnected) {
    clearMain();
    screen.name = /** @type {string} */ (name);
    screen.box = el("div", "screen");
    main().className = screen.name;
    arrange(main(), [screen.box]);
  }
  /** @type {(s: State, box: HTMLElement) => void} */ (draw)(s, /** @type {HTMLElement} */ (screen.box));
}

/** Whether data differ from what was drawn last, and remember them: a new count does not redraw the screen. */
function isNew(/** @type {unknown} */ data) {
  const text = JSON.stringify(data);
  if (text === screen.drawnData) return false;
  screen.drawnData = text;
  return true;
}

/**
 * @param {State} s
 * @param {HTMLElement} box
 */
function drawJoin(s, box) {
  const { texts, view: { join } } = s;
  const { parts } = screen;
  if (isNew([join, texts])) {
    parts.phoneCount = el("span");
    const how = [el("p", "lead", texts.on_phone), el("p", "address", join.address), el("p", "lead", texts.type), el("p", "code", join.code)];
    const here = el("p", "here", phoneIcon(), parts.phoneCount);
    const reach = join.reach_note ? [el("p", "reach", join.reach_note)] : [];
    arrange(box, [el("div", "how", ...how, here, ...reach), join.picture ? qr(join.picture, texts.picture) : el("div")]);
  }
  const text = phoneCountText(s);
  if (parts.phoneCount.textContent === text) return;
  const [before, ...after] = text.split(String(s.phoneCount));
  parts.phoneCount.replaceChildren(...(after.length ? [before, el("b", "", s.phoneCount), after.join(String(s.phoneCount))] : [text]));
  announceSoon(text);
}

/**
 * @param {State} s
 * @param {HTMLElement} box
 */
function drawOpenQuestion(s, box) {
  const { texts, view: { question, join, is_second_vote: isSecondVote } } = s;
  const { parts } = screen;
  if (isNew([question, join, isSecondVote, texts])) {
    parts.n = el("b", "n");
    parts.of = el("span", "of");
    parts.fill = el("span", "fill");
    const bar = el("div", "gauge", { "aria-hidden": true }, parts.fill);
    const late = el("div", "late", el("p", "", texts.late), join.picture ? qr(join.picture, texts.picture) : null);
    const answered = el("div", "answered", el("p", "counted", parts.n, " ", parts.of), bar);
    drawQuestion(box, question, isSecondVote ? texts.again : "", answered, late);
  }
  write(parts.n, String(s.answerCount));
  write(parts.of, fillTemplate(texts.answered_of, { of: s.phoneCount }));
  parts.fill.style.inlineSize = `${s.phoneCount ? Math.min(100, (100 * s.answerCount) / s.phoneCount) : 0}%`;
  announceSoon(fillTemplate(texts.answered, { count: s.answerCount, of: s.phoneCount }));
}

let lastAnnounced = { at: 0, timer: 0 };

// Each count would be too many to listen to: the newest is announced now and then.
function announceSoon(/** @type {string} */ text) {
  clearTimeout(lastAnnounced.timer);
  lastAnnounced.timer = setTimeout(() => {
    lastAnnounced = { at: Date.now(), timer: 0 };
    announce(text);
  }, Math.max(3000, lastAnnounced.at + ANNOUNCE_EVERY - Date.now()));
}

/**
 * @param {State} s
 * @param {HTMLElement} box
 */
function drawResults(s, box) {
  clearTimeout(lastAnnounced.timer);
  const { why, bars, question } = s.view;
  if (!isNew([why ?? bars, question])) return;
  if (why) drawWhy(box, why, screen.before);
  else drawDiscussed(box, bars, question);
  screen.before = why ?? bars;
}

// While neighbours discuss, the question stands beside its bars.
function drawDiscussed(/** @type {HTMLElement} */ box, /** @type {any} */ bars, /** @type {any} */ question) {
  const { parts } = screen;
  parts.votes ??= el("div", "votes"); // it stays, so that its rows glide
  const kind = question && (question.lists.lists.length > 1 ? "several" : question.lines.length ? "derived" : "single");
  box.className = question ? `screen discussed ${kind}` : "screen";
  arrange(box, question ? [discussedLists(question), parts.votes] : [parts.votes]);
  drawBars(parts.votes, bars, question);
}
