// Two orders of one pool of documents, as data: a grade is the document's, an order is its side's.

import { edited, inserted, moved, renumbered } from "../../explore/ranking_list/model.js";

/** @typedef {import("../../explore/ranking_list/model.js").Row} Row */
/** @typedef {"a" | "b"} Side */
/**
 * @typedef {object} Pool
 * @property {Record<Side, Row[]>} rows
 * @property {Record<Side, boolean>} scored
 * @property {Map<string, number | null>} grades of all documents, in the order of the pool
 * @property {number | null} cutoff
 */
/**
 * @typedef {object} Line what stands in one row of a side
 * @property {string} key
 * @property {string[]} ids more than one where rows are folded
 * @property {Row | null} row null: not retrieved there, or folded
 * @property {number} y
 * @property {boolean} absent
 */
/** @typedef {{ a: Line[], b: Line[], retrieved: number, height: number }} Layout */

export const SIDES = /** @type {Side[]} */ (["a", "b"]);
const MOST = 20; // rows that are not folded, or as many as the cutoff counts
export const HEAD = 36; // px above what is not retrieved

/** @param {Side} side @returns {Side} */
export const opposite = (side) => (side === "a" ? "b" : "a");

/**
 * Rows with the keys they have on their side: the id, and a number for its further copies.
 *
 * @param {Row[]} rows
 */
export function withKeys(rows) {
  const seen = new Map();
  return rows.map((row) => {
    const count = (seen.get(row.id) ?? 0) + 1;
    seen.set(row.id, count);
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
 * Where everything stands. Of long lists the last rows are folded into one line, and so is what only they have.
 *
 * @param {Pool} pool
 * @param {number} height of a row
 * @param {boolean} open whether nothing is folded
 * @returns {Layout}
 */
export function layOut(pool, height, open) {
  const most = open ? Infinity : Math.max(pool.cutoff ?? 0, MOST);
  const shown = (/** @type {Side} */ side) => (pool.rows[side].length > most + 1 ? pool.rows[side].slice(0, most) : pool.rows[side]);
  const counts = SIDES.map((side) => shown(side).length + Number(shown(side).length < pool.rows[side].length));
  const retrieved = Math.max(...counts, 1);
  const all = SIDES.map((side) => {
    const seen = shown(side);
    const lines = seen.map((row, i) => ({ key: String(row.key), ids: [row.id], row, y: i * height, absent: false }));
    const folded = pool.rows[side].slice(seen.length).map(({ id }) => id);
    if (folded.length) lines.push({ key: "\nfold", ids: folded, row: /** @type {any} */ (null), y: seen.length * height, absent: false });
    return [...lines, ...absent(pool, side, new Set(shown(opposite(side)).map(({ id }) => id)), retrieved * height + HEAD, height)];
  });
  const bottom = Math.max(retrieved * height, ...all.flat().map(({ y }) => y + height));
  return { a: all[0], b: all[1], retrieved, height: bottom };
}

/**
 * @param {Pool} pool
 * @param {Side} side
 * @param {Set<string>} seen documents of the other side that are not folded there
 * @param {number} top
 * @param {number} height
 * @returns {Line[]}
 */
function absent(pool, side, seen, top, height) {
  const own = idsOf(pool, side);
  const ids = [...idsOf(pool, opposite(side))].filter((id) => !own.has(id));
  const [alone, folded] = [ids.filter((id) => seen.has(id)), ids.filter((id) => !seen.has(id))];
  const lines = alone.map((id, i) => ({ key: id, ids: [id], row: null, y: top + i * height, absent: true }));
  if (folded.length) lines.push({ key: "\nfold absent", ids: folded, row: null, y: top + alone.length * height, absent: true });
  return lines;
}

/**
 * A document at another rank of a side, or (null) in no rank of it.
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
  const from = rows.findIndex((row) => row.key === /** @type {any} */ (key));
  const scored = pool.scored[side];
  let after;
  if (to === null) after = from < 0 ? rows : renumbered(rows.filter((_, i) => i !== from));
  else if (from >= 0) after = moved(rows, from, Math.min(to, rows.length - 1), scored);
  else after = inserted(rows, /** @type {any} */ ({ key, id: key, grade: pool.grades.get(key) ?? null }), Math.min(to, rows.length), scored);
  return { ...pool, rows: { ...pool.rows, [side]: withKeys(after) } };
}

/** @param {Pool} pool @param {Side} side @param {string} key */
export const rankIn = (pool, side, key) => pool.rows[side].findIndex((row) => row.key === /** @type {any} */ (key)) + 1 || null;

/**
 * What is asked: always both lists whole, and the whole pool.
 *
 * @param {Pool} pool
 */
export function toEdit(pool) {
  const { cutoff, grades } = pool;
  const graded = (/** @type {Side} */ side) => pool.rows[side].map((row) => ({ ...row, grade: grades.get(row.id) ?? null }));
  const own = idsOf(pool, "a");
  const missed = [...grades].filter(([id]) => !own.has(id)).map(([id, grade]) => ({ key: 0, id, grade }));
  const second = edited({ missed: [], cutoff }, graded("b")).rows;
  const scores = pool.scored.b ? second.map(([, , score]) => score) : null;
  return { ...edited({ missed, cutoff }, graded("a")), order: second.map(([id]) => id), scores };
}
