// Elements of SVG from plain descriptions: what stays as it is drawn is not touched.

import { svgEl } from "../../kit/svg.js";

/**
 * @typedef {Record<string, string | number | undefined>} Attributes one that is undefined is left out
 * @typedef {{ tag: string, own: Attributes, inside: Shape[], text?: string }} Shape `text` has Plotly's few tags
 * @typedef {{ text: string, own: Attributes }} Run of letters that look the same
 */

const TAG = /(<[^<>]*>)/;
const STYLE = /([\w-]+):\s*([^;"]+)/g;
const STYLED = /** @type {Record<string, string>} */ ({ color: "fill", "font-size": "font-size", "font-weight": "font-weight" });
const SIGNS = /** @type {Record<string, string>} */ ({ lt: "<", gt: ">", amp: "&" });
const RAISED = { "font-size": "70%", dy: "-.6em" };
const LINE = 1.3; // from one line of a text to the next

/** @type {WeakMap<Element, Shape>} */
const shown = new WeakMap();

/**
 * @param {string} tag
 * @param {Attributes} own
 * @param {...(Shape | null)} inside
 * @returns {Shape}
 */
export const shape = (tag, own, ...inside) => ({ tag, own, inside: /** @type {Shape[]} */ (inside.filter(Boolean)) });

/**
 * Text whose first line has its base at y; browsers would take spaces at its ends away.
 *
 * @param {string} text
 * @param {Attributes} own
 * @returns {Shape}
 */
export const lettering = (text, own) => ({ tag: "text", own: { ...own, style: "white-space: pre" }, inside: [], text });

/**
 * The lines of a text, each in its runs.
 *
 * @param {string} text
 * @returns {Run[][]}
 */
export function linesOf(text) {
  /** @type {Run[][]} */
  const lines = [[]];
  /** @type {Attributes[]} */
  const styles = [{}];
  for (const piece of text.split(TAG)) {
    const own = styles[styles.length - 1];
    if (piece === "<br>") lines.push([]);
    else if (piece === "<b>") styles.push({ ...own, "font-weight": 700 });
    else if (piece === "<sup>") styles.push({ ...own, ...RAISED });
    else if (piece.startsWith("<span")) styles.push({ ...own, ...styled(piece) });
    else if (piece.startsWith("</")) styles.pop();
    else if (piece) lines[lines.length - 1].push({ text: piece.replace(/&(lt|gt|amp);/g, (_, name) => SIGNS[name]), own });
  }
  return lines;
}

/** @param {string} tag */
const styled = (tag) => Object.fromEntries([...tag.matchAll(STYLE)].map(([, name, value]) => [STYLED[name], value]));

/**
 * @param {Element} node
 * @param {Shape} made
 */
function write(node, { text = "", own }) {
  const lines = linesOf(text);
  if (lines.length === 1 && lines[0].every((run) => run.own === lines[0][0].own && !Object.keys(run.own).length)) {
    node.textContent = lines[0].map((run) => run.text).join("");
    return;
  }
  const size = Number(own["font-size"]);
  const run = (/** @type {Run} */ each) => {
    const span = made(shape("tspan", each.own));
    span.textContent = each.text;
    return span;
  };
  node.replaceChildren(
    ...lines.map((line, i) => {
      const span = made(shape("tspan", lines.length > 1 ? { x: own.x, y: Number(own.y) + LINE * size * i } : {}));
      span.replaceChildren(...line.map(run));
      return span;
    }),
  );
}

/**
 * @param {Shape} wanted
 * @returns {SVGElement}
 */
export function made(wanted) {
  const node = svgEl(wanted.tag);
  become(node, wanted, shape(wanted.tag, {}));
  return node;
}

/**
 * @param {Element} node
 * @param {Shape} wanted
 * @param {Shape} before
 */
function become(node, wanted, before) {
  shown.set(node, wanted);
  for (const name in wanted.own) {
    const value = wanted.own[name];
    if (value === before.own[name]) continue;
    if (value === undefined) node.removeAttribute(name);
    else node.setAttribute(name, String(value));
  }
  for (const name in before.own) if (!(name in wanted.own)) node.removeAttribute(name);
  if (wanted.tag !== "text") fill(node, wanted.inside);
  else if (wanted.text !== before.text || wanted.own.x !== before.own.x || wanted.own.y !== before.own.y || wanted.own["font-size"] !== before.own["font-size"]) write(node, wanted);
}

/**
 * Bring what is in an element to what is wanted there.
 *
 * @param {Element} node
 * @param {Shape[]} wanted
 */
export function fill(node, wanted) {
  wanted.forEach((each, i) => {
    const old = node.children[i];
    const before = old && shown.get(old);
    if (!old) node.append(made(each));
    else if (before?.tag === each.tag) become(old, each, before);
    else old.replaceWith(made(each));
  });
  while (node.children.length > wanted.length) node.lastElementChild?.remove();
}
