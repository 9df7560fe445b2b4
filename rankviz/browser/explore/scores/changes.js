// What the last step changed: of every value the difference to what it was before the step that undo would take back. Edits that were
// answered together are one such step; so what is said is always what one press of undo brings back.

import { prefersReducedMotion, fillTemplate, write } from "../../kit/elements.js";

const STAYS = 6000; // ms
const FADES = 600; // ms, as in the style sheet
const NOISE = 1e-12; // relative: the last digits of a sum depend on the order of its terms

/** @import { Basis, ScoresPayload, Value, Words } from "./payload.d.ts" */
/** @import { Scores } from "./scores.js" */

const places = (/** @type {string} */ value) => (value.includes("/") ? 3 : (value.split(".")[1]?.length ?? 0));

/**
 * The difference in as many decimals as the values have, with its sign; "" where one of them is no number.
 *
 * @param {Value | undefined} before
 * @param {Value} now
 */
export function difference(before, now) {
  if (!before?.title || !now.title || before.undefined || now.undefined) return "";
  const [from, to] = [Number(before.title), Number(now.title)];
  const size = Math.abs(to - from);
  if (!Number.isFinite(size)) return "";
  if (size <= NOISE * Math.max(Math.abs(from), Math.abs(to))) return "±0";
  const both = before.value + now.value;
  let text = both.includes("e") ? size.toPrecision(3) : size.toFixed(Math.max(places(before.value), places(now.value)));
  if (!Number(text)) text = size.toPrecision(1); // what is not nothing is not written as 0
  return (to > from ? "+" : "−") + text;
}

/**
 * What the differences are against; null where the values are not of the same list, or nothing that they are of has changed.
 *
 * @param {Basis | undefined} before
 * @param {Basis} now
 * @param {Record<string, string>} texts
 * @returns {Words | null}
 */
export function baselineWords(before, now, texts) {
  if (!before || before.list !== now.list) return null;
  const names = Object.keys({ ...before.choices, ...now.choices });
  const choiceText = (/** @type {Basis} */ one, /** @type {string} */ name) => one.choices[name]?.[0];
  const changed = names.filter((name) => choiceText(before, name)?.[1] !== choiceText(now, name)?.[1]);
  const sameList = before.entries === now.entries;
  if (!changed.length) return sameList ? null : [texts.edited, texts.edited];
  if (changed.length > 1 || !sameList) return [texts.against_step, texts.against_step];
  const [name] = changed;
  const [short, full] = (choiceText(before, name) ?? now.choices[name][1]).map((choice) => fillTemplate(texts.against, { choice }));
  return [short, full];
}

const allRows = (/** @type {ScoresPayload} */ data) => [...data.rows, ...(data.more_rows ?? [])];

/**
 * Room for them is kept, so nothing moves when they come and go.
 *
 * @param {Scores} s
 * @param {ScoresPayload} data
 * @param {ScoresPayload} before
 * @param {Words} words
 */
function showDifferences(s, data, before, words) {
  const old = new Map(allRows(before).map((row) => [row.key, row]));
  for (const row of allRows(data)) {
    const { change } = rowOf(s, row.key);
    write(change, difference(old.get(row.key), row));
    change.title = change.textContent && words[1];
  }
  putHead(s, difference(before, data), words);
}

/** The row of a measure that is shown. @param {Scores} s @param {string} key */
const rowOf = (s, key) => /** @type {import("./scores.js").Row} */ (s.buttons.get(key));

const ARROWS = /** @type {Record<string, string>} */ ({ "+": "▲ ", "−": "▼ " });

/**
 * The large value has what room is left beside it.
 *
 * @param {Scores} s
 * @param {string} text
 * @param {Words} words
 */
function putHead(s, text, words) {
  const arrow = ARROWS[text[0]] ?? "";
  write(s.delta, arrow + text);
  write(s.against, text && words[0]);
  s.against.title = text && words[1];
  const beside = text && s.data.value + s.delta.textContent;
  if (beside === s.beside) return; // what is known ahead is said again by the answer, and asking for a width lays out the page
  s.beside = beside;
  s.change.hidden = !text;
  if (text) s.change.hidden = s.delta.scrollWidth > s.delta.clientWidth;
}

function clear(/** @type {Scores} */ s) {
  clearTimeout(s.leaving);
  s.shows = false;
  s.panel.classList.remove("fading");
  for (const { change } of s.buttons.values()) write(change);
  putHead(s, "", ["", ""]);
}

// As long as somebody points at the panel they stay.
function leaveLater(/** @type {Scores} */ s) {
  clearTimeout(s.leaving);
  s.shows = true;
  s.panel.classList.remove("fading");
  s.leaving = setTimeout(() => {
    if (s.panel.matches(":hover")) return leaveLater(s);
    if (!prefersReducedMotion()) s.panel.classList.add("fading");
    s.leaving = setTimeout(() => clear(s), prefersReducedMotion() ? 0 : FADES);
    return undefined;
  }, STAYS);
}

/**
 * Show what became of the values: for a while after a step, and of rows that are opened meanwhile, too.
 *
 * @param {Scores} s
 * @param {object | null} step what tells it from the one before
 * @param {ScoresPayload | null} before the data before it
 */
export function showChanges(s, step, before) {
  const { basis, texts } = s.data;
  const words = before && baselineWords(before.basis, basis, texts);
  const of = JSON.stringify(basis);
  const isNew = step !== s.step || of !== s.of;
  Object.assign(s, { step, of });
  if (!words) clear(s);
  else if (isNew || s.shows) showDifferences(s, s.data, before, words);
  if (words && isNew) leaveLater(s);
}

/** The large value is known ahead of the answer, the others are not yet. @param {Scores} s @param {ScoresPayload} before */
export function showOptimistic(s, before) {
  clear(s);
  const { chosen } = s;
  const text = difference(before, s.data);
  if (chosen) write(rowOf(s, chosen).change, text);
  const { edited } = s.data.texts;
  putHead(s, text, [edited, edited]);
  leaveLater(s);
}
