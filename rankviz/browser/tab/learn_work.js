// What was done in sets of questions and in lessons, by what their addresses say; it stays in this tab, also over a reload. And the
// file of a teacher that is open.

import { isPreview } from "./persistence.js";
import { tabStore } from "../kit/storage.js";

/**
 * @typedef {{ tries?: string[], cells?: Record<string, string>, hints?: number, shown?: boolean, skipped?: boolean, typed?: string }} Work
 *   of one question or step; `typed` stands in the field and was not checked, which concerns nobody but this tab
 */
/** @typedef {Record<string, Work>} Works by its number */

const STORE = "rankviz work 1";
const MOST_STORED = 50; // sets and lessons; the oldest go
const WITHIN = ["q", "step", "stop"]; // where one is in a set or a lesson

const stored = /** @type {{ works: Record<string, Works>, own: string }} */ ({ works: {}, own: "" });

if (!isPreview) Object.assign(stored, tabStore.readJson(STORE));

function store() {
  if (!isPreview) tabStore.writeJson(STORE, stored);
}

/** A short name for a text. */
function stamp(/** @type {string} */ text) {
  let sum = 7;
  for (let i = 0; i < text.length; i += 1) sum = (31 * sum + text.charCodeAt(i)) >>> 0;
  return sum.toString(36);
}

/**
 * The set or lesson that an address of Learn is about.
 *
 * @param {string} place
 */
export function keyOf(place) {
  const all = new URLSearchParams(place);
  for (const name of WITHIN) all.delete(name);
  if (all.has("own")) all.set("own", stamp(stored.own)); // what was done is of that file, not of the next one
  return String(all);
}

/** What was done in all of them. */
export const works = () => stored.works;

/** What was done in one of them. */
export const workAt = (/** @type {string} */ place) => stored.works[keyOf(place)] ?? {};

/** The same as the server is told it. */
export const workAsJson = (/** @type {string} */ place) => JSON.stringify(workAt(place), (key, value) => (key === "typed" ? undefined : value));

/**
 * Note what is done in one question or step.
 *
 * @param {string} place
 * @param {Work & { number: number | string }} done
 */
export function record(place, { number, ...done }) {
  const key = keyOf(place);
  const { [key]: before = {}, ...others } = stored.works;
  const newest = Object.entries(others).slice(1 - MOST_STORED);
  stored.works = { ...Object.fromEntries(newest), [key]: { ...before, [number]: { ...before[number], ...done } } };
  store();
}

/** The text of the file that is open, "" for none. */
export const openedFileText = () => stored.own;

export function open(/** @type {string} */ text) {
  stored.own = text;
  store();
}
