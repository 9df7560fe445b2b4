// Two orders of one pool of documents, as data: a grade is the document's, an order is its side's.

import { edited, inserted, moved, renumbered } from "../../explore/ranking_list/model.js";

/** @import { Place } from "../../explore/ranking_list/model.js" */
/** @typedef {Place & { id: string, at?: number, unranked?: boolean }} RankedRow a document at its rank; its grade is the pool's */
/** @typedef {RankedRow & { key: string }} Row and its key on its side */
/** @typedef {"a" | "b"} Side */
/**
 * @typedef {object} Pool
 * @property {Record<Side, Row[]>} rows
 * @property {Record<Side, boolean>} scored
 * @property {Map<string, number | null>} grades of all documents, in the order of the pool
 * @property {number | null} cutoff
 */
/**
 * @typedef {object} Line one line of a side: a row, an absent document, or folded rows
 * @property {string} key
 * @property {string[]} ids several if rows are folded
 * @property {Row | null} row null for absent documents and folded rows
 * @property {number} y
 * @property {boolean} absent
 */
/** @typedef {{ a: Line[], b: Line[], retrieved: number, height: number }} Layout */

export const SIDES = /** @type {Side[]} */ (["a", "b"]);
const MAX_ROWS = 20; // rows that are not folded, or down to the cutoff if that is deeper
export const HEAD = 36; // px above the absent documents

/** @param {Side} side @returns {Side} */
export const opposite = (side) => (side === "a" ? "b" : "a");

/**
 * Give rows the keys of their side: the id, with a number for duplicates.
 *
 * @template {{ id: string }} T
 * @param {T[]} rows
 */
export function withKeys(rows) {
  const counts = /** @type {Map<string, number>} */ (new Map());
  return rows.map((row) => {
    const count = (counts.get(row.id) ?? 0) + 1;
    counts.set(row.id, count);
    return { ...row, key: count > 1 ? `${row.id}\n${count}` : row.id };
  });
}

/** @param {Pool} pool @param {Side} side */
const idsOf = (pool, side) => new Set(pool.rows[side].map(({ id }) => id));

/**
 * The documents that neither list has.
 *
 * @param {Pool} pool
 */
export function notRetrieved(pool) {
  const [a, b] = SIDES.map((side) => idsOf(pool, side));
  return [...pool.grades.keys()].filter((id) => !a.has(id) && !b.has(id));
}

/**
 * Lay out the lines of both sides. The last rows of long lists are folded into one line, and so are the other side's documents in them.
 *
 * @param {Pool} pool
 * @param {number} height of a row
 * @param {boolean} isOpen whether nothing is folded
 * @returns {Layout}
 */
export function layOut(pool, height, isOpen) {
  const most = isOpen ? Infinity : Math.max(pool.cutoff ?? 0, MAX_ROWS);
  const unfolded = (/** @type {Side} */ side) => (pool.rows[side].length > most + 1 ? pool.rows[side].slice(0, most) : pool.rows[side]);
  const counts = SIDES.map((side) => unfolded(side).length + Number(unfolded(side).length < pool.rows[side].length));
  const retrieved = Math.max(...counts, 1);
  const all = SIDES.map((side) => {
    const rows = unfolded(side);
    /** @type {Line[]} */
    const lines = rows.map((row, i) => ({ key: row.key, ids: [row.id], row, y: i * height, absent: false }));
    const folded = pool.rows[side].slice(rows.length).map(({ id }) => id);
    if (folded.length) lines.push({ key: "\nfold", ids: folded, row: null, y: rows.length * height, absent: false });
    return [...lines, ...absent(pool, side, new Set(unfolded(opposite(side)).map(({ id }) => id)), retrieved * height + HEAD, height)];
  });
  const bottom = Math.max(retrieved * height, ...all.flat().map(({ y }) => y + height));
  return { a: all[0], b: all[1], retrieved, height: bottom };
}

/**
 * @param {Pool} pool
 * @param {Side} side
 * @param {Set<string>} unfolded documents of the other side that are not folded there
 * @param {number} top
 * @param {number} height
 * @returns {Line[]}
 */
function absent(pool, side, unfolded, top, height) {
  const own = idsOf(pool, side);
  const ids = [...idsOf(pool, opposite(side))].filter((id) => !own.has(id));
  const [single, folded] = [ids.filter((id) => unfolded.has(id)), ids.filter((id) => !unfolded.has(id))];
  const lines = single.map((id, i) => ({ key: id, ids: [id], row: null, y: top + i * height, absent: true }));
  if (folded.length) lines.push({ key: "\nfold absent", ids: folded, row: null, y: top + single.length * height, absent: true });
  return lines;
}

/**
 * Move a document to another rank of a side (an index), or out of it (null).
 *
 * @template {Pool} P
 * @param {P} pool
 * @param {Side} side
 * @param {string} key
 * @param {number | null} to
 * @returns {P}
 */
export function withRank(pool, side, key, to) {
  const rows = pool.rows[side];
  const from = rows.findIndex((row) => row.key === key);
  const scored = pool.scored[side];
  let newRows;
  if (to === null) newRows = from < 0 ? rows : renumbered(rows.filter((_, i) => i !== from));
  else if (from >= 0) newRows = moved(rows, from, Math.min(to, rows.length - 1), scored);
  else newRows = inserted(rows, { key, id: key }, Math.min(to, rows.length), scored);
  return { ...pool, rows: { ...pool.rows, [side]: withKeys(newRows) } };
}

/** How many rows the longer list has. @param {Pool} pool */
export const rowCount = (pool) => Math.max(...SIDES.map((side) => pool.rows[side].length));

/** @param {Pool} pool @param {Side} side @param {string} key */
export const rankIn = (pool, side, key) => pool.rows[side].findIndex((row) => row.key === key) + 1 || null;

/**
 * The edit that has both whole lists and the whole pool.
 *
 * @param {Pool} pool
 * @returns {import("../../tab/messages.js").ListEdit}
 */
export function toEdit(pool) {
  const { cutoff, grades } = pool;
  const graded = (/** @type {Side} */ side) => pool.rows[side].map((row) => ({ ...row, grade: grades.get(row.id) ?? null }));
  const own = idsOf(pool, "a");
  const missed = [...grades].filter(([id]) => !own.has(id)).map(([id, grade]) => ({ id, grade }));
  const second = edited({ missed: [], cutoff }, graded("b")).rows;
  const scores = pool.scored.b ? second.map(([, , score]) => /** @type {number} */ (score)) : null;
  return { ...edited({ missed, cutoff }, graded("a")), order: second.map(([id]) => id), scores };
}
