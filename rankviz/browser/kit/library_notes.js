// What has to be known beside a library's number: pressed, its heading opens the sentence, and where that can be checked.

import { el } from "./elements.js";
import { markedText } from "./terms.js";

/** @typedef {{ head: string, text: string, source: string }} LibraryNote of `library_notes.py` */

/**
 * @param {LibraryNote[] | undefined} given
 * @param {Record<string, import("./terms.js").Piece[]>} words
 * @param {Set<string>} opened by what has been opened: it stays so when all is drawn anew
 * @param {string} [of] whose they are
 */
export const remarks = (given, words, opened, of = "") =>
  (given ?? []).map(({ head, text, source }) => {
    const name = `${of} ${head} ${text}`;
    const node = el("details", "remark", el("summary", "", head), el("p", "", ...markedText(words, text), " ", el("span", "source", source)));
    node.open = opened.has(name);
    node.addEventListener("toggle", () => (node.open ? opened.add(name) : opened.delete(name)));
    return node;
  });
