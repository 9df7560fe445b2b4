// What outlasts the page: its URL, which follows what is shown, and what a reload restores from sessionStorage.

import { currentParams, pickParams } from "./url_params.js";
import { isEdit } from "./queued_actions.js";
import * as pageUrl from "../kit/page_url.js";
import { tabStore } from "../kit/storage.js";

/** @typedef {import("./tab.js").QueueItem} QueueItem */
/**
 * @typedef {{
 *   state: string, linkable: boolean, isLearn: boolean, otherWorkspace: unknown, past: string[], future: string[],
 *   inFlight: QueueItem[], queue: QueueItem[], stateParamNames: string[], pageParamNames: string[], thisPageParamNames: string[],
 *   replaceEntry: boolean, travelling: boolean, entryAddedAt: number, view: import("./messages.js").ViewState | null,
 * }} Tab
 */

const STORE = "rankviz 4"; // another number whenever what is stored gets another shape
const SAME_ENTRY = 2000; // ms in which edits share an entry of the browser's history
// Browsers refuse more than a hundred writes of the URL in half a minute: so many may be made in one go, and so many ms give another.
const AT_ONCE = 10;
const PER_WRITE = 350;

const url = {
  timer: 0, // of a write that waits for its turn
  paidUntil: 0, // when the writes so far are made good
};

/** Whether the page is shown in the preview of a dialog: then sessionStorage is that of the page around it. */
export const isPreview = window.parent !== window && window.frameElement !== null;

/** Write the URL, at once unless that was done too often: Back leads through what was written, and a reload to it. */
export function writeUrl(/** @type {Tab} */ tab) {
  if (!url.timer) writeUrlNow(tab);
}

/** What waits to be written is of the entry that was left. */
export function dropUrl() {
  clearTimeout(url.timer);
  url.timer = 0;
}

function writeUrlNow(/** @type {Tab} */ tab) {
  url.timer = 0;
  // While Back is on its way the URL is already that of where it leads.
  if (!tab.linkable || tab.travelling || [...tab.inFlight, ...tab.queue].some(({ goto }) => goto !== undefined)) return;
  const otherParams = currentParams((name) => !tab.stateParamNames.includes(name) && !tab.pageParamNames.includes(name));
  const pageParams = pickParams(tab.thisPageParamNames, tab.view?.page_params);
  const search = [tab.isLearn ? "" : tab.state, pageParams, otherParams].filter(Boolean).join("&");
  if (search === pageUrl.search()) return void (tab.replaceEntry = false);
  const now = performance.now();
  const wait = url.paidUntil - now - (AT_ONCE - 1) * PER_WRITE;
  if (wait > 0) return void (url.timer = window.setTimeout(writeUrlNow, wait, tab));
  const isSameEntry = tab.replaceEntry || now - tab.entryAddedAt < SAME_ENTRY;
  if (pageUrl.write(search, isSameEntry)) {
    url.paidUntil = Math.max(url.paidUntil, now) + PER_WRITE;
    tab.replaceEntry = false;
    if (!isSameEntry) tab.entryAddedAt = now;
  } else {
    url.paidUntil = now + AT_ONCE * PER_WRITE;
    writeUrlNow(tab);
  }
}

/**
 * Return the newest states that there is room for.
 *
 * @param {string[]} states
 * @param {number} most
 * @param {number} room characters
 */
export function trimHistory(states, most, room) {
  const last = states.findLastIndex((state, i) => (room -= state.length) < 0 && i < states.length - 1);
  return states.slice(Math.max(last + 1, states.length - most));
}

/** Return what was stored before a reload; null if nothing was. */
export const readStored = () => (isPreview ? null : tabStore.readJson(STORE));

/** Store what a reload restores; without the undo history if there is no room for that. */
export function store(/** @type {Tab} */ tab) {
  if (!tab.view || isPreview) return;
  const { state, past, future, otherWorkspace } = tab;
  const steps = [...tab.inFlight, ...tab.queue].filter((item) => isEdit(item) || item.move || item.goto !== undefined);
  for (const history of [{ past, future }, { past: [], future: [] }]) {
    if (tabStore.writeJson(STORE, { address: pageUrl.search(), state, steps, otherWorkspace, ...history })) return;
  }
}
