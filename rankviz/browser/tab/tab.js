// The tab owns what is edited: the state, as the text of its link, with its past and future. A pure function on the server answers
// questions about it; Streamlit is told of the state only before something that it carries out itself.

import { changed, merged, newest, parameters, stored } from "./address.js";
import { asked, say, take, tryRoute } from "./asking.js";
import * as desk from "./desk.js";
import * as dialogs from "./dialogs.js";
import { drawLate, showAhead } from "./late.js";
import { looked } from "./looks.js";
import { typeSize } from "./projector.js";
import { fileOf, savePage, saveSheet } from "./saving.js";
import { isEdit, isElse, LISTS, needed, showOthers, turns } from "./steps.js";
import * as where from "../kit/where.js";
import * as works from "./works.js";
import * as writing from "./writing.js";

export { unpacked } from "./asking.js";
export { works } from "./works.js";

/**
 * @typedef {{
 *   name: string,
 *   rows?: [string, number | null, number | null][],
 *   missed?: [string, number | null][],
 *   order?: string[],
 *   scores?: number[] | null,
 *   source?: string,
 *   cutoff?: number | null,
 *   field?: string,
 *   value?: unknown,
 *   at?: number,
 *   text?: string,
 *   packed?: string,
 *   dialog?: string,
 * }} Edit
 */
/**
 * @typedef {{
 *   language: string, page: string, opened: string | null, more: boolean, tables: boolean, example: string, term: string,
 *   covered: string[], hidden: string[], locked: boolean, guess: string, projector: number, place: string, work: string, own: string,
 *   dialog: string, draft: string, at: string, alone: boolean,
 * }} View
 */
/** @typedef {{ state: string, edits: Edit[], view: View, only?: string }} Question */
/** @typedef {Pick<Question, "state" | "edits">} Asked */
/** @typedef {import("./asking.js").Answer} Answer */
/**
 * @typedef {{
 *   session: string, made: number, heard: number, answers?: number, view: View, names: string[], places: string[],
 *   asked: string[], apart: boolean, turns: string[], handout: import("./covers.js").Handout,
 * }} Says what Streamlit says of itself
 */
/**
 * @typedef {{
 *   edit?: Edit, preview?: number, only?: string, look?: true, move?: "past" | "future", goto?: string,
 *   act?: () => void | Promise<void>,
 * }} Step
 */
/**
 * @typedef {{
 *   apart?: string, draw: (parts: Map<string, string>, elsewhere?: boolean) => void, age?: (old: string[]) => void, settled: () => Promise<void>,
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
  last: /** @type {Asked} */ ({ state: "", edits: [] }), // asked again where only the view is another one
  parts: /** @type {Map<string, string>} */ (new Map()),
  before: /** @type {Map<string, string> | null} */ (null), // what the parts were before the step that undo would take back
  view: /** @type {View | null} */ (null),
  past: /** @type {string[]} */ ([]),
  future: /** @type {string[]} */ ([]),
  queue: /** @type {Step[]} */ ([]),
  now: /** @type {Step[]} */ ([]), // what is under way
  busy: false,
  drag: 1, // which one the previews are of
  board: /** @type {Board | null} */ (null),
  send: /** @type {(name: string, value: unknown) => void} */ (NOTHING),
  session: "",
  made: 0, // states that Streamlit made
  told: 0, // number of the last message
  dialog: "", // of Streamlit, asked for last, and how many were
  dialogs: 0,
  known: "", // the state that Streamlit has, and what the page is asked as it knows it
  knownPlace: "",
  handout: /** @type {import("./covers.js").Handout} */ ({ covered: [], hidden: [], locked: false, projector: false }),
  names: /** @type {string[]} */ ([]), // of the address' parameters that are the state's
  places: /** @type {string[]} */ ([]), // and of those that say what a page is asked
  asked: /** @type {string[]} */ ([]), // and those of this page
  apart: false, // whether the state is Learn's own
  aside: /** @type {import("./desk.js").Desk | null} */ (null), // what lies aside: of the other pages while Learn is shown, or the reverse
  path: where.path(),
  leaving: false, // for another page, by a link
  travelling: false, // to another page, by Back or Forward
  arrived: false, // at an address that may say the same in other words
  entry: -Infinity, // when an entry was added to the browser's history
  writing: 0,
};

