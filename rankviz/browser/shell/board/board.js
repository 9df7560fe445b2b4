// One mounted component for the whole page. Each part lives in the element named for it and gets `{data, parentElement, tab}`: what it
// shows, where, and whom it asks for changes; those with charts also the address of `plotly`.
import { focused } from "../../kit/elements.js";
import { cancelIdle, whenIdle } from "../../kit/idle.js";
import { sheet as marks } from "../../kit/lesson_marks.js";
import { LISTS } from "../../tab/queued_actions.js";
import * as tab from "../../tab/tab.js";
import { typeClass, applyTypeSize } from "../../tab/large_type.js";
import { takeFocusBack } from "../../tab/page_keys.js";
import { hearProjector } from "./projector_keys.js";
import { keepPlace } from "./scroll_memory.js";

/** @typedef {{ root: string, js: string, css: string[] }} KindFiles its class, and the addresses of its module and style sheets */
/** @typedef {{ kinds: Record<string, KindFiles>, common: string[] }} Assets of the parts, by their names, and the style sheets of all */
/** @typedef {{ draw: (given: Call) => () => void, parent: HTMLElement | ShadowRoot }} Loaded a part that can be drawn */
/** @typedef {Omit<import("../../kit/part.js").Given<unknown>, "setTriggerValue">} Call */
/**
 * @typedef {{
 *   name: string, host: HTMLElement, late: string | undefined, drawnText: string, mustRedraw: boolean, loaded: Loaded | null,
 *   leave: (() => void) | null, tab: import("../../kit/part.js").Tab,
 * }} BoardPart
 */
/** @typedef {ReturnType<typeof build>} BoardState */

const boards = /** @type {WeakMap<HTMLElement, BoardState>} */ (new WeakMap());
// What stands where a cover stood: it gets the focus.
/** @type {Record<string, string[]>} */
const SUCCESSORS = { cover_score: ["scores", "winner"], cover_formula: ["derivation"], cover_charts: ["charts"], cover_choices: ["choices"] };
const TRIES = 2; // of a module or a style sheet

/**
 * @template T
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
async function fetched(act, tries = TRIES) {
  try {
    return await act();
  } catch (error) {
    if (tries <= 1) throw error;
    return fetched(act, tries - 1);
  }
}

/**
 * Return the promise of an earlier call with this key; if that failed, make a new one.
 *
 * @template K, T
 * @param {{ get: (key: K) => Promise<T> | undefined, set: (key: K, made: Promise<T>) => unknown, delete: (key: K) => boolean }} promises
 * @param {K} key
 * @param {() => Promise<T>} make
 */
function once(promises, key, make) {
  const known = promises.get(key);
  const promise = known ?? make();
  if (!known) promises.set(key, promise);
  promise.catch(() => promises.delete(key));
  return promise;
}

// Parts share a style sheet that several of them have.
const sheets = /** @type {Map<string, Promise<CSSStyleSheet>>} */ (new Map());
const sheet = (/** @type {string} */ url) => once(sheets, url, () => fetched(() => styles(url)));

async function styles(/** @type {string} */ url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(await answer.text());
  return styleSheet;
}

// A page that is left and shown again may come back with its elements, and those have their roots already.
const hosts = /** @type {WeakMap<HTMLElement, Promise<Loaded>>} */ (new WeakMap());

/**
 * @param {HTMLElement} host
 * @param {KindFiles} kind
 * @param {string[]} common
 */
const loaded = (host, kind, common) => once(hosts, host, () => load(host, kind, common));

/**
 * An open part shares the document's styles; any other has a root of its own.
 *
 * @param {HTMLElement} host
 * @param {KindFiles} kind
 * @param {string[]} common
 * @returns {Promise<Loaded>}
 */
async function load(host, { js, css, root }, common) {
  const box = document.createElement("div");
  const styleSheets = (css.length ? [...common, ...css] : []).map(sheet);
  const [module, ...styled] = await Promise.all([fetched(() => import(js)), ...styleSheets]);
  const shadow = css.length ? host.attachShadow({ mode: "open" }) : null;
  if (shadow) shadow.adoptedStyleSheets = [...styled, marks];
  const parent = shadow ?? host;
  box.className = root + typeClass(); // as it is by now
  parent.append(box);
  return { draw: module.default, parent };
}

// No frame comes while the page is out of sight; then there is nothing to wait for.
/** @returns {Promise<void>} */
const painted = () => new Promise((done) => (document.hidden ? setTimeout(done) : requestAnimationFrame(() => setTimeout(done))));

function stop(/** @type {BoardState} */ board) {
  board.turn = {};
  cancelIdle(board.idle);
}

function afterPaint(/** @type {BoardState} */ board, /** @type {() => void} */ act) {
  const { turn } = board;
  painted().then(() => board.turn === turn && act());
}

