// The room of a class, as far as the tab knows it: the way to the teacher's page, and what phones follow. Every state that is painted is
// told to the room, the newest only, and at most five a second; no edit waits for that.

import { isPreview } from "./persistence.js";
import { pickParams } from "./url_params.js";
import * as pageUrl from "../kit/page_url.js";

/** @typedef {{ code: string, follows: boolean }} Room */
/**
 * @typedef {{
 *   state: string, linkable: boolean, isLearn: boolean, thisPageParamNames: string[], view: import("./tab.js").ViewState | null,
 *   parts: Map<string, string>,
 * }} Tab
 */

const STORE = "rankviz.class"; // the teacher's page writes it, too
const NEWS = "rankviz:room"; // what is said here has changed
const PARTS = { score: "scores", formula: "derivation", charts: "charts", choices: "choices" }; // by their names in a link
const PAUSE = 200; // ms between two states
const CALM = 100; // ms after which one is told that was just painted: the page draws its other parts first
const AGAIN = 5000; // ms after which one is told again: the number of phones is another one, or the server was away
const SOON = 1000; // ms until one that was not heard is told again; then twice as long, and so on
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
  here: /** @type {AbortSignal | null} */ (null), // of the page that is followed, as long as it is shown
  told: /** @type {string | null} */ (null),
  at: -Infinity, // when that was
  failed: 0,
  isBusy: false,
  timer: 0,
  due: -Infinity, // when it is next told
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

function stored() {
  try {
    const { code, follows } = JSON.parse(sessionStorage.getItem(STORE) ?? "null") ?? {};
    return isPreview || !/^[0-9]{6,8}$/.test(code) ? null : { code, follows: Boolean(follows) };
  } catch {
    return null; // no storage, or not what is written here
  }
}

function store(/** @type {Room | null} */ room) {
  try {
    if (room) sessionStorage.setItem(STORE, JSON.stringify(room));
    else sessionStorage.removeItem(STORE);
  } catch {
    // no storage: then it is known until the page is left
  }
}

/** What phones are to show: the state, what of it is covered on the page, and the row that is pointed at. @param {Tab} tab */
function shown({ state, view, parts }) {
  const hidden = view?.hidden ?? [];
  const covered = Object.entries(PARTS).filter(([name, part]) => !hidden.includes(name) && (!parts.has(part) || view?.covered.includes(name)));
  const further = new URLSearchParams();
  if (covered.length) further.set("cover", covered.map(([name]) => name).join("."));
  if (hidden.length) further.set("hide", hidden.join("."));
  if (s.rank !== null) further.set("rank", String(s.rank));
  return [state || OPENING, String(further)].filter(Boolean).join("&");
}

const post = (/** @type {string} */ code, /** @type {string | null} */ state, /** @type {RequestInit} */ more = {}) =>
  fetch(pageUrl.serverUrl(`class/${code}/follow`), {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ state }), redirect: "manual", ...more,
  });

/** Tell when it is time: so long after the last one, and after now. */
function soon(/** @type {number} */ pause, least = 0) {
  clearTimeout(s.timer);
  s.due = Math.max(performance.now() + least, s.at + pause);
  s.timer = window.setTimeout(tell, s.due - performance.now());
}

async function tell() {
  const { room, tab } = s;
  if (s.isBusy || !s.here || !room?.follows || !tab) return;
  const state = shown(tab);
  const isLong = state.length > LONGEST || !tab.linkable;
  s.isBusy = true;
  s.at = performance.now();
  const found = isLong ? "long" : await told(room.code, state);
  s.isBusy = false;
  if (!s.here || (s.room !== room && !s.room?.follows)) return stop(room.code); // what was on its way may have come last
  if (s.room !== room) return soon(PAUSE);
  s.failed = found === "lost" ? s.failed + 1 : 0;
  if (found === "ended") return ended();
  s.told = state; // also one that was not heard: it is told again all the same
  if (found !== s.problem) set({ problem: found });
  if (shown(s.tab ?? tab) !== state && !s.failed) soon(PAUSE);
  else soon(s.failed ? Math.min(SOON * 2 ** (s.failed - 1), AGAIN) : AGAIN);
}

