// The class as the teacher shows it: which room, which stage, and what is done by button and key.
import { choosing } from "./question_picker.js";
import { drawFrame, say } from "./screen_frame.js";
import { hearKeys } from "./keys.js";
import { Trouble, post, apiBase, get } from "./api.js";
import { clearMain, drawStage } from "./screens.js";
import { drawOpening } from "./start_screen.js";
import { keptLanguage, wearColours } from "./browser_settings.js";
import { listen } from "./socket.js";

/** @typedef {{ act: string, label: string, key: string, primary: boolean }} Button */

/**
 * What the page knows. `view` is what the server says of the stage; `opening` what it says where no room is open.
 *
 * @typedef {object} State
 * @property {string} language
 * @property {string | null} code
 * @property {any} view
 * @property {any} opening
 * @property {any} choice what is chosen from, while it is
 * @property {Record<string, string>} words
 * @property {boolean} away whether the server is not reached
 * @property {string} trouble what did not work
 * @property {number} phones
 * @property {number} answered
 * @property {boolean} locked
 * @property {number | null} opened when the question was opened, by this page's clock
 * @property {() => void} leave ends the socket
 * @property {Record<string, (...given: any[]) => any>} does
 */

/** @type {State} */
const s = {
  language: keptLanguage(),
  code: null,
  view: null,
  opening: null,
  choice: null,
  words: {},
  away: false,
  trouble: "",
  phones: 0,
  answered: 0,
  locked: false,
  opened: null,
  leave: () => {},
  does: {},
};

/** Address of the phones' page, as this browser sees it. */
const at = () => `${location.origin}${apiBase}/c`;

function draw() {
  document.documentElement.lang = s.language === "zh" ? "zh-CN" : "en";
  document.title = s.words.title ? `${s.words.title} · rankviz` : "rankviz";
  drawFrame(s);
  if (!s.code) drawOpening(s);
  else if (s.choice) s.choice.draw();
  else drawStage(s);
}

// What the server says of the stage; what is older than what is shown comes too late.
function take(view, anew = false) {
  if (!anew && s.view && view.version < s.view.version) return;
  const isOther = !s.view || view.stage !== s.view.stage || view.number !== s.view.number;
  s.view = view;
  s.words = view.words;
  s.phones = view.phones;
  s.answered = view.answered;
  s.locked = view.locked;
  s.opened = view.since === null || view.since === undefined ? null : Date.now() - view.since * 1000;
  s.away = false;
  if (isOther) {
    s.choice = null;
    say(view.stages.find((/** @type {{ on: boolean }} */ each) => each.on)?.label);
  }
  draw();
}

/** Whether nobody was reached: what the server itself says is told in its words. */
const isAway = (/** @type {Trouble} */ { status, message }) => status === 0 || (status >= 502 && !message);

const BUSY = 503;
const PAUSE = 2000; // ms

// A room that is gone is one that has ended, or whose time is over.
async function failed(/** @type {Trouble} */ trouble) {
  if (!(trouble instanceof Trouble)) throw trouble; // a fault of this page
  if (trouble.status === 404) return closed();
  s.away = isAway(trouble);
  s.trouble = s.away ? "" : trouble.message || s.words.failed || String(trouble.status);
  if (trouble.status === BUSY && s.code) setTimeout(look, PAUSE); // what was asked may have been done all the same
  draw();
}

async function closed() {
  s.leave();
  s.code = s.view = s.choice = null;
  sessionStorage.removeItem("rankviz.class");
  await begin(true);
}

let turn = Promise.resolve();

// One after the other. A key that is pressed twice does nothing the second time: it names the version that was seen.
function doing(/** @type {() => Promise<void>} */ what) {
  turn = turn.then(async () => {
    s.trouble = "";
    await what();
  }).catch(failed);
  return turn;
}

function look() {
  return get(`${s.code}/stage`, { lang: s.language, at: at() }).then((view) => {
    s.trouble = "";
    take(view, view.words !== s.view?.words);
  }, failed);
}