// Streamlit gives the page of a theme its colour scheme, but not the dialogs, which stand beside it; and tells no component.
function followTheme(/** @type {AbortSignal} */ signal) {
  const app = /** @type {Element} */ (document.querySelector(".stApp")); // Streamlit's; the page without a server has one, too
  const follow = () => {
    document.documentElement.style.colorScheme = getComputedStyle(app).colorScheme;
    document.dispatchEvent(new CustomEvent("rankviz:theme"));
  };
  const observer = new MutationObserver(follow);
  observer.observe(app, { attributes: true, attributeFilter: ["class"] });
  signal.addEventListener("abort", () => observer.disconnect());
  follow();
}

// Streamlit gives the focus back to what had it before its dialog opened, but does not see into the parts.
function keepFocus(/** @type {AbortSignal} */ signal) {
  let before = /** @type {HTMLElement | null} */ (null);
  document.addEventListener("rankviz:dialog", () => (before = focused()), { signal });
  const observer = new MutationObserver((records) => {
    const closed = records.some(({ removedNodes }) => [...removedNodes].some((node) => node instanceof Element && node.classList.contains("stDialog")));
    if (closed) setTimeout(() => document.activeElement === document.body && before?.focus());
  });
  observer.observe(document.body, { childList: true });
  signal.addEventListener("abort", () => observer.disconnect());
}

function build(/** @type {HTMLElement} */ root) {
  const board = {
    parts: /** @type {Map<string, BoardPart>} */ (new Map()),
    texts: /** @type {Map<string, string>} */ (new Map()),
    plotly: "", // its address
    isOtherList: false,
    isOptimistic: false,
    painted: /** @type {Promise<void> | null} */ (null),
    turn: {}, // what it is of that waits for the next frame
    idle: 0,
    isGone: false,
    listening: new AbortController(),
    deferredPage: /** @type {import("../../tab/messages.js").ViewState["page"] | undefined} */ (
      /** @type {HTMLElement | null} */ (root.querySelector("[data-deferred-page]"))?.dataset.deferredPage
    ),
    hasViews: Boolean(root.querySelector("[data-views]")), // of which each has its own parts
    isForRooms: Boolean(root.querySelector('[data-part="cover_score"]')),
    draw: (/** @type {Map<string, string>} */ texts, isOtherList = false) => show(board, texts, isOtherList),
    markStale: (/** @type {string[]} */ names) => markStale(board, names),
    whenPainted: () => board.painted ?? Promise.resolve(),
  };
  return board;
}

function mount(/** @type {HTMLElement} */ root, /** @type {Assets} */ assets) {
  const board = build(root);
  const { signal } = board.listening;
  const say = (/** @type {CustomEventInit} */ { detail }) => root.classList.toggle("rv-waiting", ["waiting", "starting"].includes(detail));
  document.addEventListener("rankviz:status", /** @type {EventListener} */ (say), { signal });
  followTheme(signal);
  keepFocus(signal);
  if (board.isForRooms) hearProjector(board, signal);
  if (!LISTS.some((name) => root.querySelector(`[data-part=${name}]`))) keepPlace(signal);
  window.addEventListener("resize", () => freeRoom(board), { signal });
  // A part shows what the answer will be: at the next one it is drawn whatever that says, for the edit may be taken back.
  const know = (/** @type {CustomEventInit} */ { detail: { part } }) => {
    const shown = board.parts.get(part);
    if (shown) shown.mustRedraw = true;
    board.isOptimistic = true;
    stop(board);
    board.painted = painted();
  };
  document.addEventListener("rankviz:optimistic", /** @type {EventListener} */ (know), { signal });
  for (const host of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-part]"))) {
    const name = host.dataset.part ?? "";
    const dispatch = (/** @type {Parameters<typeof tab.dispatch>[0]} */ wish) => {
      part.mustRedraw = true; // it shows its own change ahead of the answer, and is drawn again by that in any case
      tab.dispatch(wish);
    };
    /** @type {BoardPart} */
    const part = { name, host, late: host.dataset.late, drawnText: "", mustRedraw: false, loaded: null, leave: null, tab: { ...tab, dispatch } };
    board.parts.set(name, part);
    loaded(host, assets.kinds[name], assets.common).then(
      (ready) => {
        part.loaded = ready;
        if (!board.isGone) draw(board, part);
      },
      (error) => console.error(error),
    );
  }
  return board;
}

