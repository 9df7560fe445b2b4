// The texts of a lesson: words that are explained, numbers that were computed, words that point at something on the page.

import { prefersReducedMotion, el } from "../../kit/elements.js";
import { find } from "../../kit/lesson_marks.js";
import { termButton } from "../../kit/terms.js";

/** @typedef {import("../../kit/lesson_marks.js").Point} Point */
/** @typedef {{ text: string, bold?: boolean, code?: boolean, number?: boolean, term?: string, points?: Point[] }} Piece */

// What must not begin a line is tied to the word before it, which is a button and would let go of it.
const CLOSING = /^[,.;:!?)\u201d，。；：！？、）]+/;

/** @param {Piece[]} pieces */
export function told(pieces) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  let pointing = /** @type {{ key: string, node: HTMLElement } | null} */ (null);
  let word = /** @type {HTMLElement | null} */ (null); // that something may be tied to
  for (const piece of pieces) {
    const key = piece.points ? JSON.stringify(piece.points) : "";
    if (key && pointing?.key === key) {
      pointing.node.append(one(piece)); // a number inside of the words that point
      continue;
    }
    const closing = word && !key && !piece.term && !piece.bold && piece.text.match(CLOSING)?.[0];
    if (word && closing) {
      nodes[nodes.length - 1] = el("span", "tied", word, closing);
      nodes.push(one({ ...piece, text: piece.text.slice(closing.length) }));
      word = pointing = null;
      continue;
    }
    const node = key ? pointer(piece) : one(piece);
    pointing = key ? { key, node: /** @type {HTMLElement} */ (node) } : null;
    word = piece.term ? /** @type {HTMLElement} */ (node) : null;
    nodes.push(node);
  }
  return nodes;
}

/** @param {Piece} piece */
function one({ text, bold, code, number, term: key }) {
  if (code) return el("code", "", text);
  const word = key ? termButton(key, text) : number ? el("span", "number", text) : document.createTextNode(text);
  return bold ? el("b", "", word) : word;
}

// What is pointed at is marked in any case; pressed, the words bring it into sight. They break over lines as other words do, which a
// button cannot.
function pointer(/** @type {Piece} */ piece) {
  const node = el("span", "pointer", one(piece), { role: "button", tabindex: 0 });
  const act = () => bring(/** @type {any} */ (piece.points)[0]);
  node.onclick = act;
  node.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  };
  return node;
}

/** @param {import("../../kit/lesson_marks.js").Point} point */
export const bring = (point) => find(point)?.scrollIntoView({ block: "center", behavior: prefersReducedMotion() ? "auto" : "smooth" });

/**
 * What stands further down, as charts do, comes into sight when a step begins with it: as soon as it is drawn.
 *
 * @param {import("../../kit/lesson_marks.js").Point[]} points
 * So does what the sheet of a phone covers.
 *
 * @param {number} edge Down to which the page is to be seen.
 * @param {number} [tries]
 */
export function bringFar(points, edge, tries = 10) {
  clearTimeout(waiting);
  const isCovered = (/** @type {import("../../kit/lesson_marks.js").Point} */ point) => point.kind !== "score" && (find(point)?.getBoundingClientRect().bottom ?? 0) > edge;
  const far = points.find(({ kind }) => kind === "chart") ?? points.find(isCovered);
  if (!far) return;
  if (find(far)) bring(far);
  else if (tries) waiting = setTimeout(() => bringFar(points, edge, tries - 1), 200);
}
let waiting = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
