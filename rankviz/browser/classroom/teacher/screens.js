// What the room sees at each stage. A screen is made once and written anew, so that nothing flickers and the focus stays.
import { arrange, el, fillTemplate, write } from "../../kit/elements.js";
import { qr } from "../../kit/qr.js";
import { draw as drawBars } from "./answer_bars.js";
import { phoneIcon, phones, say } from "./screen_frame.js";
import { drawQuestion } from "./question_screen.js";
import { draw as drawWhy } from "./why_screen.js";

/** @typedef {import("./teacher.js").State} State */

const SPOKEN = 15_000; // ms between two counts that are said aloud

/** @type {{ name: string, box: HTMLElement | null, before: any, drawn: string, parts: any }} */
const screen = { name: "", box: null, before: null, drawn: "", parts: {} };

const SCREENS = { join: ["join", drawJoin], answer: ["asking", drawAsking], again: ["asking", drawAsking], numbers: ["bars", results], causes: ["bars", results], why: ["why", results] };

/** Forget what was drawn, as before another kind of screen. */
export function clearMain() {
  Object.assign(screen, { name: "", box: null, before: null, drawn: "", parts: {} });
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

/** Write something only if it is another: what a count changes is not drawn with it. */
function anew(/** @type {unknown} */ data) {
  const text = JSON.stringify(data);
  if (text === screen.drawn) return false;
  screen.drawn = text;
  return true;
}

/**
 * @param {State} s
 * @param {HTMLElement} box
 */
function drawJoin(s, box) {
  const { words, view: { join } } = s;
  const { parts } = screen;
  if (anew([join, words])) {
    parts.phones = el("span");
    const how = [el("p", "lead", words.on_phone), el("p", "address", join.address), el("p", "lead", words.type), el("p", "code", join.code)];
    const here = el("p", "here", phoneIcon(), parts.phones);
    const reach = join.reach ? [el("p", "reach", join.reach)] : [];
    arrange(box, [el("div", "how", ...how, here, ...reach), join.picture ? qr(join.picture, words.picture) : el("div")]);
  }
  const text = phones(s);
  if (parts.phones.textContent === text) return;
  const [before, ...after] = text.split(String(s.phones));
  parts.phones.replaceChildren(...(after.length ? [before, el("b", "", s.phones), after.join(String(s.phones))] : [text]));
  spoken(text);
}

/**
 * @param {State} s
 * @param {HTMLElement} box
 */
function drawAsking(s, box) {
  const { words, view: { question, join, again } } = s;
  const { parts } = screen;
  if (anew([question, join, again, words])) {
    parts.n = el("b", "n");
    parts.of = el("span", "of");
    parts.fill = el("span", "fill");
    const bar = el("div", "gauge", { "aria-hidden": true }, parts.fill);
    const late = el("div", "late", el("p", "", words.late), join.picture ? qr(join.picture, words.picture) : null);
    const answered = el("div", "answered", el("p", "counted", parts.n, " ", parts.of), bar);
    drawQuestion(box, question, again ? words.again : "", answered, late);
  }
  write(parts.n, String(s.answered));
  write(parts.of, fillTemplate(words.answered_of, { of: s.phones }));
  parts.fill.style.inlineSize = `${s.phones ? Math.min(100, (100 * s.answered) / s.phones) : 0}%`;
  spoken(fillTemplate(words.answered, { count: s.answered, of: s.phones }));
}

let last = { at: 0, timer: 0 };

// Each count would be too many to listen to.
function spoken(/** @type {string} */ text) {
  clearTimeout(last.timer);
  last.timer = setTimeout(() => {
    last = { at: Date.now(), timer: 0 };
    say(text);
  }, Math.max(3000, last.at + SPOKEN - Date.now()));
}

/**
 * @param {State} s
 * @param {HTMLElement} box
 */
function results(s, box) {
  clearTimeout(last.timer);
  const data = s.view.why ?? s.view.bars;
  if (!anew(data)) return;
  (s.view.why ? drawWhy : drawBars)(box, data, screen.before);
  screen.before = data;
}
