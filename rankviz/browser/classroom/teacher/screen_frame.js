// What stands around every screen: address and code above, stages and buttons below, and a line where something is wrong.
import { arrange, el, fillTemplate, icon, write } from "../../kit/elements.js";
import { press } from "./teacher.js";
import { openMenu } from "./menu.js";

/** @typedef {import("./teacher.js").State} State */

const PHONE = "M6.500 2.500h7a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1zM9.500 15h1";
const DOTS = "M10 4.500v.01M10 10v.01M10 15.500v.01";
const LOCK = "M5 9.500h10v7.500H5zM7 9.500V6.500a3 3 0 0 1 6 0v3";

/** @param {string} name */
const find = (name) => /** @type {HTMLElement} */ (document.querySelector(name));

/** @type {Record<string, any>} */
const made = {};

/** Say something to whoever does not see the page. */
export const say = (/** @type {string | undefined} */ text) => write(find(".spoken"), text);

export const phoneIcon = () => icon(PHONE);

/** @param {State} s */
export function drawFrame(s) {
  drawTop(s);
  drawNotice(s);
  drawFoot(s);
}

/** @param {State} s */
function drawTop(s) {
  const { view, words } = s;
  const atCode = !view || (view.stage === "join" && !s.choice);
  made.title ??= el("h1", "title");
  made.address ??= el("span", "address");
  made.code ??= el("strong", "code");
  made.lock ??= el("span", "locked", icon(LOCK));
  made.count ??= el("span", "count");
  made.phones ??= el("p", "phones", phoneIcon(), made.count);
  made.menu ??= el("button", "menu", icon(DOTS), { "aria-haspopup": "menu" });
  made.menu.onclick = () => openMenu(s, made.menu);
  write(made.title, words.title);
  write(made.address, view?.join.address);
  write(made.code, view?.join.code);
  made.title.classList.toggle("away", !atCode);
  arrange(find(".where"), atCode ? [made.title] : [made.title, made.address, made.code]);
  write(made.count, String(s.phones));
  made.lock.title = words.locked ?? "";
  made.phones.title = phones(s);
  made.menu.ariaLabel = words.menu ?? "";
  made.menu.title = words.menu ?? "";
  const beside = [...(s.locked && view ? [made.lock] : []), ...(atCode ? [] : [made.phones]), made.menu];
  arrange(find(".beside"), s.words.title ? beside : []);
}

/** How many phones there are, in words. */
export function phones(/** @type {State} */ { phones: count, words }) {
  return fillTemplate(count === 0 ? words.phones_none : count === 1 ? words.phones_one : words.phones_many, { count });
}

/** @param {State} s */
function drawNotice(s) {
  const notice = find(".notice");
  const text = s.away ? (s.words.lost ?? "") : s.trouble;
  write(notice, text);
  notice.hidden = !text;
}

/** @param {State} s */
function drawFoot(s) {
  const foot = find("footer");
  foot.hidden = !s.view;
  if (!s.view) return;
  made.stages ??= el("ol", "stages");
  made.note ??= el("p", "note");
  made.buttons ??= el("div", "buttons");
  arrange(foot, [made.stages, made.note, made.buttons]);
  made.stages.setAttribute("aria-label", s.words.stages);
  drawStages(s.choice ? s.view.stages.map((/** @type {any} */ each) => ({ ...each, on: each.key === "join" })) : s.view.stages);
  clock(s);
  const wanted = s.choice?.buttons() ?? s.view.buttons;
  const nodes = wanted.map((/** @type {any} */ each, /** @type {number} */ i) => buttonOf(each, wanted.length - i));
  arrange(made.buttons, nodes);
}

function drawStages(/** @type {{ key: string, label: string, on: boolean }[]} */ stages) {
  made.stage ??= new Map();
  const nodes = stages.map(({ key, label, on }) => {
    const node = made.stage.get(key) ?? el("li", "stage");
    made.stage.set(key, node);
    write(node, label);
    if (on) node.setAttribute("aria-current", "step");
    else node.removeAttribute("aria-current");
    return node;
  });
  arrange(made.stages, nodes);
}

// A button is known by its place from the right: what → does keeps the focus from stage to stage.
function buttonOf({ act, label, key, primary, off = false }, place) {
  made.button ??= new Map();
  const node = made.button.get(place) ?? el("button", "", el("span", "label"), el("kbd", "", { "aria-hidden": true }));
  made.button.set(place, node);
  node.className = primary ? "act primary" : "act";
  node.dataset.act = act;
  node.setAttribute("aria-keyshortcuts", key === "→" ? "ArrowRight" : key);
  node.disabled = off;
  node.onclick = () => press(act);
  write(node.firstChild, label);
  write(node.lastChild, key);
  return node;
}

/** How long the question is open; elsewhere what the stage says beside its buttons. */
function clock(/** @type {State} */ s) {
  const seconds = s.opened === null || s.choice ? null : Math.max(0, Math.floor((Date.now() - s.opened) / 1000));
  const time = seconds === null ? "" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  write(made.note, s.choice ? "" : time || s.view.note);
  made.note.title = time ? fillTemplate(s.words.open_for, { time }) : "";
  clearTimeout(made.tick);
  if (time) made.tick = setTimeout(() => clock(s), 1000);
}
