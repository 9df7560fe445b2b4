// The room of a class, as far as the tab knows it: the way to the teacher's page, and what phones follow. Every state that is painted is
// told to the room, the newest only, and at most five a second; no edit waits for that.

import { isPreview } from "./persistence.js";
import { pickParams } from "./url_params.js";
import * as pageUrl from "../kit/page_url.js";
import { tabStore } from "../kit/storage.js";

/** @typedef {{ code: string, follows: boolean }} Room */
/**
 * @typedef {{
 *   state: string, linkable: boolean, isLearn: boolean, thisPageParamNames: string[], view: import("./messages.js").ViewState | null,
 *   parts: Map<string, string>,
 * }} Tab
 */

const STORE = "rankviz.class"; // the teacher's page writes it, too
const NEWS = "rankviz:room"; // event: `roomStatus` has changed
/** Parts by their names in a link. @type {[import("./messages.js").ViewState["hidden"][number], string][]} */
const PARTS = [["score", "scores"], ["formula", "derivation"], ["charts", "charts"], ["choices", "choices"]];
const PAUSE = 200; // ms between two states
const CALM = 100; // ms after a state was painted until it is sent: the page draws its other parts first
const AGAIN = 5000; // ms until a state is sent again: the number of phones may have changed, or the server was away
const SOON = 1000; // ms until a state that did not arrive is sent again; then twice as long, and so on
const PATIENCE = 10_000; // ms for an answer
const OPENING = "v=1"; // what the page opens with, which has no parameters of its own
const LONGEST = 8000; // characters of a link
const OF_A_QUESTION = ["q", "make"]; // what an address of Learn has besides the set

const s = {
  tab: /** @type {Tab | null} */ (null), // as it was painted last
  rank: /** @type {number | null} */ (null), // the row that is pointed at
  room: /** @type {Room | null} */ (null),
  phones: /** @type {number | null} */ (null),
  problem: "", // "lost", "long", "ended"
  pageSignal: /** @type {AbortSignal | null} */ (null), // of the page that phones follow, while it is shown
  sentState: /** @type {string | null} */ (null),
  sentAt: -Infinity,
  failed: 0,
  isBusy: false,
  timer: 0,
  due: -Infinity, // when a state is next sent
};

/** What is shown of the room: whether there is one, whether phones follow, how many, and what stands in the way. */
export const roomStatus = () => ({ isKnown: Boolean(s.room) || s.problem === "ended", code: s.room?.code ?? "", follows: Boolean(s.room?.follows), phones: s.phones, problem: s.problem });

/**
 * @param {Partial<typeof s>} change
 */
function set(change) {
  Object.assign(s, change);
  document.dispatchEvent(new CustomEvent(NEWS));
}

function storedRoom() {
  const { code, follows } = tabStore.readJson(STORE) ?? {};
  return isPreview || !/^[0-9]{6,8}$/.test(code) ? null : { code, follows: Boolean(follows) };
}

const storeRoom = (/** @type {Room | null} */ room) => tabStore.writeJson(STORE, room);

/** The state that phones are to show: with what is covered on the page, and the row that is pointed at. @param {Tab} tab */
function followedState({ state, view, parts }) {
  const hidden = view?.hidden ?? [];
  const covered = PARTS.filter(([name, part]) => !hidden.includes(name) && (!parts.has(part) || view?.covered.includes(name)));
  const extraParams = new URLSearchParams();
  if (covered.length) extraParams.set("cover", covered.map(([name]) => name).join("."));
  if (hidden.length) extraParams.set("hide", hidden.join("."));
  if (s.rank !== null) extraParams.set("rank", String(s.rank));
  return [state || OPENING, String(extraParams)].filter(Boolean).join("&");
}

/** @param {string} code @param {import("../classroom/messages.d.ts").FollowPost} posted @param {RequestInit} [more] */
const post = (code, posted, more = {}) =>
  fetch(pageUrl.serverUrl(`class/${code}/follow`), {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(posted), redirect: "manual", ...more,
  });

/** Send the state `pause` ms after the last one, and at least `least` ms from now. */
function schedule(/** @type {number} */ pause, least = 0) {
  clearTimeout(s.timer);
  s.due = Math.max(performance.now() + least, s.sentAt + pause);
  s.timer = window.setTimeout(sendState, s.due - performance.now());
}

