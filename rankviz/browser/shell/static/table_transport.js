// The way to ask where the answers are in the file: those to every single press from how it opens. A state is known by what it is, not
// by how one came there, so every edit that leads to one of these states is answered, from whichever of them.

import * as pageUrl from "../../kit/page_url.js";
import { guess } from "./guess_feedback.js";
import { Pools } from "./data_pool.js";

/** @typedef {import("../../tab/messages.js").Edit} Edit */
/** @typedef {import("../../tab/messages.js").Request} Request */
/** @typedef {import("../../tab/messages.js").ViewState} ViewState */
/** @typedef {import("./data_pool.js").Data} Data */
/** @typedef {import("../../tab/messages.js").ListEdit["cutoff"]} Cutoff */
/** @typedef {Record<string, unknown> & { lists: [Row[], Row[]][], selected: number, cutoff: Cutoff }} Content */
/** @typedef {(string | number | null)[]} Row */
/**
 * @typedef {{
 *   states: string[], parts: string[], sizes: number[], heads: Record<string, Data>, pools: Record<string, string>,
 *   rows: Record<string, (string | number)[]>, still: Record<string, number>, conventions: number[],
 *   guesses: Record<string, Record<string, string>>,
 * }} Table as `rankviz.page.static.response_table` writes it
 */

const ABSENT = -1;
const UNKNOWN = -2;
const PARTS = /** @type {ViewState["covered"]} */ (["score", "formula", "charts", "choices"]);
const GRADES = [0, 1, 2, 3, 4, null]; // that have a key
const NOT_HERE = { problem: "not_in_file" };
const NOTHING_SAID = "\u00a0"; // in the place of what an option would give

/** @type {{ [Name in Edit["name"]]?: (content: Content, edit: Extract<Edit, { name: Name }>) => Partial<Content> | null }} */
const EDITS = {
  list: ({ lists, selected }, { rows, missed, cutoff = null, order }) =>
    (order ? null : { lists: lists.map((each, i) => (i === selected ? [rows, missed] : each)), cutoff }),
  choose: (content, { field, value }) => (field in content && value !== undefined ? { [field]: value } : null),
  numbers: (_, { value }) => ({ numbers: value }),
  select_list: (_, { index }) => ({ selected: index }),
};

/**
 * What edits make of a state; null where that is not known here.
 *
 * @param {Content} before
 * @param {Edit[]} edits
 * @param {boolean} isFixed whether choices are not seen, nor changed
 */
export function edited(before, edits, isFixed) {
  let content = before;
  for (const edit of edits) {
    const change = EDITS[edit.name]?.(content, /** @type {any} */ (edit)); // that name and edit belong together no type says
    if (!change) return null;
    content = /** @type {Content} */ ({ ...content, ...change, ...(isFixed && { cutoff: before.cutoff }) });
  }
  return content;
}

/** What is open in a part, as the table calls it. @type {Record<string, (view: ViewState, table: Table) => string>} */
const OPEN = {
  rank_chart: ({ type_size: size }, { sizes }) => (size ? String(nearest(sizes, size)) : ""),
  dialog: ({ dialog }) => dialog,
  scores: (view) => (view.shows_all_measures ? "more" : ""),
  choices: ({ open_slot: slot }) => (slot === null ? "" : `open:${slot}`),
  terms: ({ term }) => term,
};

/** The sentence with an open choice of which nothing more is known: what is not said must not look as if it were coming. */
function hushed(/** @type {Data} */ choices, /** @type {string | null} */ opened) {
  const hush = (/** @type {Data} */ part) => ({
    ...part,
    ...(part.kind === "radio" && { options: part.options.map((/** @type {Data} */ each) => ({ ...each, caption: each.caption || NOTHING_SAID })) }),
    ...(part.beside && { beside: part.beside.map(hush) }),
  });
  const { parts, more } = choices;
  return { ...choices, captioned: opened, parts: parts.map(hush), more: more && { ...more, parts: more.parts.map(hush) } };
}

