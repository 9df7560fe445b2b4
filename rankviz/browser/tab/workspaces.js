// Learn has a state of its own, with a past: the list that the other pages share lies aside meanwhile, and is there again when one comes
// back. What was done in a set or a lesson goes with every question.

import { mergeParams } from "./url_params.js";
import * as learnWork from "./learn_work.js";

/** @typedef {{ state: string, linkable: boolean, past: string[], future: string[], pageParams: string, lastRequest?: unknown }} Workspace */
/**
 * @typedef {{
 *   state: string, linkable: boolean, past: string[], future: string[], partsBefore: unknown, lastRequest: unknown, entryAddedAt: number,
 *   isLearn: boolean,
 *   otherWorkspace: Workspace | null, view: import("./messages.js").ViewState | null,
 * }} Tab
 */

/** @type {Workspace} with the opening state */
export const EMPTY = { state: "", linkable: true, past: [], future: [], pageParams: "" };

/** The state that the pages but Learn share. */
export const sharedState = (/** @type {Tab} */ tab) => (tab.isLearn ? (tab.otherWorkspace ?? EMPTY).state : tab.state);

const done = (/** @type {string} */ params) => ({ work: learnWork.workAsJson(params), file_text: learnWork.openedFileText() });

/**
 * The address of another question, step or view of Learn.
 *
 * @param {Tab} tab
 * @param {Record<string, string>} change of its parameters, "" takes one away; with `clear` these are all
 */
export function withParams(tab, { clear = "", ...change }) {
  tab.entryAddedAt = -Infinity; // an entry of its own in the browser's history
  return mergeParams(clear ? "" : (tab.view?.page_params ?? ""), change);
}

/**
 * Look at a place of Learn.
 *
 * @param {Tab} tab
 * @param {string} place
 * @returns {boolean} whether its past is its own: steps of one lesson share theirs
 */
export function openPlace({ view }, place) {
  const before = view?.page_params ?? "";
  Object.assign(view ?? {}, { page_params: place, ...done(place) });
  return learnWork.keyOf(before) !== learnWork.keyOf(place) || !new URLSearchParams(place).has("lesson");
}

/**
 * Note what is done in one question or step.
 *
 * @param {Tab} tab
 * @param {learnWork.Work & { number: number, silent?: boolean }} what
 * @returns {boolean} whether it is to be answered: what is typed into a cell is `silent`
 */
export function recordWork({ view }, { silent = false, ...what }) {
  learnWork.record(view?.page_params ?? "", what);
  Object.assign(view ?? {}, done(view?.page_params ?? ""));
  return !silent;
}

/**
 * Lay something ready for who goes to Learn next; what was there before is left.
 *
 * @param {Tab} tab
 * @param {string} place
 */
export function prepareLearn(tab, place) {
  tab.otherWorkspace = { ...EMPTY, pageParams: place, lastRequest: { state: "", edits: [{ name: "open_learn" }] } };
}

/**
 * Give the other pages a state; the one that they have can be gone back to.
 *
 * @param {Tab} tab
 * @param {string} state
 */
export function setSharedState(tab, state) {
  const { past, ...aside } = tab.otherWorkspace ?? EMPTY;
  tab.otherWorkspace = { ...aside, state, past: [...past, aside.state], future: [] };
}

/** Whether something is known of the place that the server was not told. */
export const hasLocalWork = (/** @type {Tab} */ { view }) => Boolean(view && (view.file_text || view.work !== "{}"));

/**
 * Put what lies aside on the desk, and what is there aside.
 *
 * @param {Tab} tab
 * @param {Workspace} first what is on it the first time
 */
export function swapWorkspaces(tab, first) {
  const view = /** @type {import("./messages.js").ViewState} */ (tab.view);
  const { state, linkable, past, future } = tab;
  const { pageParams, lastRequest, ...other } = tab.otherWorkspace ?? first;
  tab.otherWorkspace = { state, linkable, past, future, pageParams: view.page_params };
  Object.assign(tab, { ...other, partsBefore: null, lastRequest: lastRequest ?? { state: other.state, edits: [] } });
  Object.assign(view, { page_params: pageParams, ...(tab.isLearn ? done(pageParams) : { work: "", file_text: "" }) });
}
