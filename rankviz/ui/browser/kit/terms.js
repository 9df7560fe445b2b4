// Words that have an entry: pressed, they open its card (terms/terms.js hears of every press on the page).

import { el } from "./elements.js";

/** @typedef {string | { text: string, term: string }} Piece what `Texts.marked` gives */

/**
 * A word, or a formula, that opens the card of an entry.
 *
 * @param {string} key of the entry
 * @param {...(Node | string)} content
 */
export const term = (key, ...content) => el("button", "", { "data-term": key, "aria-haspopup": "dialog" }, ...content);

/**
 * The same without a stop for the Tab key, where the keyboard has another way to the entry.
 *
 * @param {string} key
 * @param {...(Node | string)} content
 */
export const named = (key, ...content) => el("b", "", { "data-term": key }, ...content);

/**
 * A sentence with its words that have an entry.
 *
 * @param {Piece[]} pieces
 * @param {(key: string, text: string) => HTMLElement} [make] what a word becomes
 * @returns {(string | HTMLElement)[]}
 */
export const marked = (pieces, make = term) => pieces.map((piece) => (typeof piece === "string" ? piece : make(piece.term, piece.text)));
