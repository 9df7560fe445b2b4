// The tab owns what is edited: the state, as the text of its link, with its past and future. A pure function on the server answers
// questions about it; Streamlit is told of the state only before something that it carries out itself.

import { currentParams, mergeParams, previousParams } from "./url_params.js";
import { request, setStatus, onStreamlitResponse, retryHttp } from "./transport.js";
import * as workspaces from "./workspaces.js";
import * as dialogs from "./dialogs.js";
import { drawParts, showPrefetched } from "./deferred_parts.js";
import { reduceView } from "./view_reducer.js";
import { typeSize } from "./large_type.js";
import { fileOf, savePage, saveSheet } from "./downloads.js";
import { isEdit, isUnrelated, previewedParts, withoutOvertaken, setListSwitches, changesShownList } from "./queued_actions.js";
import * as pageUrl from "../kit/page_url.js";
import * as learnWork from "./learn_work.js";
import * as persistence from "./persistence.js";
import { decide } from "./reconciliation.js";

export { parseResponse } from "./transport.js";
export { works } from "./learn_work.js";

/** @typedef {import("./messages.js").Edit} Edit */
/** @typedef {import("./messages.js").ViewState} ViewState */
/** @typedef {Pick<import("./messages.js").Request, "state" | "edits">} RequestBody */
/**
 * @typedef {(
 *   { name: "undo" | "redo" | "save" | "save_sheet" | "table" | "tables" | "language" | "cover" | "project" | "fit_type_size" |
 *     "examples" | "paste" | "link" | "share" | "ask" | "help" } |
 *   { name: "close_dialog" | "set_draft" | "open_term" | "prepare_learn" | "show_on_explore" | "open_file_text", value: string } |
 *   { name: "open_slot" | "remember_open_slot", value: string | null } |
 *   { name: "set_page_params" | "set_url_params" | "set_learn_params", value: Record<string, string> } |
 *   { name: "record_work", value: learnWork.Work & { number: number, silent?: boolean } } |
 *   { name: "show_all_measures", value: boolean } |
 *   { name: "uncover", value: [string[], string] } |
 *   { name: "set_handout", value: import("./covers.js").Handout & { language: ViewState["language"] } }
 * )} Wish which no edit is: to look at something else, go back or forth, or have a file or a dialog
 */
/** @typedef {import("./transport.js").Answer} Answer */
/**
 * @typedef {{
 *   session: string, server_states: number, undo_state?: string, last_report: number, response_to?: number, view: ViewState,
 *   state_param_names: string[],
 *   page_param_names: string[], this_page_param_names: string[], is_learn: boolean, list_switches: string[],
 *   handout: import("./covers.js").Handout,
 * }} BoardHead what Streamlit says of itself
 */
/**
 * @typedef {{
 *   edit?: Edit, preview?: number, only?: string, look?: true, move?: "past" | "future", goto?: string,
 *   act?: () => void | Promise<void>,
 * }} QueueItem
 */
/**
 * @typedef {{
 *   deferredPage?: ViewState["page"], draw: (parts: Map<string, string>, isOtherList?: boolean) => void, markStale?: (names: string[]) => void,
 *   whenPainted: () => Promise<void>,
 * }} Board
 */

const MOST_EDITS = 50; // in one question
const MOST_PAST = 200; // states
const MOST_KEPT = 2_000_000; // characters of past or future
const UNKNOWN = "?"; // no state
const NOTHING = () => {};

