// A narrow strip on the page that the phones of a class follow, in large type too: whether they do, how many, how late ones get in,
// and the way back.
import { isLeftAlone } from "../../tab/page_keys.js";
import { el, fillTemplate, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { definePart } from "../../kit/part.js";
import { popover } from "../../kit/popover.js";
import { qr } from "../../kit/qr.js";
import * as room from "../../tab/class_broadcast.js";
import { spacedCode } from "../room_code.js";

/** @import { Given } from "../../kit/part.js" */
/** @typedef {{ texts: Record<string, string>, language: string }} StripPayload of `class_strip.py` */
/** @typedef {ReturnType<typeof build>} State */

/**
 * @param {string} className
 * @param {() => void} onClick
 * @param {string} [key] that does the same
 */
function newButton(className, onClick, key) {
  const button = el("button", className, el("span"), key && el("kbd", "", key, { "aria-hidden": true }));
  if (key) button.setAttribute("aria-keyshortcuts", key);
  button.onclick = onClick;
  return button;
}

// The code stands there all the time; pressed, address and picture lie over the page, large enough for the last row.
function wireJoinPopover(/** @type {State} */ s) {
  const { joinButton: button, joinPanel: panel } = s;
  button.popoverTargetElement = panel;
  popover(panel, () => button.focus(), async (isOpen) => {
    button.ariaExpanded = String(isOpen);
    if (!isOpen) return;
    const info = await room.fetchJoinInfo(s.data.language);
    if (!info) return panel.replaceChildren(el("p", "lead", s.data.texts.lost));
    const { join, texts } = info;
    const lines = [texts.on_phone, join.address, texts.type, join.code].map((text, i) => el("p", ["lead", "address", "lead", "code"][i], text));
    panel.replaceChildren(el("div", "how", ...lines, join.reach_note && el("p", "reach", join.reach_note)), join.picture ? qr(join.picture, texts.picture) : "");
  });
}

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {Given<StripPayload>} given
 */
function build(root, { data, tab }) {
  return {
    data,
    tab,
    box: elementIn(root, ".class_strip"),
    dot: el("span", "dot", { "aria-hidden": true }),
    status: el("span", "status", { role: "status" }),
    phones: el("span", "phones"),
    joinButton: el("button", "way-in", { "aria-haspopup": "dialog", "aria-expanded": false }),
    joinPanel: el("div", "joining", { popover: "auto", role: "dialog", tabindex: -1 }),
    toggle: newButton("turn", room.toggleFollow, "F"),
    back: newButton("back", () => tab.afterPending(() => room.openTeacherPage())),
    close: newButton("close", room.forget),
  };
}

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {AbortSignal} signal
 * @param {Given<StripPayload>} given
 */
function mount(root, signal, given) {
  const s = build(root, given);
  s.box.role = "group";
  wireJoinPopover(s);
  s.box.append(s.dot, s.status, s.phones, s.joinButton, s.joinPanel, s.toggle, s.back, s.close);
  room.show(() => draw(s), signal);
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key.toLowerCase() !== "f" || ctrlKey || metaKey || altKey || s.box.hidden || s.toggle.hidden || isLeftAlone(event)) return;
    event.preventDefault();
    room.toggleFollow();
  }, { signal });
  return s;
}

function draw(/** @type {State} */ s) {
  const { isKnown, code, follows, phones, problem } = room.roomStatus();
  s.box.hidden = !isKnown;
  if (s.box.hidden) return;
  const { texts } = s.data;
  s.box.classList.toggle("on", follows && !problem);
  s.box.ariaLabel = texts.label;
  write(s.status, texts[problem] ?? texts[follows ? "on" : "off"]);
  write(s.phones, phones === null || problem ? "" : fillTemplate(phones === 1 ? texts.one : texts.many, { count: phones }));
  write(s.joinButton, fillTemplate(texts.join, { code: spacedCode(code) }));
  s.joinPanel.ariaLabel = s.joinButton.textContent;
  s.joinButton.hidden = problem === "ended";
  if (s.joinButton.hidden) s.joinPanel.hidePopover();
  write(elementIn(s.toggle, "span"), texts[follows ? "stop" : "start"]);
  write(elementIn(s.back, "span"), texts[problem === "ended" ? "page" : "back"]);
  write(elementIn(s.close, "span"), "×");
  s.close.title = s.close.ariaLabel = texts.close;
  s.toggle.hidden = problem === "ended";
  s.close.hidden = follows;
}

/**
 * @param {State} s
 * @param {Given<StripPayload>} given
 */
function update(s, { data, tab }) {
  Object.assign(s, { data, tab });
  draw(s);
}

export default definePart(mount, update);
