// The dialogs of the header. Which one is open goes with every question, and the answer has what stands in it. What is typed there is
// kept here until it is taken over, also while the dialog is closed.

import { requestInBackground } from "./transport.js";
import * as covers from "./covers.js";
import { NO_DIALOG, drawParts } from "./deferred_parts.js";
import * as pageUrl from "../kit/page_url.js";

/** @typedef {import("./tab.js").RequestBody} Asked */
/** @typedef {import("./messages.js").ViewState} ViewState */
/** @typedef {Parameters<typeof drawParts>[0]} Tab */

export const NAMES = ["examples", "paste", "link", "share", "ask", "help"];
const PART = "dialog";
const PAUSE = 250; // ms without a key, after which what was typed is read

const s = {
  drafts: /** @type {Record<string, string>} */ ({}), // by the dialog
  timer: 0,
  under: new AbortController(), // the reading of one
};

/**
 * What changes in the view by opening one.
 *
 * @param {string} name
 * @returns {Partial<ViewState>}
 */
export function viewOfDialog(name) {
  if (name === "share") covers.markAsAuthor();
  return { dialog: name, draft: s.drafts[name] ?? "", base_url: pageUrl.base() };
}

/** What was typed is not read any more. */
function letGo() {
  clearTimeout(s.timer);
  s.under.abort();
}

/** One was closed by hand, unless that was done already: that needs no answer. */
function closeDialog(/** @type {Tab} */ tab, /** @type {unknown} */ name) {
  if (tab.view?.dialog !== name) return;
  letGo();
  Object.assign(tab.view ?? {}, { dialog: "", draft: "" });
  if (tab.parts.has(PART)) drawParts(tab, (tab.parts = new Map([...tab.parts, [PART, NO_DIALOG]]))); // or it would be drawn again later
}

/** Nothing came of a question: a dialog that it would have opened does not go with the next one. */
export function onFailure(/** @type {Tab} */ { view, parts }) {
  if (view && JSON.parse(parts.get(PART) ?? NO_DIALOG).name !== view.dialog) Object.assign(view, { dialog: "", draft: "" });
  return parts;
}

/**
 * Something was typed or chosen; what becomes of it is asked when there is a pause. "" stands for what there was at first.
 *
 * @param {Tab} tab
 * @param {string} text
 */
function draft(tab, text) {
  const { view } = tab;
  if (!view) return;
  letGo();
  view.draft = s.drafts[view.dialog] = text;
  if (text) s.timer = window.setTimeout(() => void read(tab), PAUSE);
}

/**
 * Whether a wish is one of the open dialog: it was closed, or something was typed in it.
 *
 * @param {Tab} tab
 * @param {string} name
 * @param {unknown} value
 */
export function handleDialogAction(tab, name, value) {
  if (name === "close_dialog") closeDialog(tab, value);
  else if (name === "set_draft") draft(tab, String(value));
  return name === "close_dialog" || name === "set_draft";
}

async function read(/** @type {Tab} */ tab) {
  const under = (s.under = new AbortController());
  const { state, view } = tab;
  if (!view) return;
  const question = /** @satisfies {import("./messages.js").Request} */ ({ state, edits: [], view, only: PART });
  const found = await requestInBackground(JSON.stringify(question), (name, value) => tab.send(name, value), under);
  const text = found?.parts.get(PART);
  if (s.under !== under || !text) return;
  tab.parts = new Map([...tab.parts, [PART, text]]);
  drawParts(tab, tab.parts);
}

/**
 * What becomes of the open dialog by an answer: it is closed by one that took over what it had.
 *
 * @param {Tab} tab
 * @param {Asked} question
 * @param {import("./transport.js").Answer} found
 * @returns {Asked} what is asked again where only the view is another one
 */
export function onResponse({ view }, question, { state, parts }) {
  const { edits } = question;
  const nothing = { state, edits: [] };
  // What an example's card did is not to be done again: by then it may be another example's.
  if (edits.some(({ name }) => name.startsWith("show_"))) return nothing;
  const last = edits.find((edit) => "dialog" in edit && edit.dialog);
  if (!last || !("dialog" in last) || !view) return question;
  if (JSON.parse(parts.get(PART) ?? NO_DIALOG).name) return nothing; // it was not taken over
  letGo();
  delete s.drafts[last.dialog ?? ""];
  if (view.dialog === last.dialog) Object.assign(view, { dialog: "", draft: "" });
  if (last.name === "open_example") view.example = last.text;
  return { ...question, edits: edits.map((edit) => ({ ...edit, dialog: undefined })) };
}
