// The list as data: what its rules make of it, without a page.

/**
 * @typedef {object} Item
 * @property {number} key what it is called here, as long as it lives
 * @property {string} id
 * @property {number | null} grade null if it is not judged
 * @property {number} [at] where it was typed, when it was last answered
 * @property {boolean} [unranked] whether the convention left it out then
 *
 * @typedef {object} Place
 * @property {string} rank as it is printed
 * @property {string} note
 * @property {number | null} tie which group of equals it is in
 * @property {number | null} [score]
 *
 * @typedef {Item & Place} Row
 * @typedef {import("../../tab/messages.js").ListEdit} ListEdit
 * @typedef {Omit<Item, "key"> & Pick<Place, "score">} Typed what is told of a row
 */

/**
 * The rows with one of them somewhere else. Rank and tie belong to the place; so do the scores where they decide the order: the
 * documents move past them.
 *
 * @template {Place} T
 * @param {T[]} rows
 * @param {number} from
 * @param {number} to
 * @param {boolean} scored
 * @returns {T[]}
 */
export function moved(rows, from, to, scored) {
  const places = rows.map(({ rank, note, tie, score }) => ({ rank, note, tie, ...(scored && { score }) }));
  const after = [...rows];
  after.splice(to, 0, ...after.splice(from, 1));
  return after.map((row, i) => ({ ...row, ...places[i] }));
}

/**
 * @template T
 * @param {T[]} rows
 */
export const renumbered = (rows) => rows.map((row, i) => ({ ...row, rank: String(i + 1) }));

/**
 * The rows with one more. Without a score it would stop the others from deciding the order, so it gets the next lower one.
 *
 * @template {object} T
 * @param {(T & Place)[]} rows
 * @param {T} item
 * @param {number} at
 * @param {boolean} scored
 */
export function inserted(rows, item, at, scored) {
  const last = rows[rows.length - 1]?.score ?? 1;
  const before = rows[rows.length - 2]?.score ?? last;
  const lower = Math.max(Number((last - (before - last || 1)).toPrecision(12)), -Number.MAX_VALUE);
  const all = renumbered([...rows, { ...item, rank: "", note: "", tie: null, score: scored ? lower : null }]);
  return moved(all, rows.length, at, scored);
}

/**
 * A name that no entry has yet.
 *
 * @param {{ id: string }[]} items
 */
export function freshName(items) {
  const used = new Set(items.map(({ id }) => id));
  let n = items.length + 1;
  while (used.has(`d${n}`)) n += 1;
  return `d${n}`;
}

/**
 * The entries of an answer with the keys that they had here: by name, one per copy. What is the same entry keeps its node, focus
 * and animation.
 *
 * @template {{ id: string }} T
 * @param {T[]} items
 * @param {Item[]} before
 * @param {() => number} fresh
 * @returns {(T & { key: number })[]}
 */
export function withKeys(items, before, fresh) {
  /** @type {Map<string, number[]>} */
  const keys = new Map();
  for (const { id, key } of before) keys.set(id, [...(keys.get(id) ?? []), key]);
  return items.map((item) => ({ ...item, key: keys.get(item.id)?.shift() ?? fresh() }));
}

/**
 * Where a row is tied with its neighbours: "", "up", "down" or "updown".
 *
 * @param {Pick<Place, "tie">[]} rows
 * @param {number} i
 */
export function tieOf(rows, i) {
  const { tie } = rows[i];
  const tied = (/** @type {number} */ j) => tie !== null && rows[j]?.tie === tie;
  return `${tied(i - 1) ? "up" : ""}${tied(i + 1) ? "down" : ""}`;
}

/**
 * An entry by its key, and in which of the two lists it stands; null if it is gone.
 *
 * @template {{ rows: Row[], missed: Item[] }} S
 * @param {S} s
 * @param {number | null} key
 */
export function find(s, key) {
  for (const list of [s.rows, s.missed]) {
    const i = list.findIndex((item) => item.key === key);
    if (i >= 0) return { list, i, item: /** @type {Row} */ (list[i]), shown: list === s.rows };
  }
  return null;
}

/**
 * The same of an entry that is known to be there, as one whose node is pressed is.
 *
 * @template {{ rows: Row[], missed: Item[] }} S
 * @param {S} s
 * @param {number} key
 */
export function entryOf(s, key) {
  const found = find(s, key);
  if (!found) throw new Error(`The list has no entry ${key}.`);
  return found;
}

/**
 * Where a row stands, counted from 0; -1 if it is none.
 *
 * @param {{ rows: Row[] }} s
 * @param {number | null} key
 */
export const indexOf = (s, key) => s.rows.findIndex((item) => item.key === key);

/**
 * @param {{ rows: Row[] }} s
 * @param {number | null} key
 */
export const rankOf = (s, key) => indexOf(s, key) + 1 || null;

/**
 * The rows in the order in which they are typed. Those without a rank are shown last; unless they were moved from there, each follows
 * what it followed.
 *
 * @param {Typed[]} rows
 */
function typed(rows) {
  const last = rows.findLastIndex(({ at, unranked }) => at !== undefined && !unranked);
  const isApart = (/** @type {Typed} */ { unranked }, /** @type {number} */ i) => unranked && i > last;
  const list = rows.filter((row, i) => !isApart(row, i));
  const place = (/** @type {number} */ i) => list[i]?.at ?? -1;
  for (const row of rows.filter(isApart).sort((a, b) => Number(a.at) - Number(b.at))) {
    const before = list.reduce((found, { at = -1 }, i) => (at < Number(row.at) && at > place(found) ? i : found), -1);
    list.splice(before + 1, 0, row);
  }
  return list;
}

/**
 * What is asked: always the whole list.
 *
 * @param {{ missed: Pick<Item, "id" | "grade">[], cutoff: number | null, of?: string }} s
 * @param {Typed[]} rows
 * @returns {ListEdit}
 */
export const edited = ({ missed, cutoff, of }, rows) => ({
  name: "list",
  ...(of !== undefined && { of }),
  rows: typed(rows).map(({ id, grade, score }) => [id, grade, score ?? null]),
  missed: missed.map(({ id, grade }) => [id, grade]),
  cutoff,
});