const s = {
  state: "",
  linkable: true,
  lastRequest: /** @type {RequestBody} */ ({ state: "", edits: [] }), // asked again where only the view is another one
  parts: /** @type {Map<string, string>} */ (new Map()),
  partsBefore: /** @type {Map<string, string> | null} */ (null), // what the parts were before the step that undo would take back
  view: /** @type {ViewState | null} */ (null),
  past: /** @type {string[]} */ ([]),
  future: /** @type {string[]} */ ([]),
  queue: /** @type {QueueItem[]} */ ([]),
  inFlight: /** @type {QueueItem[]} */ ([]), // what is under way
  early: /** @type {(Edit | Wish)[]} */ ([]), // what was asked before the page stood
  busy: false,
  drag: 1, // which one the previews are of
  board: /** @type {Board | null} */ (null),
  send: /** @type {(name: string, value: unknown) => void} */ (NOTHING),
  session: "",
  serverStates: 0, // states that Streamlit made
  reports: 0, // number of the last message
  dialog: "", // of Streamlit, asked for last, and how many were
  dialogs: 0,
  reportedState: "", // the state that Streamlit has, and what the page is asked as it knows it
  reportedParams: "",
  handout: /** @type {import("./covers.js").Handout} */ ({ covered: [], hidden: [], locked: false, large_type: false }),
  stateParamNames: /** @type {string[]} */ ([]), // of the address' parameters that are the state's
  pageParamNames: /** @type {string[]} */ ([]), // and of those that say what a page is asked
  thisPageParamNames: /** @type {string[]} */ ([]), // and those of this page
  isLearn: false, // whether the state is Learn's own
  // What lies aside: of the other pages while Learn is shown, or the reverse
  otherWorkspace: /** @type {import("./workspaces.js").Workspace | null} */ (null),
  path: pageUrl.path(),
  leaving: false, // for another page, by a link
  travelling: false, // to another page, by Back or Forward
  replaceEntry: false, // at an address that may say the same in other words
  entryAddedAt: -Infinity, // when an entry was added to the browser's history
};

/* ---- what parts say and ask ---- */

/**
 * Make an edit, or do what else a part asks for.
 *
 * @param {Edit | Wish} wish
 */
export function dispatch(wish) {
  const { name, value } = /** @type {{ name: string, value?: any }} */ (wish); // what the value is, the name says
  if (!s.view) s.early.push(wish);
  else if (name === "undo" || name === "redo") enqueue({ move: name === "undo" ? "past" : "future" });
  else if (name === "save") enqueue({ act: () => savePage(s) });
  else if (name === "save_sheet") enqueue({ act: () => void saveSheet(s, (said) => drawParts(s, new Map([...s.parts, ...said]))) });
  else if (name === "table") enqueue({ act: () => openDialog(name) });
  else if (dialogs.NAMES.includes(name) && !("dialog" in wish)) updateView(dialogs.viewOfDialog(name));
  else if (dialogs.handleDialogAction(s, name, value)) return;
  else if (name === "remember_open_slot") Object.assign(s.view ?? {}, { open_slot: value });
  else if (name === "open_term") openTerm(value);
  else if (name === "set_page_params" || name === "set_url_params") updatePageParams(value, name === "set_url_params");
  else if (name === "set_learn_params") openLearn(workspaces.withParams(s, value));
  else if (name === "record_work") void (workspaces.recordWork(s, value) && updateView({}));
  else if (name === "prepare_learn") workspaces.prepareLearn(s, value);
  else if (name === "show_on_explore") afterPending(() => (workspaces.setSharedState(s, value), reportToStreamlit(), navigateTo("explore")));
  else if (name === "open_file_text") learnWork.open(value);
  else {
    const reduced = reduceView(name, value, s.view, s.handout);
    if (reduced) updateView(reduced.change, reduced.isTold);
    else enqueue({ edit: /** @type {Edit} */ (wish) });
  }
}

/** The size of the type that a room reads, 0 for a screen. */
export const largeType = () => s.view?.type_size ?? 0;

/**
 * Ask what an edit would give that is not kept; only the last one counts, until `endPreviews`.
 *
 * @param {Edit} edit
 * @param {string} [only] the one part that shows it
 */
export const preview = (edit, only) => enqueue({ edit, only, preview: s.drag });

/** What was shown meanwhile goes, at once unless it is kept by an edit. */
export function endPreviews() {
  s.drag += 1;
  if (!isPending("list") && !isPending("choose")) dropPreview();
}