const nearest = (/** @type {number[]} */ sizes, /** @type {number} */ target) =>
  sizes.reduce((best, each) => (Math.abs(each - target) < Math.abs(best - target) ? each : best));

// The same parameters may be written in two ways.
const APART = ["lang", "view", "cover", "hide", "lock"]; // what an address may ask for besides a state
const plain = (/** @type {string} */ text) => String(new URLSearchParams([...new URLSearchParams(text)].filter(([name]) => !APART.includes(name))));

/**
 * The data of a part; undefined where they are not in the table, null where the part has no place.
 *
 * @param {Table} table
 * @param {Pools} pools
 * @param {string} name
 * @param {number} at
 * @param {ViewState} view
 */
function partOf(table, pools, name, at, view) {
  const find = (/** @type {string} */ detail) => {
    const row = table.rows[`${view.language}/${view.covered.join(".")}/${name}/${detail}`];
    const number = Number(row?.[at + 1] ?? UNKNOWN);
    if (number === UNKNOWN) return undefined;
    return number === ABSENT ? null : pools.data(String(row[0]), number);
  };
  const detail = OPEN[name]?.(view, table) ?? "";
  const payload = find(detail);
  if (payload !== undefined) return payload;
  const key = `${view.language}/${name}/${detail}`;
  const isUncovered = !view.covered.length && !view.hidden.length; // else the card of a word would tell what is chosen
  const still = (isUncovered ? table.still[`${key}/${table.conventions[at]}`] : undefined) ?? table.still[key];
  if (still !== undefined) return pools.data(`${view.language}/${name}`, still);
  const closed = detail ? find("") : undefined;
  return name === "choices" && closed ? hushed(closed, view.open_slot) : closed;
}

/** A list after the edits of one key, by their names: those that grade an entry, and those that exchange neighbours. */
function* editedRows(/** @type {Row[]} */ rows) {
  for (const [i, [id, now, ...more]] of rows.entries())
    for (const grade of GRADES) if (grade !== now) yield { name: `${i}=${grade ?? "?"}`, rows: rows.with(i, [id, grade, ...more]) };
  for (let i = 0; i + 1 < rows.length; i++) yield { name: `${i}<`, rows: rows.with(i, rows[i + 1]).with(i + 1, rows[i]) };
}

/**
 * The values after those of them that are here, which are then seen in the frame of the key, before all else is drawn.
 *
 * @param {Content} content
 * @param {Data} list as it is shown; only of one that is in the order in which it was typed this is known
 * @param {(content: Content) => Data} scoresOf a state, if it is here
 */
function ahead(content, list, scoresOf) {
  const [rows, missed] = content.lists[content.selected];
  const isTyped = (/** @type {Data} */ row, /** @type {number} */ i) => row.at === i && row.score === null && !row.unranked;
  if (list?.rows.length !== rows.length || !list.rows.every(isTyped)) return {};
  const entries = [...editedRows(rows)].map(({ name, rows: next }) => {
    const scores = scoresOf({ ...content, lists: content.lists.with(content.selected, [next, missed]) });
    return scores && !scores.undefined ? [[name, [scores.value, scores.title, scores.detail]]] : [];
  });
  return Object.fromEntries(entries.flat());
}

/** An answer that says something besides, by the names of its sentences. */
const withNotices = (/** @type {string} */ text, /** @type {string[]} */ names) =>
  text.replace(/^notices (.*)$/m, (_, written) => {
    const data = JSON.parse(written);
    return `notices ${JSON.stringify({ ...data, messages: names.map((name) => data.texts[name]) })}`;
  });

