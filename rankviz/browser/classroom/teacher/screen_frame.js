// What stands around every screen: address and code above, stages and buttons below, and a line where something is wrong.
import { arrange, el, fillTemplate, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { openMenu } from "./menu.js";
import { icon } from "../../kit/svg.js";

/** @typedef {import("./teacher.js").State} State */

const PHONE = "M6.500 2.500h7a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1zM9.500 15h1";
const DOTS = "M10 4.500v.01M10 10v.01M10 15.500v.01";
const LOCK = "M5 9.500h10v7.500H5zM7 9.500V6.500a3 3 0 0 1 6 0v3";

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

/** @import { Button, StageMark } from "./payload.d.ts" */

// Of this frame, made once.
/** @type {Record<string, HTMLElement>} */
const nodes = {};
const stageNodes = /** @type {Map<string, HTMLElement>} */ (new Map());
const buttonNodes = /** @type {Map<number, HTMLButtonElement>} */ (new Map());

let clockTimer = 0;

/** Announce a text to screen readers. */
export const announce = (/** @type {string | undefined} */ text) => write(find(".spoken"), text);

export const phoneIcon = () => icon(PHONE);

/** @param {State} s */
export function drawFrame(s) {
  drawTop(s);
  drawNotice(s);
  drawFoot(s);
}

/** @param {State} s */
function drawTop(s) {
  const { view, texts } = s;
  const isCodeOnScreen = !view || (view.stage === "join" && !s.picker);
  nodes.title ??= el("h1", "title");
  nodes.address ??= el("span", "address");
  nodes.code ??= el("strong", "code");
  nodes.lock ??= el("span", "locked", icon(LOCK));
  nodes.count ??= el("span", "count");
  nodes.phones ??= el("p", "phones", phoneIcon(), nodes.count);
  nodes.menu ??= el("button", "menu", icon(DOTS), { "aria-haspopup": "menu" });
  nodes.menu.onclick = () => openMenu(s, nodes.menu);
  write(nodes.title, texts.title);
  write(nodes.address, view?.join.address);
  write(nodes.code, view?.join.code);
  nodes.title.classList.toggle("away", !isCodeOnScreen);
  arrange(find(".where"), isCodeOnScreen ? [nodes.title] : [nodes.title, nodes.address, nodes.code]);
  write(nodes.count, String(s.phoneCount));
  nodes.lock.title = texts.locked ?? "";
  nodes.phones.title = phoneCountText(s);
  nodes.menu.ariaLabel = texts.menu ?? "";
  nodes.menu.title = texts.menu ?? "";
  const beside = [...(s.isLocked && view ? [nodes.lock] : []), ...(isCodeOnScreen ? [] : [nodes.phones]), nodes.menu];
  arrange(find(".beside"), s.texts.title ? beside : []);
}

/** How many phones there are, in texts. */
export function phoneCountText(/** @type {State} */ { phoneCount: count, texts }) {
  return fillTemplate(count === 0 ? texts.phones_none : count === 1 ? texts.phones_one : texts.phones_many, { count });
}

/** @param {State} s */
function drawNotice(s) {
  const notice = find(".notice");
  const text = s.isOffline ? (s.texts.lost ?? "") : s.problem;
  write(notice, text);
  notice.hidden = !text;
}

/** @param {State} s */
function drawFoot(s) {
  const foot = find("footer");
  foot.hidden = !s.view;
  if (!s.view) return;
  nodes.stages ??= el("ol", "stages");
  nodes.note ??= el("p", "note");
  nodes.buttons ??= el("div", "buttons");
  arrange(foot, [nodes.stages, nodes.note, nodes.buttons]);
  nodes.stages.setAttribute("aria-label", s.texts.stages);
  drawStages(s.picker ? s.view.stages.map((each) => ({ ...each, is_current: each.key === "join" })) : s.view.stages);
  drawClock(s);
  const buttons = s.picker?.buttons() ?? s.view.buttons;
  arrange(nodes.buttons, buttons.map((each, i) => buttonOf(each, buttons.length - i, s.press)));
}

function drawStages(/** @type {StageMark[]} */ stages) {
  const items = stages.map(({ key, label, is_current: isCurrent }) => {
    const node = stageNodes.get(key) ?? el("li", "stage");
    stageNodes.set(key, node);
    write(node, label);
    if (isCurrent) node.setAttribute("aria-current", "step");
    else node.removeAttribute("aria-current");
    return node;
  });
  arrange(nodes.stages, items);
}

/**
 * A button is identified by its place from the right: what → does keeps the focus from stage to stage.
 *
 * @param {Button} button
 * @param {number} place
 * @param {State["press"]} press
 */
function buttonOf({ action, label, key, is_primary: isPrimary, isDisabled = false }, place, press) {
  const node = buttonNodes.get(place) ?? el("button", "", el("span", "label"), el("kbd", "", { "aria-hidden": true }));
  buttonNodes.set(place, node);
  node.className = isPrimary ? "act primary" : "act";
  node.dataset.act = action;
  node.setAttribute("aria-keyshortcuts", key === "→" ? "ArrowRight" : key);
  node.disabled = isDisabled;
  node.onclick = () => press(action);
  write(elementIn(node, "span"), label);
  write(elementIn(node, "kbd"), key);
  return node;
}

/** Show how long the question has been open; at other stages the note beside the buttons. */
function drawClock(/** @type {State} */ s) {
  const seconds = s.openedAt === null || s.picker ? null : Math.max(0, Math.floor((Date.now() - s.openedAt) / 1000));
  const time = seconds === null ? "" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  write(nodes.note, s.picker ? "" : time || s.view?.note);
  nodes.note.title = time ? fillTemplate(s.texts.open_for, { time }) : "";
  clearTimeout(clockTimer);
  if (time) clockTimer = window.setTimeout(() => drawClock(s), 1000);
}
