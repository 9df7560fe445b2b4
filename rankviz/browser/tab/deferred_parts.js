// What takes long is asked for apart, when the page stands; an edit lets go of it, and what there was stays, marked as old, until the
// next one comes.

import { requestInBackground } from "./transport.js";
import { onPainted } from "./class_broadcast.js";

/** @typedef {import("./transport.js").Send} Send */
/**
 * @typedef {{
 *   board: import("./tab.js").Board | null, view: import("./messages.js").ViewState | null, state: string, parts: Map<string, string>, send: Send,
 *   isLearn: boolean, leaving: boolean, linkable: boolean, thisPageParamNames: string[],
 * }} Tab
 */

const CALM = 150; // ms without an edit
/** What deferred parts do not depend on. */
const CLOSED = { open_slot: null, shows_all_measures: false, shows_tables: false, term: "", dialog: "", draft: "", base_url: "" };
export const NO_DIALOG = JSON.stringify({ name: "" });
const OLD = 300; // ms until parts of another state are marked: most are drawn anew by then

const late = {
  body: "",
  timer: 0,
  under: new AbortController(),
  parts: /** @type {Map<string, string>} */ (new Map()),
  of: "", // what the parts are of
  beside: /** @type {Map<string, string>} */ (new Map()), // which others were drawn last: of the state, or of what is tried out
  ageing: 0,
  isStale: false,
};

/**
 * Draw parts, and with them those that came late; ask for these where they are of another state.
 *
 * @param {Tab} tab
 * @param {Map<string, string>} parts
 */
export function drawParts(tab, parts, isOtherList = false) {
  const { board, view, state } = tab;
  late.beside = parts;
  if (parts === tab.parts) onPainted(tab);
  const shown = isOfOpenDialog(tab, parts) ? parts : new Map([...parts, ["dialog", NO_DIALOG]]);
  if (!board?.deferredPage || !view) {
    leave();
    return board?.draw(shown, isOtherList);
  }
  if (tab.isLearn && late.of !== subjectOf(tab)) late.parts = new Map(); // of another answer or question
  board.draw(new Map([...shown, ...late.parts]), isOtherList);
  const deferredView = { ...view, page: board.deferredPage, ...CLOSED };
  if (parts === tab.parts) ask(JSON.stringify(/** @satisfies {import("./messages.js").Request} */ ({ state, edits: [], view: deferredView })), tab);
  markStale(tab);
}

// Not of one that was closed while the answer was under way: it would count as drawn, and not come when it is opened again. One that is
// asked for while a page is left opens on the next, whose answer says the same of it.
const isOfOpenDialog = (/** @type {Tab} */ { view, leaving }, /** @type {Map<string, string>} */ parts) =>
  !parts.has("dialog") || (!leaving && JSON.parse(parts.get("dialog") ?? NO_DIALOG).name === (view?.dialog ?? ""));

// What the deferred parts belong to: the state; on Learn also the question and the work on it.
const subjectOf = (/** @type {Tab} */ { isLearn: apart, state, view }) =>
  (apart ? JSON.stringify([state, view?.page_params, view?.work, view?.language]) : state);

const sorted = (/** @type {string} */ place) => JSON.stringify([...new URLSearchParams(place)].sort());

/**
 * Draw the parts of a view of Learn at once, if it is the one that was prefetched; its response follows.
 *
 * @param {Tab} tab
 * @param {string} place
 */
export function showPrefetched(tab, place) {
  const prefetched = JSON.parse(late.parts.get("prefetched") ?? "null");
  if (!prefetched || sorted(prefetched.params) !== sorted(place)) return;
  const common = [...tab.parts].filter(([name]) => ["header", "notices", "terms", "dialog"].includes(name));
  tab.board?.draw(new Map([...common, ...Object.entries(prefetched.parts)]));
}

function leave() {
  late.under.abort();
  clearTimeout(late.timer);
  clearTimeout(late.ageing);
  Object.assign(late, { body: "", parts: new Map(), ageing: 0, isStale: false });
}

/** Mark what came late as old as long as it is of another state; not at once, for that would flicker at every edit. */
function markStale(/** @type {Tab} */ tab) {
  if (late.of === subjectOf(tab)) {
    clearTimeout(late.ageing);
    Object.assign(late, { ageing: 0, isStale: false });
  } else {
    late.ageing ||= window.setTimeout(() => {
      late.isStale = true;
      markStale(tab);
    }, OLD);
  }
  tab.board?.markStale?.(late.isStale ? [...late.parts.keys()] : []);
}

/**
 * @param {string} body of the question
 * @param {Tab} tab
 */
function ask(body, tab) {
  if (body === late.body) return;
  late.under.abort();
  clearTimeout(late.timer);
  const controller = (late.under = new AbortController());
  const of = subjectOf(tab);
  late.body = body;
  late.timer = window.setTimeout(async () => {
    const answer = await requestInBackground(body, (name, value) => tab.send(name, value), controller);
    if (late.under !== controller) return;
    if (!answer) late.body = ""; // what it gave way to asks again when it is answered
    else {
      Object.assign(late, { parts: answer.parts, of });
      drawParts(tab, late.beside); // what is tried out meanwhile stays in sight
    }
  }, CALM);
}