async function sendState() {
  const { room, tab } = s;
  if (s.isBusy || !s.pageSignal || !room?.follows || !tab) return;
  const state = followedState(tab);
  const isLong = state.length > LONGEST || !tab.linkable;
  s.isBusy = true;
  s.sentAt = performance.now();
  const problem = isLong ? "long" : await postState(room.code, state);
  s.isBusy = false;
  if (!s.pageSignal || (s.room !== room && !s.room?.follows)) return stop(room.code); // what was on its way may have come last
  if (s.room !== room) return schedule(PAUSE);
  s.failed = problem === "lost" ? s.failed + 1 : 0;
  if (problem === "ended") return endRoom();
  s.sentState = state; // also if it did not arrive: it is sent again all the same
  if (problem !== s.problem) set({ problem });
  if (followedState(s.tab ?? tab) !== state && !s.failed) schedule(PAUSE);
  else schedule(s.failed ? Math.min(SOON * 2 ** (s.failed - 1), AGAIN) : AGAIN);
}

/** @returns {Promise<string>} what stood in the way, "" for nothing */
async function postState(/** @type {string} */ code, /** @type {string} */ state) {
  try {
    const response = await post(code, { state }, { signal: AbortSignal.timeout(PATIENCE) });
    if (response.status === 404) return "ended";
    if (!response.ok) return "lost";
    const { phones } = await response.json();
    if (phones !== s.phones) set({ phones });
    return "";
  } catch {
    return "lost";
  }
}

function endRoom() {
  storeRoom(null);
  set({ room: null, problem: "ended", phones: null });
}

/** A state was painted. */
export function onPainted(/** @type {Tab} */ tab) {
  s.tab = tab;
  const isSoon = s.due > performance.now() && s.due <= Math.max(performance.now() + CALM, s.sentAt + PAUSE);
  if (s.pageSignal && s.room?.follows && !s.failed && !isSoon && followedState(tab) !== s.sentState) schedule(PAUSE, CALM);
}

// The browser sends it when the page is already gone.
function stop(/** @type {string | undefined} */ code) {
  clearTimeout(s.timer);
  if (code) post(code, { state: null }, { keepalive: true }).catch(() => {}); // the room ends by itself, at the latest
  Object.assign(s, { sentState: null, due: -Infinity });
}

const leave = () => stop(s.room?.follows ? s.room.code : undefined);

function begin() {
  set({ room: storedRoom(), problem: "", phones: null, failed: 0 });
  schedule(0);
}

/**
 * The page that phones can follow is shown, until the signal comes; `hear` is called whenever `roomStatus` says something else.
 *
 * @param {() => void} hear
 * @param {AbortSignal} signal
 */
export function show(hear, signal) {
  s.pageSignal = signal;
  document.addEventListener(NEWS, hear, { signal });
  document.addEventListener("rankviz:rank", /** @type {EventListener} */ (onRank), { signal });
  window.addEventListener("pagehide", leave, { signal });
  window.addEventListener("pageshow", (event) => event.persisted && begin(), { signal });
  signal.addEventListener("abort", () => {
    if (s.pageSignal !== signal) return; // it is shown again
    s.pageSignal = null;
    leave();
  });
  begin();
}

function onRank(/** @type {CustomEventInit} */ { detail: { rank, pinned } }) {
  if (!pinned || rank === s.rank) return;
  s.rank = rank;
  if (s.tab) onPainted(s.tab);
}

/** Phones follow, or no longer. */
export function toggleFollow() {
  if (!s.room) return;
  leave();
  const room = { ...s.room, follows: !s.room.follows };
  storeRoom(room);
  set({ room, phones: null, problem: "", failed: 0 });
  schedule(0);
}

/**
 * How phones get in: the address, the code, and its picture; null where the server does not say so.
 *
 * @param {string} language
 * @returns {Promise<{ join: { address: string, code: string, picture: string, reach_note: string }, texts: Record<string, string> } | null>}
 */
export async function fetchJoinInfo(language) {
  const params = new URLSearchParams({ lang: language, at: pageUrl.serverUrl("c") });
  try {
    const response = await fetch(`${pageUrl.serverUrl(`class/${s.room?.code}/stage`)}?${params}`, { redirect: "manual", signal: AbortSignal.timeout(PATIENCE) });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** Forget the room: nothing more is shown of it. */
export function forget() {
  leave();
  storeRoom(null);
  set({ room: null, problem: "", phones: null });
}

/** The parameters of the teacher's page: the lists that are shown, or the set of Learn. */
function teacherParams(/** @type {Tab} */ { state, isLearn, thisPageParamNames: names, view }) {
  const setParamNames = names.filter((name) => !OF_A_QUESTION.includes(name));
  return isLearn ? pickParams(setParamNames, view?.page_params) : state || OPENING;
}

/**
 * Go to the teacher's page.
 *
 * @param {string} [parameters] of the questions; without them those of what the page shows
 */
export function openTeacherPage(parameters = s.tab ? teacherParams(s.tab) : "") {
  location.assign(pageUrl.serverUrl(`class${parameters && parameters.length <= LONGEST ? `?${parameters}` : ""}`));
}