// What did not change is left alone; so is a page that was just left, whose timers may still come, and a list that is being edited.
function draw(/** @type {BoardState} */ board, /** @type {BoardPart} */ part) {
  if (!part.loaded?.parent.isConnected || (LISTS.includes(part.name) && tab.isPending("list"))) return;
  const text = board.texts.get(part.name);
  // It is drawn anew when it comes back: what it shows of this tab may have changed meanwhile.
  if (!text) return void (part.mustRedraw = true);
  const drawnText = part.name === "header" ? text + tab.canStep("undo") + tab.canStep("redo") : text;
  const isDue = tab.isResponseDue(); // by which it is drawn again
  if (part.drawnText === drawnText && (isDue || !part.mustRedraw)) return;
  part.drawnText = drawnText;
  part.mustRedraw &&= isDue;
  const { plotly, isOtherList } = board;
  try {
    part.leave = part.loaded.draw({ data: JSON.parse(text), plotly, isOtherList, parentElement: part.loaded.parent, tab: part.tab });
  } catch (error) {
    part.drawnText = ""; // the others are drawn all the same
    reportError(error);
  }
}

// What is of another state than the rest of the page.
function markStale(/** @type {BoardState} */ board, /** @type {string[]} */ old) {
  for (const { name, host } of board.parts.values()) {
    if (old.includes(name)) host.setAttribute("aria-busy", "true");
    else host.removeAttribute("aria-busy");
  }
}

// What waits for the charts is drawn when the browser has nothing else to do.
function drawAll(/** @type {BoardState} */ board) {
  const parts = [...board.parts.values()];
  for (const part of parts) if (part.late !== "last" || !part.drawnText) draw(board, part);
  cancelIdle(board.idle);
  board.idle = whenIdle(() => parts.forEach((part) => draw(board, part)));
}

// What the answer leaves out has no place. A preview is of some parts only, and the list is none of them.
function place(/** @type {BoardState} */ board) {
  const parts = [...board.parts.values()];
  if (LISTS.some((name) => board.parts.has(name) && !board.hasViews && !board.texts.has(name))) return;
  const left = parts.find(({ host }) => !host.hidden && host === document.activeElement);
  keepRoom(board);
  for (const { name, host } of parts) host.hidden = !board.texts.has(name);
  if (!left || !left.host.hidden) return;
  const home = left.name === "cover_score" && takeFocusBack();
  if (home) return void home.focus();
  const next = parts.find(({ name, host }) => !host.hidden && SUCCESSORS[left.name]?.includes(name));
  next?.host.setAttribute("tabindex", "-1");
  next?.host.focus();
}

// A cover is as high as what it covers was, in a window of that size: nothing under it moves.
function keepRoom(/** @type {BoardState} */ board) {
  for (const [name, successors] of Object.entries(SUCCESSORS)) {
    const [cover, covered] = [name, ...successors].flatMap((each) => board.parts.get(each) ?? []);
    if (!cover || !covered) continue;
    const [{ host: { style } }, { host }] = [cover, covered];
    if (tab.largeType()) style.minHeight = "";
    else if (!host.hidden && !board.texts.has(covered.name)) style.minHeight = `${host.getBoundingClientRect().height}px`;
  }
}

function freeRoom(/** @type {BoardState} */ board) {
  for (const name of Object.keys(SUCCESSORS)) board.parts.get(name)?.host.style.setProperty("min-height", "");
}

// What an edit is watched for comes first; the rest follows when that is painted, at once if it was known ahead.
function show(/** @type {BoardState} */ board, /** @type {Map<string, string>} */ texts, isOtherList = false) {
  Object.assign(board, { texts, isOtherList });
  applyTypeSize(board.isForRooms ? tab.largeType() : 0); // the other pages are laid out for a screen
  place(board);
  for (const part of board.parts.values()) if (part.late === undefined || !part.drawnText) draw(board, part);
  stop(board);
  if (board.isOptimistic) drawAll(board);
  else afterPaint(board, () => drawAll(board));
  Object.assign(board, { isOptimistic: false, painted: null });
}

/**
 * @param {{ data: Uint8Array<ArrayBuffer>, parentElement: HTMLElement, setStateValue: (name: string, value: unknown) => void }} given
 * @param {Assets} assets
 */
export default function ({ data, parentElement, setStateValue }, assets) {
  const board = boards.get(parentElement) ?? mount(parentElement, assets);
  boards.set(parentElement, board);
  const text = new TextDecoder().decode(data);
  const end = text.indexOf("\n");
  const head = JSON.parse(text.slice(0, end));
  const { documentElement: root } = document;
  board.plotly = head.plotly;
  if (root.lang !== head.language) root.lang = head.language; // writing the same one would restyle the whole page
  tab.onMount(board, head, tab.parseResponse(text.slice(end + 1)), setStateValue);
  const { title } = tab.payloadOf("header") ?? {};
  if (title && document.title !== title) document.title = title; // Streamlit writes its own whenever it draws a page
  // Streamlit also calls this when newer data overtook a call; only a board that left the page must stop.
  return () => {
    if (parentElement.isConnected) return;
    board.isGone = true;
    stop(board);
    board.listening.abort();
    boards.delete(parentElement);
    for (const part of board.parts.values()) part.leave?.();
  };
}
