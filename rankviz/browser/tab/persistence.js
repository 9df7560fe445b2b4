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
 *   replaceEntry: boolean, travelling: boolean, entryAddedAt: number, writing: number, view: import("./tab.js").ViewState | null,
 * }} Tab
 */

const STORE = "rankviz 4"; // another number whenever what is stored gets another shape
const SAME_ENTRY = 2000; // ms in which edits share an entry of the browser's history
const PAUSE = 350; // ms between two writes of the URL: browsers refuse more than a hundred in half a minute

/** Whether the page is shown in the preview of a dialog: then sessionStorage is that of the page around it. */
export const isPreview = window.parent !== window && window.frameElement !== null;

/** Write the URL, unless that was just done. */
export function writeUrl(/** @type {Tab} */ tab) {
  if (!tab.writing) writeUrlNow(tab);
}

function writeUrlNow(/** @type {Tab} */ tab) {
  tab.writing = 0;
  // While Back is on its way the URL is already that of where it leads.
  if (!tab.linkable || tab.travelling || [...tab.inFlight, ...tab.queue].some(({ goto }) => goto !== undefined)) return;
  const otherParams = currentParams((name) => !tab.stateParamNames.includes(name) && !tab.pageParamNames.includes(name));
  const pageParams = pickParams(tab.thisPageParamNames, tab.view?.page_params);
  const search = [tab.isLearn ? "" : tab.state, pageParams, otherParams].filter(Boolean).join("&");
  if (search === pageUrl.search()) return void (tab.replaceEntry = false);
  tab.writing = window.setTimeout(writeUrlNow, PAUSE, tab);
  const isSameEntry = tab.replaceEntry || performance.now() - tab.entryAddedAt < SAME_ENTRY;
  tab.replaceEntry = false;
  if (pageUrl.write(search, isSameEntry) && !isSameEntry) tab.entryAddedAt = performance.now();
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
