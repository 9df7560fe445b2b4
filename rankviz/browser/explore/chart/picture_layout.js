// Paper for a picture: texts that are broken or shortened as there is room, grades and lines, one under the other. It is light whatever
// the page is, for slides and paper are white.

import { light } from "../../kit/colours.js";
import { shortened } from "../../kit/short_names.js";
import { shade, short } from "../../kit/numbers.js";
import { svgEl } from "../../kit/svg.js";

/** @typedef {{ size?: number, fill?: string, bold?: boolean, anchor?: string, full?: string }} Look of a text */

export const FONT = "'Noto Sans SC', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"; // which a file can count on
const LINE = 1.4; // from one line to the next
export const NOTE = 13; // px of most texts
export const ROOM = 16; // px around everything
const PIECES = /[\u2e80-\uffff]|[^\s\u2e80-\uffff]+\s*|\s+/g; // where a line may be broken

const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

/**
 * @param {string} words
 * @param {number} size
 */
function width(words, size) {
  pen.font = `${size}px ${FONT}`;
  return pen.measureText(words).width;
}

/**
 * A name as far as there is room for it.
 *
 * @param {string} name
 * @param {number} room
 * @param {number} size
 */
export const fitted = (name, room, size) => shortened(name, (text) => width(text, size) <= room);

/**
 * The lines of a text that is broken where there is no more room.
 *
 * @param {string} words
 * @param {number} room
 * @param {number} size
 */
export function lines(words, room, size) {
  const found = [""];
  for (const piece of words.match(PIECES) ?? []) {
    const last = found[found.length - 1];
    if (last && width(last + piece.trimEnd(), size) > room) found.push(piece);
    else found[found.length - 1] = last + piece;
  }
  return found.map((line) => line.trim()).filter(Boolean);
}

/** Draws from the top down. */
export class Paper {
  /**
   * @param {number} across
   * @param {HTMLElement} probe
   */
  constructor(across, probe) {
    this.colour = (/** @type {string} */ name) => light(probe, name);
    this.ink = this.colour("text");
    this.muted = this.colour("muted");
    this.hairline = this.colour("hairline");
    this.dash = getComputedStyle(probe).getPropertyValue("--rv-dash-unjudged");
    this.across = across;
    this.y = ROOM;
    this.root = svgEl("g", { "font-family": FONT });
  }

  /**
   * @param {string} words
   * @param {number} x
   * @param {number} y of its base
   * @param {Look} [look]
   */
  text(words, x, y, { size = NOTE, fill = this.ink, bold = false, anchor = "start", full = "" } = {}) {
    const style = { x, y, "font-size": size, fill, "font-weight": bold ? 700 : 400, "text-anchor": anchor };
    this.root.append(svgEl("text", style, ...(full && full !== words ? [svgEl("title", {}, full)] : []), words));
  }

  /**
   * @param {string} words
   * @param {Look} [look]
   */
  lines(words, look = {}) {
    const { size = NOTE } = look;
    for (const line of lines(words, this.across, size)) {
      this.y += LINE * size;
      this.text(line, ROOM, this.y, { ...look, size });
    }
  }

  /**
   * The grade in its shade.
   *
   * @param {number | null} grade
   * @param {number} x
   * @param {number} middle
   */
  chip(grade, x, middle) {
    const at = shade(grade);
    const unjudged = at === "?";
    const fill = unjudged ? "none" : this.colour(`g${at}`);
    const edge = unjudged ? this.muted : this.colour(at === "0" ? "g0-border" : `g${at}`);
    /** @type {Record<string, string>} */
    const dash = unjudged ? { "stroke-dasharray": this.dash } : {};
    this.root.append(svgEl("rect", { x, y: middle - 12, width: 32, height: 24, rx: 5, fill, stroke: edge, ...dash }));
    const dark = at === "3" || at === "4";
    this.text(short(grade), x + 16, middle + 5, { size: 14, bold: true, anchor: "middle", fill: dark ? this.colour("g-high-text") : this.ink });
  }

  /**
   * @param {number} from
   * @param {number} y
   * @param {number} to
   * @param {string} stroke
   * @param {number} thick
   */
  rule(from, y, to, stroke, thick) {
    this.root.append(svgEl("line", { x1: from, y1: y, x2: to, y2: y, stroke, "stroke-width": thick }));
  }
}