/* ---- what parts say and ask ---- */

/**
 * Edit, go back or forth, look at something else, or have a dialog opened.
 *
 * @param {Edit} edit
 */
export function ask(edit) {
  const { name, value } = edit;
  if (name === "undo" || name === "redo") add({ move: name === "undo" ? "past" : "future" });
  else if (name === "save") add({ act: () => savePage(s) });
  else if (name === "save_sheet") add({ act: () => void saveSheet(s, (said) => drawLate(s, new Map([...s.parts, ...said]))) });
  else if (name === "table") add({ act: () => openDialog(name) });
  else if (dialogs.NAMES.includes(name) && !edit.dialog) look(dialogs.opened(name));
  else if (dialogs.hears(s, edit)) return;
  else if (name === "opened") Object.assign(s.view ?? {}, { opened: value });
  else if (name === "term") lookAt(/** @type {string} */ (value));
  else if (name === "place" || name === "address") goTo(/** @type {Record<string, string>} */ (value), name === "address");
  else if (name === "learn") begin(desk.asked(s, /** @type {Record<string, string>} */ (value)));
  else if (name === "work") void (desk.note(s, /** @type {works.Work & { at: number, quiet?: boolean }} */ (value)) && look({}));
  else if (name === "lay") desk.lay(s, /** @type {string} */ (value));
  else if (name === "explore") after(() => (desk.hand(s, /** @type {string} */ (value)), tell(), lead("explore")));
  else if (name === "own") works.open(/** @type {string} */ (value));
  else {
    const found = s.view && looked(name, value, s.view, s.handout);
    if (found) look(found.change, found.isTold);
    else add({ edit: /** @type {Edit} */ (edit) });
  }
}

/** The name of the open dialog, "" for none; one that is asked for while a page is left opens on the next. */
export const dialog = () => (s.leaving ? "" : (s.view?.dialog ?? ""));

/** The size of the type that a room reads, 0 for a screen. */
export const largeType = () => s.view?.projector ?? 0;

/**
 * Ask what an edit would give that is not kept; only the last one counts, until `endPreviews`.
 *
 * @param {Edit} edit
 * @param {string} [only] the one part that shows it
 */
export const preview = (edit, only) => add({ edit, only, preview: s.drag });

/** What was shown meanwhile goes, at once unless it is kept by an edit. */
export function endPreviews() {
  s.drag += 1;
  if (!waits("list") && !waits("choose")) restore();
}

// Nothing became of what was shown meanwhile.
const restore = (parts = s.parts) => drawLate(Object.assign(s, { before: null }), parts);

/** What the parts were before the last step, or the drag that is under way; null if there was none, or it led to another list. */
export const partsBefore = () => s.before;

/** Do something when all that was asked before is answered. */
export const after = (/** @type {() => void} */ act) => add({ act });

/** Go to another page with all that was asked before. */
export const leave = (/** @type {() => void} */ go) =>
  after(() => {
    if (desk.shared(s) !== s.known || (!s.apart && s.view?.place !== s.knownPlace)) tell();
    go();
    s.leaving = true;
  });

/** What a part of the page is shown, as it was answered last; null for one that is covered. */
export const shown = (/** @type {string} */ name) => JSON.parse(s.parts.get(name) ?? "null");

/** Have another page shown, when what was asked before is answered. */
export const lead = (/** @type {string} */ page) => document.dispatchEvent(new CustomEvent("rankviz:lead", { detail: page }));

/**
 * Make an edit and have it shown on another page. Who comes back is told what was taken over.
 *
 * @param {Edit} edit
 * @param {string} page
 */
export function carry(edit, page) {
  let before = "";
  after(() => (before = s.state));
  add({ edit });
  after(() => {
    const { view } = s;
    if (edit.name === "show_answer" && view && s.state !== before) view.place = merged(view.place, { answer: "", was: changed(before, s.state) });
  });
  lead(page);
}

