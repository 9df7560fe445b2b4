// What is saved of a figure, so that it stands alone: over it the value and its convention, beside the bars or over a curve the list.

import { clamp, short } from "../../kit/numbers.js";
import { NOTE, Paper, ROOM, fitted } from "./picture_layout.js";
import { svgEl } from "../../kit/svg.js";

/**
 * @typedef {{ name: string, value: string, sentence?: string, reason?: string }} Score
 * @typedef {{ id: string, grade: number | null, rank: string, unranked: boolean }} Row
 * @typedef {{ title: string, alt: string, caption: string, cut: number | null, width: number, height: number, top: number, row: number }} Figure
 *   what is known of it: with `row`, the height of one, where each entry has one, from `top` on
 * @typedef {{ id: string, grade: number | null }} Missed
 * @typedef {{ score: Score | null, of: string, rows: Row[], missed: Missed[], texts: Record<string, string> }} Said what stands around it
 */

const HEADING = 20; // px
const BESIDE = 230; // px of the list beside the bars
const MOST_NAMED = 12;
const CELL = { least: 38, most: 64, chip: 32 }; // px of an entry above a curve

/**
 * Put a figure and what is said of it on one sheet.
 *
 * @param {SVGElement} svg
 * @param {Figure} figure
 * @param {Said} said
 * @param {HTMLElement} probe for the colours
 * @returns {{ picture: SVGElement, width: number, height: number }}
 */
export function composed(svg, figure, said, probe) {
  const beside = figure.row ? BESIDE : 0;
  const paper = new Paper(figure.width + beside, probe);
  heading(paper, figure, said);
  if (!beside) strip(paper, said);
  paper.y += 12;
  svg.setAttribute("x", String(ROOM + beside));
  svg.setAttribute("y", String(paper.y));
  paper.root.append(document.importNode(svg, true));
  if (beside) list(paper, figure, said);
  paper.y += figure.height;
  paper.lines(figure.caption, { fill: paper.muted });
  paper.lines(missing(said), { fill: paper.muted });
  const [width, height] = [paper.across + 2 * ROOM, Math.ceil(paper.y + ROOM)];
  const named = [svgEl("title", {}, `${said.score?.name ?? ""} ${figure.title}`.trim()), svgEl("desc", {}, figure.alt)];
  const ground = svgEl("rect", { width, height, fill: paper.colour("bg") });
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  return { picture: svgEl("svg", size, ...named, ground, paper.root), width, height };
}

/** @param {Said} said */
function missing({ missed, texts }) {
  const named = missed.slice(0, MOST_NAMED).map(({ id, grade }) => `${id} (${short(grade)})`);
  if (missed.length > MOST_NAMED) named.push(`+ ${missed.length - MOST_NAMED}`);
  return named.length ? texts.missed.replace("{names}", () => named.join(texts.separator)) : "";
}

/**
 * @param {Paper} paper
 * @param {Figure} figure
 * @param {Said} said
 */
function heading(paper, figure, { score, of }) {
  paper.y -= NOTE / 2;
  if (of) paper.lines(of, { bold: true });
  paper.lines(score ? `${score.name} = ${score.value}` : figure.title, { size: HEADING, bold: true });
  for (const more of [score?.reason, score?.sentence]) paper.lines(more ?? "", { fill: paper.muted });
}

/**
 * The entries in a line, as many as there is room for.
 *
 * @param {Paper} paper
 * @param {Said} said
 */
function strip(paper, { rows }) {
  const most = Math.floor(paper.across / CELL.least);
  const shown = rows.slice(0, rows.length > most ? most - 1 : most);
  const cell = clamp(paper.across / Math.max(rows.length, 1), CELL.least, CELL.most);
  const top = paper.y + 10;
  shown.forEach(({ id, grade, rank }, i) => {
    const middle = ROOM + cell * (i + 0.5);
    paper.text(rank, middle, top + NOTE, { fill: paper.muted, anchor: "middle" });
    paper.chip(grade, middle - CELL.chip / 2, top + 32);
    paper.text(fitted(id, cell - 4, NOTE), middle, top + 60, { anchor: "middle", full: id });
  });
  const left = rows.length - shown.length;
  if (left) paper.text(`+ ${left}`, ROOM + cell * (shown.length + 0.5), top + 36, { fill: paper.muted, anchor: "middle" });
  if (shown.length) paper.y = top + 64;
}

/**
 * The list, each entry at the height of its bar.
 *
 * @param {Paper} paper
 * @param {Figure} figure
 * @param {Said} said
 */
function list(paper, { top, row, cut, height }, { rows, texts }) {
  const chip = ROOM + BESIDE - 46;
  const [rank, name] = [ROOM + 24, ROOM + 34];
  const head = paper.y + top / 2 + 5;
  const muted = { fill: paper.muted };
  paper.text(texts.rank, rank, head, { ...muted, anchor: "end" });
  paper.text(texts.document, name, head, muted);
  paper.text(texts.grade, chip + CELL.chip / 2, head, { ...muted, anchor: "middle" });
  rows.forEach((each, i) => {
    const middle = paper.y + top + (i + 0.5) * row;
    if (middle > paper.y + height) return; // it has no rank, and no bar
    paper.text(each.rank, rank, middle + 4, { ...muted, size: 14, anchor: "end" });
    paper.text(fitted(each.id, chip - name - 8, 15), name, middle + 4, { size: 15, full: each.id });
    paper.chip(each.grade, chip, middle);
    const border = middle + row / 2 - 0.5;
    if (i + 1 === cut) paper.rule(ROOM, border, ROOM + paper.across, paper.ink, 2);
    else paper.rule(ROOM, border, ROOM + BESIDE + 5, paper.hairline, 1);
  });
}