/** @returns {Promise<string>} what stood in the way, "" for nothing */
async function told(/** @type {string} */ code, /** @type {string} */ state) {
  try {
    const found = await post(code, state, { signal: AbortSignal.timeout(PATIENCE) });
    if (found.status === 404) return "ended";
    if (!found.ok) return "lost";
    const { phones } = await found.json();
    if (phones !== s.phones) set({ phones });
    return "";
  } catch {
    return "lost";
  }
}

function ended() {
  store(null);
  set({ room: null, problem: "ended", phones: null });
}

/** A state was painted. */
export function onPainted(/** @type {Tab} */ tab) {
  s.tab = tab;
  const isSoon = s.due > performance.now() && s.due <= Math.max(performance.now() + CALM, s.at + PAUSE);
  if (s.here && s.room?.follows && !s.failed && !isSoon && shown(tab) !== s.told) soon(PAUSE, CALM);
}

// The browser sends it when the page is already gone.
function stop(/** @type {string | undefined} */ code) {
  clearTimeout(s.timer);
  if (code) post(code, null, { keepalive: true }).catch(() => {}); // the room ends by itself, at the latest
  Object.assign(s, { told: null, due: -Infinity });
}

const leave = () => stop(s.room?.follows ? s.room.code : undefined);

function begin() {
  set({ room: stored(), problem: "", phones: null, failed: 0 });
  soon(0);
}

/**
 * The page that phones can follow is shown, until the signal comes; `hear` is called whenever `roomStatus` says something else.
 *
 * @param {() => void} hear
 * @param {AbortSignal} signal
 */
export function show(hear, signal) {
  s.here = signal;
  document.addEventListener(NEWS, hear, { signal });
  document.addEventListener("rankviz:rank", /** @type {EventListener} */ (pointed), { signal });
  window.addEventListener("pagehide", leave, { signal });
  window.addEventListener("pageshow", (event) => event.persisted && begin(), { signal });
  signal.addEventListener("abort", () => {
    if (s.here !== signal) return; // it is shown again
    s.here = null;
    leave();
  });
  begin();
}

function pointed(/** @type {CustomEventInit} */ { detail: { rank, pinned } }) {
  if (!pinned || rank === s.rank) return;
  s.rank = rank;
  if (s.tab) onPainted(s.tab);
}

/** Phones follow, or no longer. */
export function toggleFollow() {
  if (!s.room) return;
  leave();
  const room = { ...s.room, follows: !s.room.follows };
  store(room);
  set({ room, phones: null, problem: "", failed: 0 });
  soon(0);
}

/**
 * How phones get in: the address, the code, and its picture; null where the server does not say so.
 *
 * @param {string} language
 * @returns {Promise<{ join: { address: string, code: string, picture: string, reach_note: string }, texts: Record<string, string> } | null>}
 */
export async function fetchJoinInfo(language) {
  const given = new URLSearchParams({ lang: language, at: pageUrl.serverUrl("c") });
  try {
    const found = await fetch(`${pageUrl.serverUrl(`class/${s.room?.code}/stage`)}?${given}`, { redirect: "manual", signal: AbortSignal.timeout(PATIENCE) });
    return found.ok ? await found.json() : null;
  } catch {
    return null;
  }
}

/** Nothing more is shown of the room. */
export function forget() {
  leave();
  store(null);
  set({ room: null, problem: "", phones: null });
}

/** The parameters of what can be asked: the lists that are shown, or the set of Learn. */
function asked(/** @type {Tab} */ { state, isLearn: apart, thisPageParamNames: names, view }) {
  const ofSet = names.filter((name) => !OF_A_QUESTION.includes(name));
  return apart ? pickParams(ofSet, view?.page_params) : state || OPENING;
}

/**
 * To the teacher's page.
 *
 * @param {string} [parameters] of what is to be asked; without them it is what the page shows
 */
export function openTeacherPage(parameters = s.tab ? asked(s.tab) : "") {
  location.assign(pageUrl.serverUrl(`class${parameters && parameters.length <= LONGEST ? `?${parameters}` : ""}`));
}
