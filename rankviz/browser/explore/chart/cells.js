// The numbers beside the bars, over the figure as plain elements: an edit changes a few of them, and only those are written, while
// Plotly would draw all of them again, each in several steps.
import { arrange, el } from "../../kit/elements.js";
import { termButton } from "../../kit/terms.js";
/** @import { Trace } from "./figure.d.ts" */

/** @type {Record<string, string>} */
const SIGNS = { lt: "<", gt: ">", amp: "&" };

/** @type {WeakMap<Element, string>} */
const written = new WeakMap();

/**
 * What Plotly would print of a text.
 *
 * @param {string} text
 */
export const plain = (text) => text.replace(/&(lt|gt|amp);/g, (_, /** @type {string} */ name) => SIGNS[name]);

/**
 * Whether a trace holds the cells of columns, one a row.
 *
 * @param {Trace} trace
 */
export const isCells = ({ meta }) => Boolean(meta?.cells);

/**
 * Write the cells into a box, each where Plotly would draw it.
 *
 * @param {HTMLElement} box
 * @param {Trace} trace of right-aligned texts at shares of the width and at ranks; none where there are no cells
 * @param {{ margin: { l: number, r: number } }} layout
 * @param {{ top: number, height: number }} row
 */
export function writeCells(box, trace, { margin }, { top, height }) {
  const { x = [], y, text, ids, textfont: font } = trace ?? {};
  Object.assign(box.style, { top: `${top}px`, left: `${margin.l}px`, right: `${margin.r}px`, lineHeight: `${height}px` });
  const cells = x.map((/** @type {number} */ place, /** @type {number} */ i) => {
    const cell = /** @type {HTMLElement} */ (box.children[i]) ?? el("span");
    const styles = { right: `${100 - 100 * place}%`, top: `${(y[i] - 1) * height}px`, fontSize: `${font.size[i]}px`, color: font.color[i], fontWeight: font.weight[i] };
    const said = plain(text[i]);
    const shown = [said, ids?.[i], ...Object.values(styles)].join();
    if (written.get(cell) === shown) return cell;
    written.set(cell, shown);
    if (ids?.[i]) cell.replaceChildren(termButton(ids[i], said.trimEnd()), said.slice(said.trimEnd().length));
    else cell.textContent = said;
    if (!ids?.[i]) cell.ariaHidden = "true"; // the table of all numbers has them
    else cell.removeAttribute("aria-hidden");
    Object.assign(cell.style, styles);
    return cell;
  });
  arrange(box, cells);
}
