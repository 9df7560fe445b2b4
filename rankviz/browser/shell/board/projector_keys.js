// What a teacher's keys and clicker do while the page is shown to a room in large type. A field with the caret keeps all keys.
import { fillTemplate, write } from "../../kit/elements.js";
import { channel } from "../../kit/part_events.js";
import { fitRows, isScreenGivenBack } from "../../tab/large_type.js";
import * as tab from "../../tab/tab.js";
import { isLeftAlone } from "../../tab/page_keys.js";

const NAME = "projector";
/** @import { BoardState } from "./board.js" */
/** @typedef {{ rank: number | null, news: Channel, pair: Channel }} State */
/** @typedef {import("../../kit/part_events.js").Channel} Channel */

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 };
/** @type {Record<string, string>} */
const LETTERS = { "p": "leave", "Escape": "leave", ".": "cover", "n": "list" };

const data = (/** @type {BoardState} */ board, /** @type {string} */ name) => JSON.parse(board.texts.get(name) ?? "null");
// A page for rooms has one of them.
const listPart = (/** @type {BoardState} */ board) => /** @type {import("./board.js").BoardPart} */ (board.parts.get("ranking_list") ?? board.parts.get("two_lists"));
const listRoot = (/** @type {BoardState} */ board) => listPart(board).host.shadowRoot;

function step(/** @type {BoardState} */ board, /** @type {State} */ s, /** @type {number} */ by) {
  if (listPart(board).name === "two_lists") stepEffects(board, s, by);
  else stepRanks(board, s, by);
  listRoot(board)?.querySelector(".row.on")?.scrollIntoView({ block: "nearest" });
}

// What is covered is not gone through either.
function stepEffects(/** @type {BoardState} */ board, /** @type {State} */ s, /** @type {number} */ by) {
  if (board.texts.has("derivations")) s.pair.emit("step", { act: by > 0 ? "next" : "previous" });
}

function stepRanks(/** @type {BoardState} */ board, /** @type {State} */ s, /** @type {number} */ by) {
  const rows = /** @type {{ unranked: boolean }[]} */ (data(board, "ranking_list")?.rows ?? []);
  const count = rows.filter(({ unranked }) => !unranked).length;
  const rank = Math.min(Math.max((s.rank ?? (by > 0 ? 0 : 2)) + by, 1), count);
  if (!count) return;
  s.news.emit("rank", { rank: null, pinned: false }); // a pointer that rests somewhere would hide the step
  s.news.emit("rank", { rank, pinned: true });
}

function nextList(/** @type {BoardState} */ board) {
  const { tabs, selected } = data(board, "list_tabs") ?? { tabs: [] };
  if (tabs.length) tab.dispatch({ name: "select_list", index: (selected + 1) % tabs.length });
}

// The browser closes it by the same key, and the slider of the cutoff and what is pressed by Space keep theirs.
/**
 * @param {BoardState} board
 * @param {KeyboardEvent} event
 */
function keeps(board, event) {
  const [{ key }, path] = [event, event.composedPath()];
  const isOpen = [...board.parts.values()].some(({ host }) => (host.shadowRoot ?? host).querySelector(":popover-open"));
  const isHeld = path.some((node) => node instanceof Element && node.matches("[role=slider], input"));
  return isOpen || (isHeld && key.startsWith("Arrow")) || (key === " " && path[0] instanceof HTMLButtonElement);
}

function act(/** @type {BoardState} */ board, /** @type {State} */ s, /** @type {KeyboardEvent} */ { key }) {
  const by = STEPS[key];
  const name = LETTERS[key] ?? LETTERS[key.toLowerCase()];
  if (by) step(board, s, by);
  else if (name === "leave") tab.dispatch({ name: "project" });
  else if (name === "cover") tab.dispatch({ name: "cover" });
  else if (name === "list") nextList(board);
  return Boolean(by || name);
}

// Rows as high as fits, and a word on those that the page has to be scrolled for.
function fit(/** @type {BoardState} */ board, /** @type {HTMLElement} */ content) {
  const root = listRoot(board);
  if (!tab.largeType() || !root) return;
  if (listPart(board).name === "ranking_list") fitRows(content.offsetHeight, root.querySelectorAll(".row").length); // two lists fit theirs
  const top = Math.round(root.host.getBoundingClientRect().top - content.getBoundingClientRect().top);
  document.documentElement.style.setProperty("--rv-large-top", `${top}px`);
  tellFurther(board, root);
}

function tellFurther(/** @type {BoardState} */ board, /** @type {ShadowRoot | null} */ root) {
  const further = root?.querySelector(".further");
  const texts = data(board, "ranking_list")?.texts;
  if (!root || !further || !texts) return; // the list is still to come
  const { bottom } = further.getBoundingClientRect();
  const below = [...root.querySelectorAll(".row, .chip")].filter((node) => node.getBoundingClientRect().bottom > bottom + 2);
  write(/** @type {Node} */ (further.firstChild), below.length ? fillTemplate(texts.further, { n: below.length }) : "");
}

export function hearProjector(/** @type {BoardState} */ board, /** @type {AbortSignal} */ signal) {
  const s = { rank: /** @type {number | null} */ (null), news: channel(undefined, NAME, signal), pair: channel("pair", NAME, signal) };
  s.news.on("rank", ({ rank, pinned }) => pinned && (s.rank = rank));
  s.news.on("rank?", () => s.rank !== null && s.news.emit("rank", { rank: s.rank, pinned: true })); // who asks was not there yet
  const hear = (/** @type {KeyboardEvent} */ event) => {
    if (isLeftAlone(event) || event.ctrlKey || event.altKey || event.metaKey || keeps(board, event)) return;
    if (!tab.largeType()) {
      if (event.key.toLowerCase() !== "p") return;
      tab.dispatch({ name: "project" });
    } else if (!act(board, s, event)) return;
    event.preventDefault();
    event.stopPropagation(); // the list has other uses for some
  };
  document.addEventListener("keydown", hear, { signal, capture: true });
  document.addEventListener("rankviz:handout", (/** @type {CustomEventInit} */ { detail }) => tab.dispatch({ name: "set_handout", value: JSON.parse(detail) }), { signal });
  const sizes = new ResizeObserver(([{ target }]) => fit(board, /** @type {HTMLElement} */ (target)));
  sizes.observe(/** @type {Element} */ (document.querySelector(".stMainBlockContainer"))); // Streamlit's, around the board
  signal.addEventListener("abort", () => sizes.disconnect());
  document.addEventListener("scroll", () => tab.largeType() && tellFurther(board, listRoot(board)), { signal, capture: true, passive: true });
  window.addEventListener("resize", () => tab.largeType() && tab.dispatch({ name: "fit_type_size" }), { signal });
  // Esc ends the whole screen without a key being heard.
  let isWhole = false;
  document.addEventListener("fullscreenchange", () => {
    if (isWhole && !document.fullscreenElement && !isScreenGivenBack() && tab.largeType()) tab.dispatch({ name: "project" });
    isWhole = Boolean(document.fullscreenElement);
  }, { signal });
}
