// The texts of a lesson: terms with an explanation, computed numbers, and words that point at something on the page.

import { prefersReducedMotion, el } from "../../kit/elements.js";
import { find } from "../../kit/lesson_marks.js";
import { termButton } from "../../kit/terms.js";

/** @typedef {import("../../kit/lesson_marks.js").Point} Point */
/** @typedef {{ text: string, bold?: boolean, code?: boolean, number?: boolean, term?: string, points?: Point[] }} Piece */

// What must not begin a line is tied to the word before it, which is a button and would let go of it.
const CLOSING = /^[,.;:!?)\u201d，。；：！？、）]+/;

/** The nodes of a text. @param {Piece[]} pieces */
export function nodesOf(pieces) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  let pointing = /** @type {{ key: string, node: HTMLElement } | null} */ (null);
  let word = /** @type {HTMLElement | null} */ (null); // that a closing mark may be tied to
  for (const piece of pieces) {
    const key = piece.points ? JSON.stringify(piece.points) : "";
    if (key && pointing?.key === key) {
      pointing.node.append(pieceNode(piece)); // a number within the pointing words
      continue;
    }
    const closing = word && !key && !piece.term && !piece.bold && piece.text.match(CLOSING)?.[0];
    if (word && closing) {
      nodes[nodes.length - 1] = el("span", "tied", word, closing);
      nodes.push(pieceNode({ ...piece, text: piece.text.slice(closing.length) }));
      word = pointing = null;
      continue;
    }
    const node = key ? pointer(piece) : pieceNode(piece);
    pointing = key ? { key, node: /** @type {HTMLElement} */ (node) } : null;
    word = piece.term ? /** @type {HTMLElement} */ (node) : null;
    nodes.push(node);
  }
  return nodes;
}

/** @param {Piece} piece */
function pieceNode({ text, bold, code, number, term: key }) {
  if (code) return el("code", "", text);
  const word = key ? termButton(key, text) : number ? el("span", "number", text) : document.createTextNode(text);
  return bold ? el("b", "", word) : word;
}

// Pointing words scroll to what they point at (which is marked in any case). A span, as a button cannot break over lines.
function pointer(/** @type {Piece} */ piece) {
  const node = el("span", "pointer", pieceNode(piece), { role: "button", tabindex: 0 });
  const act = () => piece.points && scrollToPoint(piece.points[0]);
  node.onclick = act;
  node.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  };
  return node;
}

/** @param {Point} point */
export const scrollToPoint = (point) => find(point)?.scrollIntoView({ block: "center", behavior: prefersReducedMotion() ? "auto" : "smooth" });

/**
 * Scroll to the first point that is a chart, or is covered by the sheet of a phone; wait until it is drawn.
 *
 * @param {Point[]} points
 * @param {number} edge Top of the sheet, Infinity if there is none.
 * @param {number} [tries]
 */
export function scrollToFar(points, edge, tries = 10) {
  clearTimeout(timer);
  const isCovered = (/** @type {Point} */ point) => point.kind !== "score" && (find(point)?.getBoundingClientRect().bottom ?? 0) > edge;
  const far = points.find(({ kind }) => kind === "chart") ?? points.find(isCovered);
  if (!far) return;
  if (find(far)) scrollToPoint(far);
  else if (tries) timer = setTimeout(() => scrollToFar(points, edge, tries - 1), 200);
}
let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