/** @param {Table} table */
export function asker(table) {
  const pools = new Pools(table.pools);
  const places = new Map(table.states.map((text, at) => [plain(text), at]));
  const known = new Map();
  const contentOf = (/** @type {number} */ at) => pools.data("contents", at);
  const stateIndex = (/** @type {Content} */ content) => {
    if (!known.size) table.states.forEach((_, at) => known.set(JSON.stringify(contentOf(at)), at));
    return known.get(JSON.stringify(content));
  };
  const place = (/** @type {string} */ state) => (plain(state) ? places.get(plain(state)) : 0);

  /**
   * @param {number} at
   * @param {ViewState} view
   * @param {string[]} names of the parts that are wanted
   */
  function answer(at, view, names = table.parts) {
    const lines = [JSON.stringify({ state: table.states[at], linkable: true })];
    const guessed = guess(view.guess, table.guesses[view.language]);
    const coveredView = guessed.problem ? { ...view, covered: PARTS.filter((each) => each === "score" || view.covered.includes(each)) } : view;
    const data = (/** @type {string} */ name, to = at) => partOf(table, pools, name, to, coveredView);
    const scoresOf = (/** @type {Content} */ content) => (stateIndex(content) === undefined ? null : data("scores", stateIndex(content)));
    for (const name of names) {
      const payload = data(name);
      if (payload === undefined) return NOT_HERE;
      const more = payload && name === "scores" ? { prefetched: ahead(contentOf(at), data("ranking_list"), scoresOf) } : {};
      if (payload) lines.push(`${name} ${JSON.stringify({ ...guessed.withFeedback(name, payload), ...more })}`);
    }
    return { text: lines.join("\n") };
  }

  /** @param {Request} question */
  function ask({ state, edits, view, only }) {
    const from = place(state);
    if (from === undefined || view.page !== "explore") return NOT_HERE;
    const names = only ? [only] : table.parts;
    if (!edits.length) return answer(from, view, names);
    const content = edited(contentOf(from), edits, view.covered.includes("choices") || view.hidden.includes("choices"));
    const at = content ? stateIndex(content) : undefined;
    return at === undefined ? NOT_HERE : answer(at, view, names);
  }

  /** What stands in an address that is opened; or this once that it is not here. */
  let isElsewhere = false;
  function open(/** @type {import("../../tab/messages.js").Address} */ { search, view }) {
    const { head, isCovered } = headOf(table, search, view);
    const opened = answer(place(search) ?? 0, head.view);
    if (!("text" in opened)) return opened;
    const noticeNames = [...(isElsewhere ? ["other_list"] : []), ...(isCovered ? [] : ["covers_fixed"])];
    isElsewhere = false;
    return { text: `${JSON.stringify(head)}\n${noticeNames.length ? withNotices(opened.text, noticeNames) : opened.text}` };
  }

  /** The address is that of a state that is here: the tab takes it from there. */
  function settle() {
    isElsewhere = place(pageUrl.search()) === undefined;
    if (isElsewhere || !pageUrl.search()) pageUrl.write(table.states[0], true);
  }
  return { ask, open, settle };
}

/**
 * What a board is mounted with: its address may ask for a language, for large type, and for covers that the file has; and whether
 * what it asks to be covered, hidden or locked is.
 *
 * @param {Table} table
 * @param {string} search
 * @param {ViewState} view
 */
function headOf({ heads, rows }, search, view) {
  const params = new URLSearchParams(search);
  const head = heads[params.get("lang") ?? ""] ?? heads[view.language];
  const { language, covered, hidden, locked } = head.view;
  const words = (/** @type {string} */ name) => (params.get(name) ?? "").split(".").filter(Boolean);
  const requestedCovers = PARTS.filter((each) => words("cover").includes(each));
  const isNew = !covered.length && requestedCovers.length > 0 && `${language}/${requestedCovers.join(".")}/ranking_list/` in rows;
  const covers = isNew ? requestedCovers : covered;
  const isCovered = requestedCovers.every((each) => [...covers, ...hidden].includes(each)) && words("hide").every((each) => hidden.includes(each));
  const isLarge = head.handout.large_type || params.get("view") === "projector";
  const openedHead = { ...head, view: { ...head.view, covered: covers }, handout: { ...head.handout, covered: covers, large_type: isLarge } };
  return { head: openedHead, isCovered: isCovered && (locked || !params.has("lock")) };
}

/** @param {{ data: Table }} site */
export function createTransport({ data }) {
  const { ask, open, settle } = asker(data);
  settle();
  return async (/** @type {string} */ body) => {
    const question = JSON.parse(body);
    return question.open ? open(question.open) : ask(question);
  };
}
