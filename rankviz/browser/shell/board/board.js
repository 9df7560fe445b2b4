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

const boards = new WeakMap();
// What stands where a cover stood: it gets the focus.
const SUCCESSORS = { cover_score: ["scores", "winner"], cover_formula: ["derivation"], cover_charts: ["charts"], cover_choices: ["choices"] };
const TRIES = 2; // of a module or a style sheet

async function fetched(act, tries = TRIES) {
  try {
    return await act();
  } catch (error) {
    if (tries <= 1) throw error;
    return fetched(act, tries - 1);
  }
}

// Return the promise of an earlier call with this key; if that failed, make a new one.
function once(promises, key, make) {
  if (!promises.has(key)) promises.set(key, make());
  promises.get(key).catch(() => promises.delete(key));
  return promises.get(key);
}

// Parts share a style sheet that several of them have.
const sheets = new Map();
const sheet = (url) => once(sheets, url, () => fetched(() => styles(url)));

async function styles(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(await answer.text());
  return styleSheet;
}

// A page that is left and shown again may come back with its elements, and those have their roots already.
const hosts = new WeakMap();

const loaded = (host, kind, common) => once(hosts, host, () => load(host, kind, common));

// An open part shares the document's styles; any other has a root of its own.
async function load(host, { js, css, root }, common) {
  const box = document.createElement("div");
  const styleSheets = (css.length ? [...common, ...css] : []).map(sheet);
  const [module, ...styled] = await Promise.all([fetched(() => import(js)), ...styleSheets]);
  const parent = css.length ? host.attachShadow({ mode: "open" }) : host;
  if (css.length) parent.adoptedStyleSheets = [...styled, marks];
  box.className = root + typeClass(); // as it is by now
  parent.append(box);
  return { draw: module.default, parent };
}

// No frame comes while the page is out of sight; then there is nothing to wait for.
const painted = () => new Promise((done) => (document.hidden ? setTimeout(done) : requestAnimationFrame(() => setTimeout(done))));

function stop(board) {
  board.turn = {};
  cancelIdle(board.idle);
}

function afterPaint(board, act) {
  const { turn } = board;
  painted().then(() => board.turn === turn && act());
}

