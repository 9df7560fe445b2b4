// The texts of a lesson: words that are explained, numbers that were computed, words that point at something on the page.

import { calm, el } from "../kit/elements.js";
import { find } from "../kit/marks.js";
import { term } from "../kit/terms.js";

/**
 * @typedef {{ text: string, bold?: boolean, code?: boolean, number?: boolean, term?: string, points?: import("../kit/marks.js").Point[] }} Piece
 */

/** @param {Piece[]} pieces */
export function told(pieces) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  let pointing = /** @type {{ key: string, node: HTMLElement } | null} */ (null);
  for (const piece of pieces) {
    const key = piece.points ? JSON.stringify(piece.points) : "";
    if (key && pointing?.key === key) {
      pointing.node.append(one(piece)); // a number inside of the words that point
      continue;
    }
    const node = key ? pointer(piece) : one(piece);
    pointing = key ? { key, node: /** @type {HTMLElement} */ (node) } : null;
    nodes.push(node);
  }
  return nodes;
}

/** @param {Piece} piece */
function one({ text, bold, code, number, term: key }) {
  if (code) return el("code", "", text);
  const word = key ? term(key, text) : number ? el("span", "number", text) : document.createTextNode(text);
  return bold ? el("b", "", word) : word;
}

// What is pointed at is marked in any case; pressed, the words bring it into sight.
function pointer(/** @type {Piece} */ piece) {
  const node = el("button", "pointer", one(piece));
  node.onclick = () => {
    const there = find(/** @type {any} */ (piece.points)[0]);
    there?.scrollIntoView({ block: "center", behavior: calm() ? "auto" : "smooth" });
  };
  return node;
}
