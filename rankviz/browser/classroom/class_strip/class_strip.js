// A narrow strip on the page that the phones of a class follow, in large type too: whether they do, how many, how late ones get in,
// and the way back.
import { isTyping } from "../../tab/keys.js";
import { el, fillTemplate, write } from "../../kit/elements.js";
import { definePart } from "../../kit/part.js";
import { popover } from "../../kit/popover.js";
import { qr } from "../../kit/qr.js";
import * as room from "../../tab/room.js";

function make(name, act, key) {
  const button = el("button", name, el("span"), key && el("kbd", "", key, { "aria-hidden": true }));
  if (key) button.setAttribute("aria-keyshortcuts", key);
  button.onclick = act;
  return button;
}

// The code stands there all the time; pressed, address and picture lie over the page, large enough for the last row.
function newWayIn(s) {
  const button = el("button", "way-in", { "aria-haspopup": "dialog", "aria-expanded": false });
  const pop = el("div", "joining", { popover: "auto", role: "dialog", tabindex: -1 });
  button.popoverTargetElement = pop;
  popover(pop, () => button.focus(), async (isOpen) => {
    button.ariaExpanded = String(isOpen);
    if (!isOpen) return;
    const found = await room.fetchJoinInfo(s.data.language);
    if (!found) return pop.replaceChildren(el("p", "lead", s.data.texts.lost));
    const { join, words } = found;
    const how = [words.on_phone, join.address, words.type, join.code].map((text, i) => el("p", ["lead", "address", "lead", "code"][i], text));
    pop.replaceChildren(el("div", "how", ...how, join.reach && el("p", "reach", join.reach)), join.picture ? qr(join.picture, words.picture) : "");
  });
  return [button, pop];
}

function mount(root, signal) {
  const s = { box: root.querySelector(".class_strip"), data: null };
  s.box.role = "group";
  s.dot = el("span", "dot", { "aria-hidden": true });
  s.said = el("span", "said", { role: "status" });
  s.phones = el("span", "phones");
  [s.wayIn, s.joining] = newWayIn(s);
  s.turn = make("turn", room.toggleFollow, "F");
  s.back = make("back", () => s.tab.afterPending(() => room.openTeacherPage()));
  s.close = make("close", room.forget);
  s.box.append(s.dot, s.said, s.phones, s.wayIn, s.joining, s.turn, s.back, s.close);
  room.show(() => draw(s), signal);
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key.toLowerCase() !== "f" || ctrlKey || metaKey || altKey || s.box.hidden || s.turn.hidden || isTyping(event)) return;
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
  write(s.said, texts[problem] ?? texts[follows ? "on" : "off"]);
  write(s.phones, phones === null || problem ? "" : fillTemplate(phones === 1 ? texts.one : texts.many, { count: phones }));
  write(s.wayIn, fillTemplate(texts.join, { code: code.replace(/(?=\d{3}$)/, "\u00a0") }));
  s.joining.ariaLabel = s.wayIn.textContent;
  s.wayIn.hidden = problem === "ended";
  if (s.wayIn.hidden) s.joining.hidePopover();
  write(s.turn.firstChild, texts[follows ? "stop" : "start"]);
  write(s.back.firstChild, texts[problem === "ended" ? "page" : "back"]);
  write(s.close.firstChild, "×");
  s.close.title = s.close.ariaLabel = texts.close;
  s.turn.hidden = problem === "ended";
  s.close.hidden = follows;
}

export default definePart(mount, (s, { data, tab }) => {
  Object.assign(s, { data, tab });
  draw(s);
});
