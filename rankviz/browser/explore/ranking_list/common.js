// What the list of Explore and the two lists of Compare do alike: keys, undo, refusals, grades, the pill of the cutoff.

import { fillTemplate, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { clamp, printed, shade, short } from "../../kit/numbers.js";
import { writeName } from "../../kit/short_names.js";
import { speak } from "../../kit/voice.js";
import { built } from "./markup.js";

/** @import { Tab } from "../../kit/part.js" */
/** @typedef {() => void} Act */
/** @typedef {Record<string, Act | undefined>} Acts by the key that is pressed */
/**
 * @typedef {object} ListPart
 * @property {ShadowRoot} root
 * @property {HTMLElement} box
 * @property {HTMLElement} pill of the cutoff
 * @property {HTMLElement} toast
 * @property {number} toastTimer
 * @property {boolean} locked
 * @property {Tab} tab
 * @property {{ texts: Record<string, string>, limit: number }} data
 */
/**
 * @typedef {object} EntryDom the elements of a row or a chip; those of a chip are no rank and no note
 * @property {HTMLElement} node
 * @property {HTMLElement | null} rank
 * @property {HTMLElement} name
 * @property {HTMLElement | null} note
 * @property {HTMLButtonElement} grade
 */

/** @param {string} key @param {string} html @returns {EntryDom} */
export function entryDom(key, html) {
  const node = built(html);
  node.dataset.key = key;
  const part = (/** @type {string} */ name) => /** @type {HTMLElement | null} */ (node.querySelector(`.${name}`));
  const grade = /** @type {HTMLButtonElement} */ (elementIn(node, ".grade"));
  return { node, rank: part("rank"), name: elementIn(node, ".name"), note: part("note"), grade };
}

/**
 * Write the name and the grade of an entry, and give both as a sentence says them.
 *
 * @param {ListPart} s
 * @param {EntryDom} d
 * @param {string} id
 * @param {number | null} grade
 */
export function paintGrade(s, d, id, grade) {
  const values = { name: id, grade: grade === null ? "?" : printed(grade) };
  writeName(d.name, id);
  d.name.title = id;
  write(d.grade, short(grade));
  d.grade.dataset.grade = shade(grade);
  d.grade.classList.toggle("small", short(grade).length > 3);
  d.grade.title = values.grade;
  d.grade.disabled = s.locked;
  d.grade.ariaLabel = fillTemplate(s.data.texts[grade === null ? "grade_of_unjudged" : "grade_of"], values);
  return values;
}

/** Write where the list is cut. @param {ListPart} s @param {number | null} k @param {number} n rows */
export function paintPill(s, k, n) {
  const { texts, limit } = s.data;
  const isBeyond = k !== null && k > n;
  const text = (/** @type {string} */ beyond) => fillTemplate(texts[k === null ? "cutoff_none" : isBeyond ? beyond : "cutoff"], { k, n });
  write(s.pill, text("cutoff_beyond"));
  s.pill.ariaValueNow = String(k ?? n);
  s.pill.ariaValueMax = String(limit);
  s.pill.ariaValueText = text("cutoff_beyond_spoken");
  s.pill.classList.toggle("none", k === null);
}

/**
 * Say what was done; a refusal is shown too.
 *
 * @param {ListPart} s
 * @param {string} sentence
 * @param {Record<string, unknown>} [values]
 */
export function announce(s, sentence, values, isVisible = false) {
  const text = fillTemplate(s.data.texts[sentence], values);
  speak("list", text);
  if (!isVisible) return;
  write(s.toast, text);
  s.toast.showPopover();
  clearTimeout(s.toastTimer);
  s.toastTimer = setTimeout(() => s.toast.hidePopover(), 5000);
}

/**
 * While another list is on its way, the one that is shown cannot be edited.
 *
 * @template {ListPart["data"]} D
 * @param {ListPart & { data: D, receive: (data: D) => void }} s
 */
export function refuseIfLate(s) {
  if (!s.tab.isListSwitchPending()) return false;
  s.receive(s.data);
  announce(s, "refused_late", {}, true);
  return true;
}

/** @param {ListPart} s @param {"undo" | "redo"} name */
function undoOrRedo(s, name) {
  if (!s.tab.canStep(name) && s.tab.isIdle()) return announce(s, `nothing_${name}`, {}, true);
  s.tab.dispatch({ name });
  announce(s, `said_${name}`);
}

/** @param {ListPart} s @returns {Acts} */
export const undoKeys = (s) => ({ z: () => undoOrRedo(s, "undo"), Z: () => undoOrRedo(s, "redo"), y: () => undoOrRedo(s, "redo") });

/**
 * Of the whole list, and of the pill: the line goes the way of the arrow.
 *
 * @param {ListPart} s
 * @param {number | null} k
 * @param {number} n rows
 * @param {(k: number | null) => void} set
 * @returns {{ list: Acts, pill: Acts }}
 */
export function cutoffKeys(s, k, n, set) {
  const shift = (/** @type {number} */ step) => () => {
    const to = k === null ? (step < 0 ? n : null) : clamp(k + step, 1, s.data.limit);
    if (n && to !== k) set(to);
  };
  const [up, down] = [shift(-1), shift(1)];
  return {
    list: { k: up, K: down },
    pill: { ArrowUp: up, ArrowLeft: up, ArrowDown: down, ArrowRight: down, Home: () => set(1), End: () => set(n) },
  };
}

/** Which way a row goes. */
export const ROW_STEPS = /** @type {Record<string, number>} */ ({ ArrowUp: -1, ArrowDown: 1 });

/**
 * Do what a key does where the focus is.
 *
 * @param {ListPart} s
 * @param {KeyboardEvent} event
 * @param {object} find what a key does, by its name
 * @param {(name: string) => Act | null | undefined} find.entry to the entry that has the focus
 * @param {(name: string) => Act | null | undefined} find.move to the same, while Alt is held
 * @param {(name: string) => Act | undefined} find.pill
 * @param {(name: string) => Act | undefined} find.list wherever the focus is
 */
export function doKey(s, event, { entry, move, pill, list }) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.matches("input, textarea") || event.isComposing) return;
  // Caps lock must not turn k into K.
  const name = /^[a-z]$/i.test(event.key) ? event.key[event.shiftKey ? "toUpperCase" : "toLowerCase"]() : event.key;
  const isHistory = /^[zZy]$/.test(name);
  /** @type {Act | false | null | undefined} */
  let act;
  if (event.ctrlKey || event.metaKey) act = isHistory ? list(name) : undefined;
  else if (event.altKey) act = s.locked ? undefined : move(name);
  else act = entry(name) || (target === s.pill && pill(name)) || list(name);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  // While an undo is on its way the list on screen is out of date: what is typed meanwhile is done to the one that comes.
  if (!s.tab.isListSwitchPending() || isHistory) return act();
  const again = new KeyboardEvent("keydown", event);
  s.tab.afterPending(() => (s.root.activeElement ?? s.box).dispatchEvent(again));
}