// Nothing became of what was shown meanwhile.
const dropPreview = (parts = s.parts) => drawParts(Object.assign(s, { partsBefore: null }), parts);

/** What the parts were before the last step, or the drag that is under way; null if there was none, or it led to another list. */
export const partsBeforeStep = () => s.partsBefore;

/** Do something when all that was asked before is answered. */
export const afterPending = (/** @type {() => void} */ act) => enqueue({ act });

/** Go to another page with all that was asked before. */
export const leavePage = (/** @type {() => void} */ go) =>
  afterPending(() => {
    if (workspaces.sharedState(s) !== s.reportedState || (!s.isLearn && s.view?.page_params !== s.reportedParams)) reportToStreamlit();
    go();
    s.leaving = true;
  });

/** What a part of the page is shown, as it was answered last; null for one that is covered. */
export const payloadOf = (/** @type {string} */ name) => JSON.parse(s.parts.get(name) ?? "null");

/** What a parameter of the page says, also where the address does not say it yet; "" for none. */
export const pageParam = (/** @type {string} */ name) => new URLSearchParams(s.view?.page_params).get(name) ?? "";

/** Have another page shown, when what was asked before is answered. */
export const navigateTo = (/** @type {string} */ page) => document.dispatchEvent(new CustomEvent("rankviz:navigate", { detail: page }));

/**
 * Make an edit and have it shown on another page. Who comes back is told what was taken over.
 *
 * @param {Edit} edit
 * @param {string} page
 */
export function dispatchAndGo(edit, page) {
  let before = "";
  afterPending(() => (before = s.state));
  enqueue({ edit });
  afterPending(() => {
    const { view } = s;
    if (edit.name === "show_answer" && view && s.state !== before) view.page_params = mergeParams(view.page_params, { answer: "", was: previousParams(before, s.state) });
  });
  navigateTo(page);
}

export const isIdle = () => !s.busy;
export const isPending = (/** @type {string} */ name) => [...s.inFlight, ...s.queue].some(({ edit, preview: of }) => edit?.name === name && !of);
/** Whether something that was asked is not answered yet; what is drawn meanwhile is of what was before. */
export const isResponseDue = () => [...s.inFlight, ...s.queue].some((step) => step.look || isEdit(step));
export const canStep = (/** @type {"undo" | "redo"} */ name) => (name === "undo" ? s.past : s.future).length > 0;

/** Whether the list that is shown will be another one by what was asked. */
export const isListSwitchPending = () => [...s.inFlight, ...s.queue].some(changesShownList);

/* ---- the queue: one question is under way, what is done meanwhile goes together into the next ---- */

/** @param {QueueItem} step */
function enqueue(step) {
  const isList = ({ edit } = /** @type {QueueItem} */ ({})) => edit?.name === "list";
  const last = s.queue.at(-1);
  if (last?.preview ? step.edit : isList(last) && isList(step) && !step.preview) s.queue.pop();
  if (isList(step) && isListSwitchPending()) return; // it is of the list that was shown before
  s.queue.push(step);
  drainQueue();
}

async function drainQueue() {
  if (s.busy) return;
  s.busy = true;
  while (s.queue.length) {
    const [{ act }] = s.queue;
    const together = s.queue.findIndex((step) => !(step.look || isEdit(step)));
    s.inFlight = s.queue.splice(0, Math.max(1, Math.min(together < 0 ? s.queue.length : together, MOST_EDITS)));
    if (s.inFlight.some((step) => isEdit(step) || changesShownList(step))) setStatus(""); // what is said of edits before
    try {
      await (act ? act() : sendBatch(s.inFlight));
    } catch (error) {
      reportError(error); // what waits is asked all the same
    }
    s.inFlight = [];
  }
  s.busy = false;
}

/**
 * @param {QueueItem[]} steps
 * @param {QueueItem[]} [later] what is under way besides
 */