export const isIdle = () => !s.busy;
export const waits = (/** @type {string} */ name) => [...s.now, ...s.queue].some(({ edit, preview: of }) => edit?.name === name && !of);
export const can = (/** @type {"undo" | "redo"} */ name) => (name === "undo" ? s.past : s.future).length > 0;

/** Whether the list that is shown will be another one by what was asked. */
export const isTurning = () => [...s.now, ...s.queue].some(turns);

/* ---- the queue: one question is under way, what is done meanwhile goes together into the next ---- */

/** @param {Step} step */
function add(step) {
  const isList = ({ edit } = /** @type {Step} */ ({})) => edit?.name === "list";
  const last = s.queue.at(-1);
  if (last?.preview ? step.edit : isList(last) && isList(step) && !step.preview) s.queue.pop();
  if (isList(step) && isTurning()) return; // it is of the list that was shown before
  s.queue.push(step);
  proceed();
}

async function proceed() {
  if (s.busy) return;
  s.busy = true;
  while (s.queue.length) {
    const [{ act }] = s.queue;
    const together = s.queue.findIndex((step) => !(step.look || isEdit(step)));
    s.now = s.queue.splice(0, Math.max(1, Math.min(together < 0 ? s.queue.length : together, MOST_EDITS)));
    if (s.now.some((step) => isEdit(step) || turns(step))) say(""); // what is said of edits before
    try {
      await (act ? act() : answer(s.now));
    } catch (error) {
      reportError(error); // what waits is asked all the same
    }
    s.now = [];
  }
  s.busy = false;
}

/**
 * @param {Step[]} steps
 * @param {Step[]} [later] what is under way besides
 */
async function answer(steps, later = []) {
  const [{ preview: drag, move, goto }] = steps;
  const to = move ? s[move].at(-1) : goto;
  if ((move && to === undefined) || (drag && drag !== s.drag)) return;
  const edits = needed(steps.flatMap(({ edit }) => edit ?? []));
  if (edits.length && s.view && s.parts.has("scores")) s.view.guess = ""; // it was of the list before
  const question = to === undefined && !edits.length ? s.last : { state: to ?? s.state, edits };
  const found = await asked(JSON.stringify({ ...question, view: s.view }), (name, value) => s.send(name, value));
  await s.board?.settled();
  s.now = later;
  if (!found && steps.length > 1) {
    // One of them cannot be done; the others can.
    const half = steps.length >> 1;
    const rest = [...steps.slice(half), ...later];
    await answer(steps.slice(0, half), rest);
    s.now = rest;
    await answer(steps.slice(half), later);
  } else if (!found) restore(dialogs.lost(s)), write(); // an address may lead where the page cannot go
  else if (!drag) keep(found, question, { move, elsewhere: steps.some(turns), isOther: steps.some(isElse) });
  else if (drag === s.drag) show(found.parts, steps[0]);
}

/**
 * @param {Map<string, string>} parts of a preview
 * @param {Step} step
 */
function show(parts, { edit, only }) {
  const seen = new Map(only ? [...s.parts, [only, parts.get(only) ?? ""]] : parts);
  // What is held in the list must not move away from under the pointer; where a choice is tried out its own menu follows.
  const isTried = edit?.name === "choose" && edit.field !== "cutoff";
  for (const name of isTried ? LISTS : [...LISTS, "choices"]) if (s.parts.has(name)) seen.set(name, s.parts.get(name) ?? "");
  s.before = s.parts;
  drawLate(s, seen);
}

/**
 * @param {Answer} found
 * @param {Asked} question
 * @param {object} how
 * @param {"past" | "future"} [how.move]
 * @param {boolean} [how.elsewhere] whether it is no edit of the list that was shown
 * @param {boolean} [how.isOther] whether another list was asked for
 */
function keep(found, question, { move, elsewhere, isOther }) {
  const before = s.state;
  const { state, linkable, parts } = found;
  if (move) {
    s[move].pop();
    s[move === "past" ? "future" : "past"].push(before);
  } else if (state !== before) {
    s.past = newest([...s.past, before], MOST_PAST, MOST_KEPT);
    s.future = [];
  }
  if (state !== before) s.before = isOther ? null : s.parts;
  const last = dialogs.settled(s, question, found);
  Object.assign(s, { state, linkable, parts, last });
  write();
  if (!s.apart && s.state !== s.known && (s.view?.tables || s.view?.page === "runs")) tell();
  drawLate(s, parts, elsewhere);
}

