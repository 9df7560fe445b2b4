// Four lists that are put in order, best first: dragged, or moved by their arrows; once finished, with their values.

import { arrange, prefersReducedMotion, el, fillTemplate, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { trackPointer } from "../../kit/drag.js";
import { setDraftAnswer } from "../../kit/learn_actions.js";
import { checkByEnter } from "./answer.js";
import { highlightHovered, mini } from "./lists.js";
import { isNew } from "./options.js";
import { icon } from "../../kit/svg.js";
import { bar } from "./values.js";

/** @import { Mini } from "./lists.js" */
/** @import { BodyPart } from "./answer.js" */
/** @import { OrderedListsPayload } from "../question_body/payload.d.ts" */
/** @typedef {{ order: number[], rows: HTMLElement[], lists: HTMLElement, status: HTMLElement }} Elements made for each question */
/** @typedef {BodyPart<OrderedListsPayload> & Elements} State */

const UP = "M10 15.5v-11m-5 5 5-5 5 5";
const DOWN = "M10 4.500v11m-5-5 5 5 5-5";
const GLIDE = { duration: 250, easing: "ease" };

/** @param {State} s */
export function draw(s) {
  if (!isNew(s)) return;
  const { data } = s;
  s.order = [...data.order];
  s.rows = data.lists.map((list, index) => row(s, list, index));
  s.lists = el("ol", "lists");
  s.status = el("p", "away", { role: "status" });
  const box = el("div", "choosing order", data.is_finished ? null : el("p", "note", data.note), s.lists, s.status);
  highlightHovered(s.lists);
  checkByEnter(s, box);
  s.box.replaceChildren(box);
  render(s);
}

/**
 * @param {State} s
 * @param {Mini} list
 * @param {number} index
 */
function row(s, list, index) {
  const { data } = s;
  const node = el("li", data.is_finished ? "list finished" : "list", { "data-place": index });
  const head = el("span", "whose", el("span", "place"), el("b", "letter", list.letter));
  if (data.is_finished) {
    node.append(head, mini(list, data, true), bar(data.bars[index], list.name));
    return node;
  }
  const grip = el("span", "grip", { "aria-hidden": true });
  grip.addEventListener("pointerdown", (event) => drag(s, event, grip, node, index));
  node.append(grip, head, mini(list, data, true), el("span", "acts", ...[-1, 1].map((step) => arrow(s, list, index, step))));
  node.addEventListener("keydown", (event) => {
    const to = { ArrowUp: -1, ArrowDown: 1, Home: -9, End: 9 }[event.key];
    if (!to) return;
    event.preventDefault();
    shift(s, index, to);
  });
  return node;
}

/**
 * @param {State} s
 * @param {Mini} list
 * @param {number} index
 * @param {number} step
 */
function arrow(s, list, index, step) {
  const label = fillTemplate(s.data.texts[step < 0 ? "up" : "down"], { list: list.letter });
  const button = el("button", "arrow", { "aria-label": label, title: label, "data-step": step }, icon(step < 0 ? UP : DOWN));
  button.onclick = () => shift(s, index, step);
  return button;
}

/**
 * @param {State} s
 * @param {number} index
 * @param {number} step
 */
const shift = (s, index, step) => moveTo(s, index, s.order.indexOf(index) + step);

/**
 * Move a list to another place of the order; it keeps the focus.
 *
 * @param {State} s
 * @param {number} index
 * @param {number} to
 */
function moveTo(s, index, to) {
  const from = s.order.indexOf(index);
  const at = Math.max(0, Math.min(s.order.length - 1, to));
  const focused = /** @type {HTMLElement | null} */ (s.rows[index].querySelector(":focus"));
  const tops = s.rows.map((node) => node.getBoundingClientRect().top);
  s.order.splice(from, 1);
  s.order.splice(at, 0, index);
  render(s);
  glide(s, tops);
  focused?.focus();
  if (at !== from) write(s.status, fillTemplate(s.data.texts.said, { list: s.data.lists[index].letter, place: at + 1, count: s.order.length }));
}

/**
 * @param {State} s
 * @param {number[]} tops where the rows were
 */
function glide(s, tops) {
  if (prefersReducedMotion()) return;
  s.rows.forEach((node, i) => {
    const distance = tops[i] - node.getBoundingClientRect().top;
    if (Math.abs(distance) > 1) node.animate([{ transform: `translateY(${distance}px)` }, {}], GLIDE);
  });
}

/** @param {State} s */
function render(s) {
  arrange(s.lists, s.order.map((index) => s.rows[index]));
  s.order.forEach((index, i) => {
    const node = s.rows[index];
    write(elementIn(node, ".place"), String(i + 1));
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (node.querySelectorAll(".arrow"))) {
      const ends = button.dataset.step === "-1" ? 0 : s.order.length - 1;
      button.ariaDisabled = String(i === ends);
    }
  });
  setDraftAnswer(s.data.number, s.data.is_finished ? "" : s.order.map((index) => index + 1).join("."));
}

/**
 * @param {State} s
 * @param {PointerEvent} event
 * @param {HTMLElement} grip
 * @param {HTMLElement} node
 * @param {number} index
 */
function drag(s, event, grip, node, index) {
  if (event.button) return;
  const rows = s.order.map((each) => s.rows[each]);
  const boxes = rows.map((each) => each.getBoundingClientRect());
  const from = s.order.indexOf(index);
  const step = boxes[from].height;
  let to = from;
  const move = (/** @type {number} */ _, /** @type {number} */ y) => {
    const offset = y - event.clientY;
    const middle = boxes[from].top + offset + step / 2;
    to = boxes.filter((box, i) => i !== from && box.top + box.height / 2 < middle).length;
    rows.forEach((each, i) => {
      const shifted = i === from ? offset : i > from && i <= to ? -step : i < from && i >= to ? step : 0;
      each.style.transform = shifted ? `translateY(${shifted}px)` : "";
    });
  };
  trackPointer(event, grip, {
    begin: () => node.classList.add("held"),
    move,
    scrolls: true,
    end(done, began) {
      node.classList.remove("held");
      const tops = s.rows.map((each) => each.getBoundingClientRect().top);
      for (const each of rows) each.style.transform = "";
      if (!began) return;
      if (done) moveTo(s, index, to);
      glide(s, tops);
    },
  });
}
