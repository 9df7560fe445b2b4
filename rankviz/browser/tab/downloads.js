// What is taken along as a file.

import { download } from "../kit/download.js";
import { request, requestInBackground, setStatus } from "./transport.js";
import * as pageUrl from "../kit/page_url.js";

/** @typedef {import("./messages.js").ViewState} ViewState */
/** @typedef {{ state: string, view: ViewState | null, send: import("./transport.js").Send }} Tab */

/**
 * The request for a file.
 *
 * @param {string} state
 * @param {ViewState | null} view
 * @param {Partial<ViewState>} change by which the view is the file's
 */
const asJson = (state, view, change) =>
  JSON.stringify(/** @satisfies {import("./messages.js").Request} */ ({ state, edits: [], view: { .../** @type {ViewState} */ (view), ...change } }));

/** The page as one file, as it stands when all that was asked before is answered. */
export async function savePage(/** @type {Tab} */ { state, view, send }) {
  const answer = await request(asJson(state, view, { page: "saved" }), send);
  const text = answer?.parts.get("saved_page");
  if (!text) return;
  const { name, html } = JSON.parse(text);
  download(name, new Blob([html], { type: "text/html" }));
}

/**
 * The page as a file that answers by itself; that takes its time, and nothing waits for it.
 *
 * @param {Tab} tab
 * @param {(parts: Map<string, string>) => void} explain draws why there is no such file
 */
export async function saveSheet({ state, view, send }, explain) {
  setStatus("making_file");
  const question = asJson(state, view, { page: "sheet", base_url: pageUrl.base() });
  const answer = await requestInBackground(question, send, new AbortController());
  setStatus(answer ? "" : "not_written");
  const text = answer?.parts.get("sheet");
  if (!text) return answer && explain(answer.parts);
  const { name, html } = JSON.parse(text);
  return download(name, new Blob([html], { type: "text/html" }));
}

/**
 * A file that is made of the set of questions that is shown.
 *
 * @param {Tab} tab
 * @param {Record<string, string>} fileParams which file: parameters beside those of the set
 * @returns {Promise<{ name: string, text: string, type: string, note: string } | null>}
 */
export async function fileOf({ view, send }, fileParams) {
  const params = String(new URLSearchParams([...new URLSearchParams(view?.page_params), ...Object.entries(fileParams)]));
  const answer = await request(asJson("", view, { page: "learn_download", page_params: params, work: "{}" }), send);
  return JSON.parse(answer?.parts.get("file") ?? "null");
}