/** @param {Partial<View>} change */
function look(change, isTold = false) {
  Object.assign(s.view ?? {}, change);
  add({ look: true });
  if (isTold) add({ act: tell });
}

// What is for the address alone needs no answer.
function goTo(/** @type {Record<string, string>} */ change, quiet = false) {
  const place = merged(s.view?.place ?? "", change);
  if (quiet || change.got || change.gave) s.arrived = true; // what is typed is kept in the entry that there is
  else s.entry = -Infinity; // Back leads to what was asked before
  if (!quiet) return look({ place });
  if (s.view && place !== s.view.place) s.view.place = place;
  write();
}

/** A file of the set that is shown, as `fileOf` gives it; nothing waits for it. */
export const file = (/** @type {Record<string, string>} */ wanted) => new Promise((done) => after(() => void fileOf(s, wanted).then(done)));

/** What was done in the set or the lesson that is shown. */
export const work = () => works.workIn(s.view?.place ?? "");

/** @param {string} place of Learn */
function begin(place) {
  const isFresh = desk.go(s, place);
  showAhead(s, place);
  add({ edit: { name: "begin" } });
  if (isFresh) add({ act: () => void Object.assign(s, { past: [], future: [] }) });
}

// A card that closes needs no answer.
const lookAt = (/** @type {string} */ term) => (term ? look({ term }) : void Object.assign(s.view ?? {}, { term }));

/* ---- Streamlit ---- */

function tell() {
  Object.assign(s, { known: desk.shared(s), knownPlace: s.view?.place ?? "", told: s.told + 1 });
  const [state, view] = [desk.shared(s), { ...s.view, work: "", own: "", dialog: "", draft: "", at: "" }];
  // Streamlit would run the page that is left, by a link or by Back, and forget where it was to go; where it went is told.
  if (!s.leaving && !s.travelling) s.send("state", { number: s.told, session: s.session, made: s.made, state, view, dialog: s.dialog, dialogs: s.dialogs });
}

// A message that is overtaken by the next is not heard: that one says it, too.
function openDialog(/** @type {string} */ name) {
  document.dispatchEvent(new CustomEvent("rankviz:dialog"));
  Object.assign(s, { dialog: name, dialogs: s.dialogs + 1 });
  tell();
}

/**
 * A board is mounted, or drawn again.
 *
 * @param {Board} board
 * @param {Says} head
 * @param {Answer} drawn
 * @param {(name: string, value: unknown) => void} send
 */
export function receive(board, head, drawn, send) {
  Object.assign(s, { board, send, names: head.names, places: head.places, asked: head.asked, handout: head.handout });
  if (!s.view) s.apart = head.apart;
  showOthers(head.turns);
  if (head.answers) take(head.answers, drawn);
  if (head.answers && head.session === s.session && head.view.page === s.view?.page) return;
  if (!s.view) {
    open(head, drawn);
    if (head.handout.projector) look({ projector: typeSize() });
    window.frameElement?.dispatchEvent(new Event("rankviz:ready"));
    return;
  }
  if (s.busy) drawLate(s, s.parts);
  after(() => follow(head, drawn));
}

/**
 * The first board of this document.
 *
 * @param {Says} head
 * @param {Answer} drawn
 */
function open(head, drawn) {
  const { state, linkable, parts } = drawn;
  const { session, made, view } = head;
  // Asked again it says what of the address could not be read.
  const last = { state: s.apart ? state : own(), edits: [] };
  Object.assign(s, { state, linkable, parts, session, made, view, last, known: s.apart ? "" : state, knownPlace: view.place });
  const kept = stored();
  // What was written last, just before a reload, may not be in the address that the browser loads again.
  const [loading] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (s.apart) desk.go(s, view.place);
  if (!kept || (kept.address !== where.search() && loading?.type !== "reload")) return openAt(parts);
  Object.assign(s, { past: kept.past, future: kept.future, aside: kept.aside });
  if (kept.state === state) openAt(parts);
  else Object.assign(s, { state: kept.state, last: { state: kept.state, edits: [] } });
  for (const step of kept.steps) add(step);
  if (kept.state !== state) add({ look: true });
  after(() => desk.shared(s) === s.known || tell());
}

