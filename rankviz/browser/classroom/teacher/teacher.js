// The class as the teacher shows it: which room, which stage, and what is done by button and key.
import { NewestView } from "../newest_view.js";
import { openPicker } from "./question_picker.js";
import { announce, drawFrame } from "./screen_frame.js";
import { listenToKeys } from "./keys.js";
import { RequestError, RETRY_AFTER, apiBase, get, post } from "./api.js";
import { clearMain, drawStage } from "./screens.js";
import { drawStartScreen } from "./start_screen.js";
import { applyColours, pageLanguage } from "./browser_settings.js";
import { openSocket } from "./socket.js";
import { tabStore } from "../../kit/storage.js";

/** @import { ActPost, HandoffPost, LockPost } from "../messages.d.ts" */
/** @import { Actions, Opening, StageView } from "./payload.d.ts" */
/** @import { Picker } from "./question_picker.js" */
/** @import { Listener } from "./socket.js" */

/**
 * The state of the page.
 *
 * @typedef {object} State
 * @property {string} language
 * @property {string | null} code
 * @property {StageView | null} view
 * @property {Opening | null} opening while no room is open
 * @property {Picker | null} picker of the next question, while it is open
 * @property {Record<string, string>} texts
 * @property {boolean} isOffline whether the server is not reached
 * @property {string} problem what did not work, "" for nothing
 * @property {number} phoneCount
 * @property {number} answerCount
 * @property {boolean} isLocked whether new phones are refused
 * @property {number | null} openedAt when the question was opened, by this page's clock
 * @property {() => void} closeSocket
 * @property {Actions} actions
 * @property {(action: string) => void} press does what a button or its key stands for
 */

/** @type {State} */
const s = {
  language: pageLanguage(),
  code: null,
  view: null,
  opening: null,
  picker: null,
  texts: {},
  isOffline: false,
  problem: "",
  phoneCount: 0,
  answerCount: 0,
  isLocked: false,
  openedAt: null,
  closeSocket: () => {},
  actions: {
    act,
    draw,
    open: () => enqueue(async () => enterRoom((await post("new", { lang: s.language })).code)),
    choose: () => openPicker(s),
    mayFollow: () => canFollow(),
    follow: () => {
      tabStore.writeJson("rankviz.class", { code: s.code, follows: true });
      const ofQuestion = new URLSearchParams(s.view && REVEALED.includes(s.view.stage) && !s.picker ? s.view.question_name : "");
      const params = ofQuestion.has("m") ? ofQuestion : new URLSearchParams(location.search); // after a question its list
      for (const name of ["ask", "move", "mistake", "lang", "view"]) params.delete(name);
      location.assign(`${apiBase}/?${params}${params.size ? "&" : ""}view=projector`);
    },
    lock: () => enqueue(async () => {
      s.isLocked = !s.isLocked;
      await post(`${s.code}/lock`, /** @satisfies {LockPost} */ ({ locked: s.isLocked }));
      draw();
    }),
    hand: () => post(`${s.code}/hand`, /** @satisfies {HandoffPost} */ ({ at: phonePage() })),
    end: () => enqueue(async () => {
      await post(`${s.code}/end`, {});
      await leaveRoom();
    }),
    setLanguage: (/** @type {string} */ language) => {
      s.language = pageLanguage(language);
      s.picker = null;
      views.restart();
      return s.code ? refresh() : begin(s.opening?.hasEnded);
    },
    other: () => {}, // these two while a question is chosen
    asking: () => {},
  },
  press,
};

/** Address of the phones' page, as this browser sees it. */
const phonePage = () => `${location.origin}${apiBase}/c`;

function draw() {
  document.documentElement.lang = s.language === "zh" ? "zh-CN" : "en";
  document.title = s.texts.title ? `${s.texts.title} · rankviz` : "rankviz";
  drawFrame(s);
  if (!s.code) drawStartScreen(s);
  else if (s.picker) s.picker.draw();
  else if (s.view) drawStage(s, s.view);
}

const views = new NewestView();

/** Show the stage that a request brings, unless a newer one is shown by then. */
async function showRequested(/** @type {Promise<StageView>} */ request) {
  const isNewest = views.request();
  const view = await request;
  if (isNewest(view.version)) showView(view);
}

function showView(/** @type {StageView} */ view) {
  const isOtherScreen = !s.view || view.stage !== s.view.stage || view.number !== s.view.number;
  s.view = view;
  s.texts = view.texts;
  s.phoneCount = view.phone_count;
  s.answerCount = view.answer_count;
  s.isLocked = view.is_locked;
  s.openedAt = view.seconds_open === null ? null : Date.now() - view.seconds_open * 1000;
  s.isOffline = false;
  s.problem = "";
  if (isOtherScreen) {
    s.picker = null;
    announce(view.stages.find((each) => each.is_current)?.label);
  }
  draw();
}