async function sendBatch(steps, later = []) {
  const [{ preview: drag, move, goto }] = steps;
  const to = move ? s[move].at(-1) : goto;
  if ((move && to === undefined) || (drag && drag !== s.drag)) return;
  const edits = withoutOvertaken(steps.flatMap(({ edit }) => edit ?? []));
  if (edits.length && s.view && s.parts.has("scores")) s.view.guess = ""; // it was of the list before
  const question = to === undefined && !edits.length ? s.lastRequest : { state: to ?? s.state, edits };
  const asked = /** @satisfies {import("./messages.js").Request} */ ({ ...question, view: /** @type {ViewState} */ (s.view) });
  const answer = await request(JSON.stringify(asked), (name, value) => s.send(name, value));
  await s.board?.whenPainted();
  s.inFlight = later;
  if (!answer && steps.length > 1) {
    // One of them cannot be done; the others can.
    const half = steps.length >> 1;
    const rest = [...steps.slice(half), ...later];
    await sendBatch(steps.slice(0, half), rest);
    s.inFlight = rest;
    await sendBatch(steps.slice(half), later);
  } else if (!answer) dropPreview(dialogs.onFailure(s)), writeUrl(); // an address may lead where the page cannot go
  else if (!drag) commitResponse(answer, question, { move, isOtherList: steps.some(changesShownList), isUnrelatedList: steps.some(isUnrelated) });
  else if (drag === s.drag) showPreview(answer.parts, steps[0]);
}

const showPreview = (/** @type {Map<string, string>} */ parts, /** @type {QueueItem} */ step) =>
  drawParts(Object.assign(s, { partsBefore: s.parts }), previewedParts(s.parts, parts, step));

/**
 * @param {Answer} answer
 * @param {RequestBody} question
 * @param {object} how
 * @param {"past" | "future"} [how.move]
 * @param {boolean} [how.isOtherList] whether another list may be shown now, so that it is no edit of the one before
 * @param {boolean} [how.isUnrelatedList] whether that list has nothing to do with the one before
 * @param {string} [how.undoState] another state that Undo leads to first; "" for none
 */
function commitResponse(answer, question, { move, isOtherList, isUnrelatedList, undoState }) {
  const before = s.state;
  const { state, linkable, parts } = answer;
  if (move) {
    s[move].pop();
    s[move === "past" ? "future" : "past"].push(before);
  } else if (state !== before) {
    s.past = persistence.trimHistory([...s.past, before, ...(undoState ? [undoState] : [])], MOST_PAST, MOST_KEPT);
    s.future = [];
  }
  if (state !== before) s.partsBefore = isUnrelatedList ? null : s.parts;
  Object.assign(s, { state, linkable, parts, lastRequest: dialogs.onResponse(s, question, answer) });
  writeUrl();
  if (!s.isLearn && s.state !== s.reportedState && (s.view?.shows_tables || s.view?.page === "runs")) reportToStreamlit();
  drawParts(s, parts, isOtherList);
}

/** @param {Partial<ViewState>} change */
function updateView(change, isTold = false) {
  Object.assign(s.view ?? {}, change);
  enqueue({ look: true });
  if (isTold) enqueue({ act: reportToStreamlit });
}

// What is for the address alone needs no answer.
function updatePageParams(/** @type {Record<string, string>} */ change, isUrlOnly = false) {
  const place = mergeParams(s.view?.page_params ?? "", change);
  if (isUrlOnly || change.got || change.gave) s.replaceEntry = true; // what is typed is kept in the entry that there is
  else s.entryAddedAt = -Infinity; // Back leads to what was asked before
  if (!isUrlOnly) return updateView({ page_params: place });
  if (s.view && place !== s.view.page_params) s.view.page_params = place;
  writeUrl();
}

/** A file of the set that is shown; nothing waits for it. @returns {ReturnType<typeof fileOf>} */
export const file = (/** @type {Record<string, string>} */ params) => new Promise((done) => afterPending(() => void fileOf(s, params).then(done)));

/** What was done in the set or the lesson that is shown. */
export const currentWork = () => learnWork.workAt(s.view?.page_params ?? "");