// Streamlit gives the page of a theme its colour scheme, but not the dialogs, which stand beside it; and tells no component.
function followTheme(signal) {
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
function keepFocus(signal) {
  let before = /** @type {HTMLElement | null} */ (null);
  document.addEventListener("rankviz:dialog", () => (before = focused()), { signal });
  const observer = new MutationObserver((records) => {
    const closed = records.some(({ removedNodes }) => [...removedNodes].some((node) => node instanceof Element && node.classList.contains("stDialog")));
    if (closed) setTimeout(() => document.activeElement === document.body && before?.focus());
  });
  observer.observe(document.body, { childList: true });
  signal.addEventListener("abort", () => observer.disconnect());
}

function mount(root, assets) {
  const painting = /** @type {Promise<unknown> | null} */ (null);
  const board = { parts: new Map(), texts: new Map(), isOptimistic: false, painted: painting, listening: new AbortController() };
  board.deferredPage = root.querySelector("[data-deferred-page]")?.dataset.deferredPage;
  board.hasViews = Boolean(root.querySelector("[data-views]")); // of which each has its own parts
  board.draw = (texts, isOtherList) => show(board, texts, isOtherList);
  board.markStale = (names) => markStale(board, names);
  board.whenPainted = () => board.painted ?? Promise.resolve();
  const { signal } = board.listening;
  const say = (/** @type {CustomEventInit} */ { detail }) => root.classList.toggle("rv-waiting", ["waiting", "starting"].includes(detail));
  document.addEventListener("rankviz:status", /** @type {EventListener} */ (say), { signal });
  followTheme(signal);
  keepFocus(signal);
  board.isForRooms = Boolean(root.querySelector('[data-part="cover_score"]'));
  if (board.isForRooms) hearProjector(board, signal);
  if (!LISTS.some((name) => root.querySelector(`[data-part=${name}]`))) keepPlace(signal);
  window.addEventListener("resize", () => freeRoom(board), { signal });
  // A part shows what the answer will be: at the next one it is drawn whatever that says, for the edit may be taken back.
  const know = (/** @type {CustomEventInit} */ { detail: { part } }) => {
    board.isOptimistic = board.parts.get(part).mustRedraw = true;
    stop(board);
    board.painted = painted();
  };
  document.addEventListener("rankviz:optimistic", /** @type {EventListener} */ (know), { signal });
  for (const host of root.querySelectorAll("[data-part]")) {
    const name = host.dataset.part;
    const part = { name, host, late: host.dataset.late, drawnText: "", mustRedraw: false, loaded: null, leave: null };
    const marked = (act) => (edit) => {
      part.mustRedraw = true; // it shows its own change ahead of the answer, and is drawn again by that in any case
      act(edit);
    };
    part.tab = { ...tab, dispatch: marked(tab.dispatch) };
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
function draw(board, part) {
  if (!part.loaded?.parent.isConnected || (LISTS.includes(part.name) && tab.isPending("list"))) return;
  const text = board.texts.get(part.name);
  const drawnText = part.name === "header" ? text + tab.canStep("undo") + tab.canStep("redo") : text;
  if (!text) part.mustRedraw = true; // it is drawn anew when it comes back: what it shows of this tab may have changed meanwhile
  const isDue = tab.isResponseDue(); // by which it is drawn again
  if (!text || (part.drawnText === drawnText && (isDue || !part.mustRedraw))) return;
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
function markStale(board, old) {
  for (const { name, host } of board.parts.values()) {
    if (old.includes(name)) host.setAttribute("aria-busy", "true");
    else host.removeAttribute("aria-busy");
  }
}

// What waits for the charts is drawn when the browser has nothing else to do.
function drawAll(board) {
  const parts = [...board.parts.values()];
  for (const part of parts) if (part.late !== "last" || !part.drawnText) draw(board, part);
  cancelIdle(board.idle);
  board.idle = whenIdle(() => parts.forEach((part) => draw(board, part)));
}

// What the answer leaves out has no place. A preview is of some parts only, and the list is none of them.
function place(board) {
  const parts = [...board.parts.values()];
  if (LISTS.some((name) => board.parts.has(name) && !board.hasViews && !board.texts.has(name))) return;
  const left = parts.find(({ host }) => !host.hidden && host === document.activeElement);
  keepRoom(board);
  for (const { name, host } of parts) host.hidden = !board.texts.has(name);
  if (!left?.host.hidden) return;
  const home = left.name === "cover_score" && takeFocusBack();
  if (home) return void home.focus();
  const next = parts.find(({ name, host }) => !host.hidden && SUCCESSORS[left.name]?.includes(name));
  next?.host.setAttribute("tabindex", "-1");
  next?.host.focus();
}

// A cover is as high as what it covers was, in a window of that size: nothing under it moves.
function keepRoom(board) {
  for (const [name, successors] of Object.entries(SUCCESSORS)) {
    const [cover, covered] = [name, ...successors].flatMap((each) => board.parts.get(each) ?? []);
    if (!cover || !covered) continue;
    const [{ host: { style } }, { host }] = [cover, covered];
    if (tab.largeType()) style.minHeight = "";
    else if (!host.hidden && !board.texts.has(covered.name)) style.minHeight = `${host.getBoundingClientRect().height}px`;
  }
}

function freeRoom(board) {
  for (const name of Object.keys(SUCCESSORS)) board.parts.get(name)?.host.style.setProperty("min-height", "");
}

// What an edit is watched for comes first; the rest follows when that is painted, at once if it was known ahead.
function show(board, texts, isOtherList = false) {
  Object.assign(board, { texts, isOtherList });
  applyTypeSize(board.isForRooms ? tab.largeType() : 0); // the other pages are laid out for a screen
  place(board);
  for (const part of board.parts.values()) if (part.late === undefined || !part.drawnText) draw(board, part);
  stop(board);
  if (board.isOptimistic) drawAll(board);
  else afterPaint(board, () => drawAll(board));
  Object.assign(board, { isOptimistic: false, painted: null });
}

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