// The first answer knows nothing of what was done before.
function openAt(/** @type {Map<string, string>} */ parts) {
  if (s.apart && desk.knowsMore(s)) add({ edit: { name: "begin" } });
  else drawLate(s, parts);
}

/**
 * Streamlit drew: by itself another state, which is taken over, or the one that the tab knows better.
 *
 * @param {Says} head
 * @param {Answer} drawn
 */
function follow({ session, made, heard, view: seen, answers, apart }, drawn) {
  const view = /** @type {View} */ (s.view);
  const { page, example } = seen;
  const crosses = apart !== s.apart;
  const isBack = crosses && apart && s.aside !== null; // to where Learn was left
  const hasMade = (!isBack && made > s.made) || (s.travelling && page !== view.page && !isBack);
  const isOwn = hasMade && session === s.session; // another session: the server was started again, and the tab knows better
  const isLost = (s.leaving || s.travelling || page !== view.page) && heard < s.told; // what was told last went to the page that was left
  if (page !== view.page) s.entry = -Infinity;
  if (page !== view.page || where.path() === s.path) s.travelling = false;
  if (session !== s.session) tryRoute();
  if (session !== s.session) s.dialog = "";
  if (session !== s.session || (page !== view.page && !apart)) s.known = answers ? UNKNOWN : drawn.state; // what was told before may be lost
  let { place } = seen;
  if (crosses) {
    const isRead = s.travelling && !isBack;
    s.apart = apart;
    desk.exchange(s, { ...desk.EMPTY, state: drawn.state, place });
    if (!isRead) ({ place } = view);
  } else if (apart) ({ place } = view);
  const isExample = example !== view.example;
  Object.assign(s, { session, made, leaving: false, path: where.path() });
  if (page !== view.page || place !== view.place) s.arrived = true;
  if (page !== view.page || page === "runs") s.knownPlace = view.place = place; // Runs is Streamlit's, and asks by itself
  Object.assign(view, { page, example });
  if (isOwn) {
    s.known = drawn.state;
    keep(drawn, { state: drawn.state, edits: [] }, { elsewhere: true, isOther: isExample });
  } else {
    write();
    if (drawn.state === s.state && JSON.stringify(view) === JSON.stringify(seen)) drawLate(s, (s.parts = drawn.parts));
    else s.queue.unshift({ look: true });
  }
  if (isLost || (!isOwn && desk.shared(s) !== s.known)) tell();
}

/* ---- address and reload ---- */

const write = () => writing.write(s);
/** The parameters of the address that are the state. */
export const own = () => parameters((name) => s.names.includes(name));

// Back and Forward inside a page: Streamlit would run its script. Between pages it does, and makes the state of the address.
function travel(/** @type {PopStateEvent} */ event) {
  if (!s.view) return;
  clearTimeout(s.writing);
  Object.assign(s, { writing: 0, entry: -Infinity });
  s.travelling ||= where.path() !== s.path; // and back again, too: Streamlit is on its way
  if (s.travelling) return;
  event.stopImmediatePropagation();
  s.arrived = true;
  if (s.apart) return begin(parameters((name) => s.asked.includes(name)));
  if (s.view.page === "diagnose" || s.view.page === "compare") s.view.place = parameters((name) => s.places.includes(name));
  add({ goto: own() });
}

// Another version of the server gives another tab, which the page gets by being loaded anew; the first one stores what it has.
if (window.rankvizTab) location.reload();
else {
  window.rankvizTab = true;
  window.addEventListener("popstate", travel, true);
  // A reload may begin in a new process that asks what is stored before this page says that it is hidden.
  for (const type of ["beforeunload", "pagehide"]) window.addEventListener(type, () => writing.store(s));
  document.addEventListener("visibilitychange", () => document.hidden && writing.store(s));
}