/** @param {string} place of Learn */
function openLearn(place) {
  const isFresh = workspaces.openPlace(s, place);
  showPrefetched(s, place);
  enqueue({ edit: { name: "open_learn" } });
  if (isFresh) enqueue({ act: () => void Object.assign(s, { past: [], future: [] }) });
}

// A card that closes needs no answer.
const openTerm = (/** @type {string} */ term) => (term ? updateView({ term }) : void Object.assign(s.view ?? {}, { term }));

/* ---- Streamlit ---- */

function reportToStreamlit() {
  Object.assign(s, { reportedState: workspaces.sharedState(s), reportedParams: s.view?.page_params ?? "", reports: s.reports + 1 });
  const view = { .../** @type {ViewState} */ (s.view), work: "", file_text: "", dialog: "", draft: "", base_url: "" };
  const { reports: number, reportedState: state, session, serverStates, dialog: name, dialogs: count } = s;
  /** @type {import("./messages.js").ClientReport} */
  const report = { number, session, server_states: serverStates, state, view, dialog: name, dialogs: count };
  // Streamlit would run the page that is left, by a link or by Back, and forget where it was to go; where it went is told.
  if (!s.leaving && !s.travelling) s.send("state", report);
}

// A message that is overtaken by the next is not heard: that one says it, too.
function openDialog(/** @type {string} */ name) {
  document.dispatchEvent(new CustomEvent("rankviz:dialog"));
  Object.assign(s, { dialog: name, dialogs: s.dialogs + 1 });
  reportToStreamlit();
}

/**
 * A board is mounted, or drawn again.
 *
 * @param {Board} board
 * @param {BoardHead} head
 * @param {Answer} answer
 * @param {(name: string, value: unknown) => void} send
 */
export function onMount(board, head, answer, send) {
  const { handout, state_param_names: stateParamNames, page_param_names: pageParamNames, this_page_param_names: thisPageParamNames } = head;
  Object.assign(s, { board, send, stateParamNames, pageParamNames, thisPageParamNames, handout });
  if (!s.view) s.isLearn = head.is_learn;
  setListSwitches(head.list_switches);
  if (head.response_to) onStreamlitResponse(head.response_to, answer);
  if (head.response_to && head.session === s.session && head.view.page === s.view?.page) return;
  if (!s.view) {
    // Large from the first drawing on, or all would grow a moment later; the chart's words are asked for in that size.
    open(handout.large_type ? { ...head, view: { ...head.view, type_size: typeSize() } } : head, answer);
    s.early.splice(0).forEach(dispatch);
    if (handout.large_type) updateView({});
    window.frameElement?.dispatchEvent(new Event("rankviz:ready"));
    return;
  }
  if (s.busy) drawParts(s, s.parts);
  afterPending(() => reconcile(head, answer));
}

/**
 * The first board of this document.
 *
 * @param {BoardHead} head
 * @param {Answer} answer
 */
function open(head, answer) {
  const { state, linkable, parts } = answer;
  const { session, server_states: serverStates, view } = head;
  // Asked again it says what of the address could not be read.
  const last = { state: s.isLearn ? state : stateParams(), edits: [] };
  Object.assign(s, { leaving: false, path: pageUrl.path() }); // whoever was quick is where a link led
  Object.assign(s, { state, linkable, parts, session, serverStates, view, lastRequest: last, reportedState: s.isLearn ? "" : state, reportedParams: view.page_params });
  const storedTab = persistence.readStored();
  // What was written last, just before a reload, may not be in the address that the browser loads again.
  const [loading] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (s.isLearn) workspaces.openPlace(s, view.page_params);
  if (!storedTab || (storedTab.address !== pageUrl.search() && loading?.type !== "reload")) return openAt(parts);
  Object.assign(s, { past: storedTab.past, future: storedTab.future, otherWorkspace: storedTab.otherWorkspace });
  if (storedTab.state === state) openAt(parts);
  else Object.assign(s, { state: storedTab.state, lastRequest: { state: storedTab.state, edits: [] } });
  for (const step of storedTab.steps) enqueue(step);
  if (storedTab.state !== state) enqueue({ look: true });
  afterPending(() => workspaces.sharedState(s) === s.reportedState || reportToStreamlit());
}