function act(/** @type {string} */ what, asked = "") {
  const { version: seen, causes } = s.view;
  return doing(async () => take(await post(`${s.code}/act`, { act: what, asked, causes, seen, lang: s.language, at: at() })));
}

function heard(frame) {
  if (frame.show && frame.show.v > (s.view?.version ?? 0)) look();
  if (!frame.count) return;
  s.phones = frame.count.of;
  s.answered = frame.count.n;
  drawFrame(s);
  if (!s.choice && s.view) drawStage(s);
}

function enter(/** @type {string} */ code) {
  s.code = code;
  s.leave = listen(code, {
    frame: heard,
    ended: closed,
    state: (open) => {
      if (open && s.away) look();
      s.away = !open;
      drawFrame(s);
    },
  });
  return look();
}

/**
 * Find out which room this is, or that there is none.
 *
 * @param {boolean} [over] whether there was one
 */
async function begin(over = false) {
  try {
    const mine = await get("mine", { lang: s.language });
    s.opening = { ...mine.view, why: mine.why ?? "", over };
    s.words = s.words.title && s.code ? s.words : mine.view.words;
    s.away = false;
    if (mine.code) return await enter(mine.code);
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    s.away = isAway(trouble);
    s.trouble = s.away ? "" : trouble.message || s.words.failed || String(trouble.status);
    if (s.away) setTimeout(() => !s.code && begin(over), 3000);
  }
  clearMain();
  draw();
}

Object.assign(s.does, {
  act,
  draw,
  open: () => doing(async () => enter((await post("new", { lang: s.language })).code)),
  choose: () => choosing(s),
  mayFollow: () => canFollow(),
  follow: () => {
    sessionStorage.setItem("rankviz.class", JSON.stringify({ code: s.code, follows: true }));
    const asked = new URLSearchParams(TOLD.includes(s.view.stage) ? s.view.asked : "");
    const given = asked.has("m") ? asked : new URLSearchParams(location.search); // after a question its list
    for (const name of ["ask", "move", "mistake", "lang", "view"]) given.delete(name);
    location.assign(`${apiBase}/?${given}${given.size ? "&" : ""}view=projector`);
  },
  lock: () => doing(async () => {
    s.locked = !s.locked;
    await post(`${s.code}/lock`, { locked: s.locked });
    draw();
  }),
  hand: () => post(`${s.code}/hand`, { at: at() }),
  end: () => doing(async () => {
    await post(`${s.code}/end`, {});
    await closed();
  }),
  speak: (/** @type {string} */ language) => {
    s.language = keptLanguage(language);
    s.choice = null;
    return s.code ? look() : begin(s.opening?.over);
  },
});

/** What a button or its key does. */
export function press(/** @type {string} */ what) {
  if (what in s.does) s.does[what]();
  else act(what);
}

// Where the list of a question may be played with: before it is told, it would give the answer away.
const TOLD = ["causes", "why"];

/** Whether phones may follow. */
const canFollow = () => Boolean(s.view) && ["join", ...TOLD].includes(s.view.stage);

const LETTERS = { a: "again", n: "choose", f: "follow" };

function hear(/** @type {string} */ what) {
  if (!s.code || !s.view) return false;
  if (s.choice) return s.choice.hear(what);
  const { buttons } = s.view;
  if (what === "back") return s.view.stage !== "join" && (act("back"), true);
  if (what === "next") return press(buttons.at(-1).act), true;
  const named = LETTERS[/** @type {keyof typeof LETTERS} */ (what)];
  const isOpen = s.view.stage === "answer" || s.view.stage === "again";
  const byName = { choose: () => !isOpen, follow: canFollow };
  const can = byName[named]?.() ?? buttons.some((/** @type {Button} */ { act: of }) => of === named);
  if (named && can) press(named);
  return Boolean(named && can);
}

wearColours();
/** @type {HTMLAnchorElement} */ (document.querySelector(".mark")).href = `${apiBase}/`;
hearKeys(hear);
begin();
