// A narrow strip on the page that the phones of a class follow, in large type too: whether they do, how many, and the way back.
import { isTyped } from "../board/keys.js";
import { el, fill, write } from "../kit/elements.js";
import { part } from "../kit/part.js";
import * as room from "../tab/room.js";

function make(name, act, key) {
  const button = el("button", name, el("span"), key && el("kbd", "", key, { "aria-hidden": true }));
  if (key) button.setAttribute("aria-keyshortcuts", key);
  button.onclick = act;
  return button;
}

function mount(root, signal) {
  const s = { box: root.querySelector(".follow"), data: null };
  s.box.role = "group";
  s.dot = el("span", "dot", { "aria-hidden": true });
  s.said = el("span", "said", { role: "status" });
  s.phones = el("span", "phones");
  s.turn = make("turn", room.turn, "F");
  s.back = make("back", () => s.tab.after(() => room.toClass()));
  s.close = make("close", room.forget);
  s.box.append(s.dot, s.said, s.phones, s.turn, s.back, s.close);
  room.show(() => draw(s), signal);
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key.toLowerCase() !== "f" || ctrlKey || metaKey || altKey || s.box.hidden || s.turn.hidden || isTyped(event)) return;
    event.preventDefault();
    room.turn();
  }, { signal });
  return s;
}

function draw(s) {
  const { isKnown, follows, phones, problem } = room.now();
  s.box.hidden = !isKnown || !s.data;
  if (s.box.hidden) return;
  const { texts } = s.data;
  s.box.classList.toggle("on", follows && !problem);
  s.box.ariaLabel = texts.label;
  write(s.said, texts[problem] ?? texts[follows ? "on" : "off"]);
  write(s.phones, phones === null || problem ? "" : fill(phones === 1 ? texts.one : texts.many, { count: phones }));
  write(s.turn.firstChild, texts[follows ? "stop" : "start"]);
  write(s.back.firstChild, texts[problem === "ended" ? "page" : "back"]);
  write(s.close.firstChild, "×");
  s.close.title = s.close.ariaLabel = texts.close;
  s.turn.hidden = problem === "ended";
  s.close.hidden = follows;
}

export default part(mount, (s, { data, tab }) => {
  Object.assign(s, { data, tab });
  draw(s);
});
