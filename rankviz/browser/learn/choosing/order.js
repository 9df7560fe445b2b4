// Four lists that are put in order, best first: dragged, or moved by their arrows; when it is over, with their values.

import { arrange, prefersReducedMotion, el, fillTemplate, icon, write } from "../../kit/elements.js";
import { trackPointer } from "../../kit/drag.js";
import { setDraftAnswer } from "../../kit/work.js";
import { checksByEnter } from "./answer.js";
import { lightUp, mini } from "./lists.js";
import { isNew } from "./options.js";
import { bar } from "./values.js";

/** @typedef {import("./answer.js").Drawn} Drawn */

const UP = "M10 15.5v-11m-5 5 5-5 5 5";
const DOWN = "M10 4.500v11m-5-5 5 5 5-5";
const GLIDE = { duration: 250, easing: "ease" };

/** @param {Drawn} s */
export function draw(s) {
  if (!isNew(s)) return;
  const { data } = s;
  s.order = [...data.order];
  s.rows = data.lists.map((/** @type {any} */ list, /** @type {number} */ place) => row(s, list, place));
  s.lists = el("ol", "lists");
  s.say = el("p", "away", { role: "status" });
  const box = el("div", "choosing order", data.over ? null : el("p", "note", data.note), s.lists, s.say);
  lightUp(s.lists);
  checksByEnter(s, box);
  s.box.replaceChildren(box);
  paint(s);
}

/**
 * @param {Drawn} s
 * @param {any} list
 * @param {number} place
 */
function row(s, list, place) {
  const { data } = s;
  const node = el("li", data.over ? "list over" : "list", { "data-place": place });
  const head = el("span", "whose", el("span", "place"), el("b", "letter", list.letter));
  if (data.over) {
    node.append(head, mini(list, data, true), bar(data.bars[place], list.name));
    return node;
  }
  const grip = el("span", "grip", { "aria-hidden": true });
  grip.addEventListener("pointerdown", (event) => drag(s, event, grip, node, place));
  node.append(grip, head, mini(list, data, true), el("span", "acts", ...[-1, 1].map((step) => arrow(s, list, place, step))));
  node.addEventListener("keydown", (event) => {
    const to = { ArrowUp: -1, ArrowDown: 1, Home: -9, End: 9 }[event.key];
    if (!to) return;
    event.preventDefault();
    shift(s, place, to);
  });
  return node;
}

/**
 * @param {Drawn} s
 * @param {any} list
 * @param {number} place
 * @param {number} step
 */
function arrow(s, list, place, step) {
  const label = fillTemplate(s.data.texts[step < 0 ? "up" : "down"], { list: list.letter });
  const button = el("button", "arrow", { "aria-label": label, title: label, "data-step": step }, icon(step < 0 ? UP : DOWN));
  button.onclick = () => shift(s, place, step);
  return button;
}

/**
 * @param {Drawn} s
 * @param {number} place
 * @param {number} step
 */
const shift = (s, place, step) => put(s, place, s.order.indexOf(place) + step);

/**
 * A list at another place of the order; what is moved keeps the focus.
 *
 * @param {Drawn} s
 * @param {number} place
 * @param {number} to
 */
function put(s, place, to) {
  const from = s.order.indexOf(place);
  const at = Math.max(0, Math.min(s.order.length - 1, to));
  const focused = s.rows[place].querySelector(":focus");
  const tops = s.rows.map((/** @type {HTMLElement} */ node) => node.getBoundingClientRect().top);
  s.order.splice(from, 1);
  s.order.splice(at, 0, place);
  paint(s);
  glide(s, tops);
  focused?.focus();
  if (at !== from) write(s.say, fillTemplate(s.data.texts.said, { list: s.data.lists[place].letter, place: at + 1, count: s.order.length }));
}

/**
 * @param {Drawn} s
 * @param {number[]} tops where the rows were
 */
function glide(s, tops) {
  if (prefersReducedMotion()) return;
  s.rows.forEach((/** @type {HTMLElement} */ node, /** @type {number} */ i) => {
    const way = tops[i] - node.getBoundingClientRect().top;
    if (Math.abs(way) > 1) node.animate([{ transform: `translateY(${way}px)` }, {}], GLIDE);
  });
}

/** @param {Drawn} s */
function paint(s) {
  arrange(s.lists, s.order.map((/** @type {number} */ place) => s.rows[place]));
  s.order.forEach((/** @type {number} */ place, /** @type {number} */ i) => {
    const node = s.rows[place];
    write(node.querySelector(".place"), String(i + 1));
    for (const button of node.querySelectorAll(".arrow")) {
      const ends = button.dataset.step === "-1" ? 0 : s.order.length - 1;
      button.ariaDisabled = String(i === ends);
    }
  });
  setDraftAnswer(s.data.at, s.data.over ? "" : s.order.map((/** @type {number} */ place) => place + 1).join("."));
}

/**
 * @param {Drawn} s
 * @param {PointerEvent} event
 * @param {HTMLElement} grip
 * @param {HTMLElement} node
 * @param {number} place
 */
function drag(s, event, grip, node, place) {
  if (event.button) return;
  const rows = s.order.map((/** @type {number} */ each) => s.rows[each]);
  const boxes = rows.map((/** @type {HTMLElement} */ each) => each.getBoundingClientRect());
  const from = s.order.indexOf(place);
  const step = boxes[from].height;
  let to = from;
  const move = (/** @type {number} */ _, /** @type {number} */ y) => {
    const way = y - event.clientY;
    const middle = boxes[from].top + way + step / 2;
    to = boxes.filter((/** @type {DOMRect} */ box, /** @type {number} */ i) => i !== from && box.top + box.height / 2 < middle).length;
    rows.forEach((/** @type {HTMLElement} */ each, /** @type {number} */ i) => {
      const shifted = i === from ? way : i > from && i <= to ? -step : i < from && i >= to ? step : 0;
      each.style.transform = shifted ? `translateY(${shifted}px)` : "";
    });
  };
  trackPointer(event, grip, {
    begin: () => node.classList.add("held"),
    move,
    scrolls: true,
    end(done, began) {
      node.classList.remove("held");
      const held = s.rows.map((/** @type {HTMLElement} */ each) => each.getBoundingClientRect().top);
      for (const each of rows) each.style.transform = "";
      if (!began) return;
      if (done) put(s, place, to);
      glide(s, held);
    },
  });
}
