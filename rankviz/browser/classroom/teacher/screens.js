// What the room sees at each stage. A screen is made once and written anew, so that nothing flickers and the focus stays.
import { arrange, el, fillTemplate, write } from "../../kit/elements.js";
import { qr } from "../../kit/qr.js";
import { drawBars } from "./answer_bars.js";
import { announce, phoneCountText, phoneIcon } from "./screen_frame.js";
import { discussedLists, drawQuestion } from "./question_screen.js";
import { drawWhy } from "./why_screen.js";

/** @typedef {import("./teacher.js").State} State */

const ANNOUNCE_EVERY = 15_000; // ms between two counts that are announced

/** @import { Question, Stage } from "../question.d.ts" */
/** @import { Bars } from "./answer_bars.js" */
/** @import { StageView } from "./payload.d.ts" */
/** @import { Why } from "./why_screen.js" */

/** @type {{ name: string, box: HTMLElement | null, before: Why | null, drawnData: string, parts: Record<string, HTMLElement> }} */
const screen = { name: "", box: null, before: null, drawnData: "", parts: {} };

/** @type {Record<Stage, [string, (s: State, view: StageView, box: HTMLElement) => void]>} */
const SCREENS = { join: ["join", drawJoin], answer: ["asking", drawOpenQuestion], again: ["asking", drawOpenQuestion], numbers: ["bars", drawResults], causes: ["bars", drawResults], why: ["why", drawResults] };

/** Forget what was drawn, as before another kind of screen. */
export function clearMain() {
  Object.assign(screen, { name: "", box: null, before: null, drawnData: "", parts: {} });
  main().replaceChildren();
}

export const main = () => /** @type {HTMLElement} */ (document.querySelector("main"));

/**
 * @param {State} s
 * @param {StageView} view
 */
export function drawStage(s, view) {
  const [name, draw] = SCREENS[view.stage];
  let { box } = screen;
  if (screen.name !== name || !box?.isConnected) {
    clearMain();
    box = el("div", "screen");
    Object.assign(screen, { name, box });
    main().className = name;
    arrange(main(), [box]);
  }
  draw(s, view, box);
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
 * @param {StageView} view
 * @param {HTMLElement} box
 */
function drawJoin(s, { join }, box) {
  const { texts } = s;
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
 * @param {StageView} view
 * @param {HTMLElement} box
 */
function drawOpenQuestion(s, { question, join, is_second_vote: isSecondVote }, box) {
  const { texts } = s;
  const { parts } = screen;
  if (question && isNew([question, join, isSecondVote, texts])) {
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
 * @param {State} _
 * @param {StageView} view
 * @param {HTMLElement} box
 */
function drawResults(_, { why, bars, question }, box) {
  clearTimeout(lastAnnounced.timer);
  if (!isNew([why ?? bars, question])) return;
  if (why) drawWhy(box, why, screen.before);
  else if (bars) drawDiscussed(box, bars, question);
  screen.before = why;
}

// While neighbours discuss, the question stands beside its bars.
function drawDiscussed(/** @type {HTMLElement} */ box, /** @type {Bars} */ bars, /** @type {Question | null} */ question) {
  const { parts } = screen;
  parts.votes ??= el("div", "votes"); // it stays, so that its rows glide
  const kind = question && (question.lists.lists.length > 1 ? "several" : question.lines.length ? "derived" : "single");
  box.className = question ? `screen discussed ${kind}` : "screen";
  arrange(box, question ? [discussedLists(question), parts.votes] : [parts.votes]);
  drawBars(parts.votes, bars, question);
}