// Status 404: the room has ended, or its time is over.
async function onError(/** @type {RequestError} */ error) {
  if (!(error instanceof RequestError)) throw error; // a fault of this page
  if (error.status === 404) return leaveRoom();
  showError(error);
  if (error.isBusy && s.code) setTimeout(refresh, RETRY_AFTER); // what was asked may have been done all the same
  draw();
}

function showError(/** @type {RequestError} */ error) {
  s.isOffline = error.isUnreached;
  s.problem = s.isOffline ? "" : error.message || s.texts.failed || String(error.status);
}

async function leaveRoom() {
  s.closeSocket();
  views.restart(true);
  s.code = s.view = s.picker = null;
  tabStore.write("rankviz.class", null);
  await begin(true);
}

let queue = Promise.resolve();

// Requests go one after the other. A key that is pressed twice does nothing the second time: it names the version that was seen.
function enqueue(/** @type {() => Promise<void>} */ request) {
  queue = queue.then(async () => {
    s.problem = "";
    await request();
  }).catch(onError);
  return queue;
}

function refresh() {
  return showRequested(get(`${s.code}/stage`, { lang: s.language, at: phonePage() })).catch(onError);
}

function act(/** @type {ActPost["action"]} */ action, questionName = "") {
  const { version: seenVersion, cause_count: causeCount } = s.view ?? {};
  /** @type {ActPost} */
  const body = { action, question_name: questionName, cause_count: causeCount, seen_version: seenVersion, lang: s.language, at: phonePage() };
  return enqueue(() => showRequested(post(`${s.code}/act`, body)));
}

/** @type {Listener["onFrame"]} */
function onFrame(frame) {
  if (frame.show && views.lacks(frame.show.v)) refresh();
  if (!frame.count) return;
  s.phoneCount = frame.count.of;
  s.answerCount = frame.count.n;
  drawFrame(s);
  if (!s.picker && s.view) drawStage(s, s.view);
}

function enterRoom(/** @type {string} */ code) {
  s.code = code;
  s.closeSocket = openSocket(code, {
    onFrame,
    onEnd: leaveRoom,
    onState: (isOpen) => {
      if (isOpen && s.isOffline) refresh();
      s.isOffline = !isOpen;
      drawFrame(s);
    },
  });
  return refresh();
}

/**
 * Enter the room that this browser has the key of, or show the page without a room.
 *
 * @param {boolean} [hasEnded] whether a room has just ended
 */
async function begin(hasEnded = false) {
  try {
    const { code, view, reason } = await get("mine", { lang: s.language });
    s.opening = { ...view, reason: reason ?? "", hasEnded };
    s.texts = s.texts.title && s.code ? s.texts : view.texts;
    s.isOffline = false;
    if (code) return await enterRoom(code);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    showError(error);
    if (s.isOffline) setTimeout(() => !s.code && begin(hasEnded), 3000);
  }
  clearMain();
  draw();
}

const OWN = /** @type {const} */ (["choose", "follow", "other", "asking"]);

/** Do what a button or its key stands for: an action of this page, or one of the server's. */
export function press(/** @type {string} */ action) {
  const own = OWN.find((name) => name === action);
  if (own) s.actions[own]();
  else act(/** @type {ActPost["action"]} */ (action));
}

// Where the list of a question may be played with: before the answer is revealed it would give it away.
const REVEALED = ["causes", "why"];

/** Whether phones may follow. */
const canFollow = () => Boolean(s.view && ["join", ...REVEALED].includes(s.view.stage));

const ACTION_OF_LETTER = { a: "again", n: "choose", f: "follow" };

function onCommand(/** @type {string} */ command) {
  if (!s.code || !s.view) return false;
  if (s.picker) return s.picker.onKey(command) || (command === "f" && canFollow() && (press("follow"), true));
  const { buttons } = s.view;
  if (command === "back") return s.view.stage !== "join" && (act("back"), true);
  if (command === "next") return press(buttons[buttons.length - 1].action), true;
  const action = ACTION_OF_LETTER[/** @type {keyof typeof ACTION_OF_LETTER} */ (command)];
  const isOpen = s.view.stage === "answer" || s.view.stage === "again";
  /** @type {Record<string, () => boolean>} */
  const isPossible = { choose: () => !isOpen, follow: canFollow };
  const can = isPossible[action]?.() ?? buttons.some((button) => button.action === action);
  if (action && can) press(action);
  return Boolean(action && can);
}

applyColours();
/** @type {HTMLAnchorElement} */ (document.querySelector(".mark")).href = `${apiBase}/`;
listenToKeys(onCommand);
begin();
