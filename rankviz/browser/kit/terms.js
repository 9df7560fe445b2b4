// Words that have an entry: pressed, they open its card (shared/terms/terms.js hears of every press on the page).

import { el } from "./elements.js";
import { whenIdle } from "./idle.js";
import { moveFocusByKeys, setTabStop } from "./roving_focus.js";

/** @typedef {string | { text: string, term: string }} Piece what `Texts.withTerms` gives */

/**
 * A word, or a formula, that opens the card of an entry.
 *
 * @param {string} key of the entry
 * @param {...(Node | string)} content
 */
export const termButton = (key, ...content) => el("button", "", { "data-term": key, "aria-haspopup": "dialog" }, ...content);

/**
 * The same without a stop for the Tab key, where the keyboard has another way to the entry.
 *
 * @param {string} key
 * @param {...(Node | string)} content
 */
export const termLabel = (key, ...content) => el("b", "", { "data-term": key }, ...content);

/**
 * A sentence that was put together from several, with its words that have an entry.
 *
 * @param {Record<string, Piece[]> | undefined} words pieces by the sentence
 * @param {string} text
 */
export const markedText = (words, text) => withTerms(words?.[text] ?? [text]);

/**
 * One stop for the Tab key for all words of a box: the arrow keys go from one to the next.
 *
 * @param {HTMLElement} box
 * @returns {() => void} to be called after its words have changed. It waits until the browser is idle: what is seen of them cannot be
 *   asked for while data come, or the page would be laid out once more for every box.
 */
export function rovingTabindex(box) {
  const every = () => /** @type {HTMLElement[]} */ ([...box.querySelectorAll("button[data-term]")]);
  const all = () => every().filter((node) => node.offsetParent); // those that are seen
  let at = /** @type {HTMLElement | null} */ (null);
  const settle = () => {
    const words = all();
    if (!at || !words.includes(at)) at = words[0] ?? null;
    setTabStop(every(), at);
  };
  moveFocusByKeys(box, all);
  box.addEventListener("focusin", ({ target }) => {
    if (!all().includes(/** @type {HTMLElement} */ (target))) return;
    at = /** @type {HTMLElement} */ (target);
    settle();
  });
  box.addEventListener("toggle", settle, { capture: true }); // what is folded may be what had the stop
  let waits = false;
  return () => {
    if (waits) return;
    waits = true;
    whenIdle(() => {
      waits = false;
      settle();
    });
  };
}

/**
 * A sentence with its words that have an entry.
 *
 * @param {Piece[]} pieces
 * @param {(key: string, text: string) => HTMLElement} [make] what a word becomes
 * @returns {(string | HTMLElement)[]}
 */
export const withTerms = (pieces, make = termButton) => pieces.map((piece) => (typeof piece === "string" ? piece : make(piece.term, piece.text)));