// The first answer knows nothing of what was done before.
function openAt(/** @type {Map<string, string>} */ parts) {
  if (s.isLearn && workspaces.hasLocalWork(s)) enqueue({ edit: { name: "open_learn" } });
  else drawParts(s, parts);
}

/**
 * Streamlit drew: by itself another state, which is taken over, or the one that the tab knows better.
 *
 * @param {BoardHead} head
 * @param {Answer} answer
 */
function reconcile(head, answer) {
  const { session, server_states: serverStates, view: serverView, is_learn: isLearn } = head;
  const view = /** @type {ViewState} */ (s.view);
  const { page, example } = serverView;
  const isOtherExample = example !== view.example;
  const { name, isOtherPage, isOtherSession, isAcross, streamlitHas, isReportLost } = decide(s, head);
  if (isOtherPage) s.entryAddedAt = -Infinity;
  if (isOtherPage || pageUrl.path() === s.path) s.travelling = false;
  if (isOtherSession) retryHttp(), (s.dialog = "");
  if (streamlitHas !== "before") s.reportedState = streamlitHas === "said" ? answer.state : UNKNOWN;
  s.isLearn = isLearn;
  if (isAcross) workspaces.swapWorkspaces(s, { ...workspaces.EMPTY, state: answer.state, pageParams: serverView.page_params });
  const { page_params: params } = name === "keep" || name === "take_state" ? view : serverView;
  Object.assign(s, { session, serverStates, leaving: false, path: pageUrl.path() });
  if (isOtherPage || params !== view.page_params) s.replaceEntry = true;
  if (isOtherPage || page === "runs") s.reportedParams = view.page_params = params; // Runs is Streamlit's, and asks by itself
  Object.assign(view, { page, example });
  const isTaken = name === "take" || name === "take_state";
  const how = { isOtherList: true, isUnrelatedList: isOtherExample, undoState: head.undo_state };
  if (isTaken) commitResponse(answer, { state: answer.state, edits: [] }, how);
  else {
    writeUrl();
    if (answer.state === s.state && JSON.stringify(view) === JSON.stringify(serverView)) drawParts(s, (s.parts = answer.parts));
    else s.queue.unshift({ look: true });
  }
  if (isReportLost || (!isTaken && workspaces.sharedState(s) !== s.reportedState)) reportToStreamlit();
}

/* ---- address and reload ---- */

const writeUrl = () => persistence.writeUrl(s);
/** The parameters of the address that are the state. */
export const stateParams = () => currentParams((name) => s.stateParamNames.includes(name));

// Back and Forward inside a page: Streamlit would run its script. Between pages it does, and makes the state of the address.
function onPopState(/** @type {PopStateEvent} */ event) {
  if (!s.view) return;
  persistence.dropUrl();
  s.entryAddedAt = -Infinity;
  s.travelling ||= pageUrl.path() !== s.path; // and back again, too: Streamlit is on its way
  if (s.travelling) return;
  event.stopImmediatePropagation();
  s.replaceEntry = true;
  if (s.isLearn) return openLearn(currentParams((name) => s.thisPageParamNames.includes(name)));
  if (s.view.page === "diagnose" || s.view.page === "compare") s.view.page_params = currentParams((name) => s.pageParamNames.includes(name));
  enqueue({ goto: stateParams() });
}

// Another version of the server gives another tab, which the page gets by being loaded anew; the first one stores what it has.
if (window.rankvizTab) location.reload();
else {
  window.rankvizTab = true;
  window.addEventListener("popstate", onPopState, true);
  // A reload may begin in a new process that asks what is stored before this page says that it is hidden.
  for (const type of ["beforeunload", "pagehide"]) window.addEventListener(type, () => persistence.store(s));
  document.addEventListener("visibilitychange", () => document.hidden && persistence.store(s));
}
