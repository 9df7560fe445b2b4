// A narrow strip on the page that the phones of a class follow, in large type too: whether they do, how many, how late ones get in,
// and the way back.
import { isLeftAlone } from "../../tab/page_keys.js";
import { el, fillTemplate, write } from "../../kit/elements.js";
import { definePart } from "../../kit/part.js";
import { popover } from "../../kit/popover.js";
import { qr } from "../../kit/qr.js";
import * as room from "../../tab/class_broadcast.js";
import { spacedCode } from "../room_code.js";

function newButton(className, onClick, key) {
  const button = el("button", className, el("span"), key && el("kbd", "", key, { "aria-hidden": true }));
  if (key) button.setAttribute("aria-keyshortcuts", key);
  button.onclick = onClick;
  return button;
}

// The code stands there all the time; pressed, address and picture lie over the page, large enough for the last row.
function newJoinPopover(s) {
  const button = el("button", "way-in", { "aria-haspopup": "dialog", "aria-expanded": false });
  const panel = el("div", "joining", { popover: "auto", role: "dialog", tabindex: -1 });
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
  return [button, panel];
}

function mount(root, signal) {
  const s = { box: root.querySelector(".class_strip"), data: null };
  s.box.role = "group";
  s.dot = el("span", "dot", { "aria-hidden": true });
  s.status = el("span", "status", { role: "status" });
  s.phones = el("span", "phones");
  [s.joinButton, s.joinPanel] = newJoinPopover(s);
  s.toggle = newButton("turn", room.toggleFollow, "F");
  s.back = newButton("back", () => s.tab.afterPending(() => room.openTeacherPage()));
  s.close = newButton("close", room.forget);
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

function draw(s) {
  const { isKnown, code, follows, phones, problem } = room.roomStatus();
  s.box.hidden = !isKnown || !s.data;
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
  write(s.toggle.firstChild, texts[follows ? "stop" : "start"]);
  write(s.back.firstChild, texts[problem === "ended" ? "page" : "back"]);
  write(s.close.firstChild, "×");
  s.close.title = s.close.ariaLabel = texts.close;
  s.toggle.hidden = problem === "ended";
  s.close.hidden = follows;
}

export default definePart(mount, (s, { data, tab }) => {
  Object.assign(s, { data, tab });
  draw(s);
});
