// The dialog that is open over the page: examples, paste, link and file, a link for a class, a question, help. The answer says which,
// and what stands in it; each of them is a module that fills the same frame.
import ownQuestion from "../own_question/own_question.js";
import gallery from "../examples/examples.js";
import help from "../glossary/help_dialog.js";
import { el, focused, write } from "../../kit/elements.js";
import { definePart } from "../../kit/part.js";
import link from "../../shared/link_with_qr/link_dialog.js";
import paste from "../paste/paste.js";
import share from "../share/share.js";

/**
 * What stands in a dialog: built when it opens, told its data then and with every answer.
 *
 * @typedef {{
 *   node: HTMLElement, show: (data: any, problem: string) => void, begin?: () => void, leave?: () => void, saysProblem?: boolean,
 * }} Body `saysProblem` where it says itself why what it has was not taken over
 */
/** @type {Record<string, (tab: any, close: () => void) => Body>} */
const BODIES = { examples: gallery, paste, link, share, ask: ownQuestion, help };

function mount(root, signal) {
  const s = { name: "", home: null, body: /** @type {Body | null} */ (null) };
  s.title = el("h2", "", { id: "title" });
  s.close = el("button", "close", "×");
  s.problem = el("p", "refused", { role: "alert" });
  s.room = el("div", "room");
  s.box = el("dialog", "", { "aria-labelledby": "title", tabindex: -1 }, el("header", "", s.title, s.close), s.problem, s.room);
  s.close.onclick = () => s.box.close();
  s.box.addEventListener("close", () => ended(s));
  // A press beside it closes it, but not one that began inside, as in marking what was typed.
  let isBeside = false;
  s.box.onpointerdown = ({ target }) => void (isBeside = target === s.box);
  s.box.onclick = ({ target }) => void (isBeside && target === s.box && s.box.close());
  s.box.onkeydown = (event) => event.stopPropagation(); // the page's own keys rest meanwhile
  // What is said of an answer that does not come: the page says it behind the dialog.
  const say = (/** @type {CustomEventInit} */ { detail }) => {
    const [name, file = ""] = detail.split(" ");
    if (s.body) write(s.problem, s.data.unanswered[name]?.replace("{file}", () => file));
  };
  document.addEventListener("rankviz:status", /** @type {EventListener} */ (say), { signal });
  signal.addEventListener("abort", () => leave(s));
  root.querySelector(".dialog").append(s.box);
  return s;
}

function leave(s) {
  s.body?.leave?.();
  Object.assign(s, { body: null, name: "" });
  s.room.replaceChildren();
}

// By hand, or by an answer that took over what it had.
function ended(s) {
  const { home, name } = s;
  leave(s);
  s.tab.dispatch({ name: "close_dialog", value: name });
  if (document.activeElement === document.body && home?.isConnected) home.focus(); // browsers do so, unless it is within a part
}

function open(s, { name, large }) {
  leave(s);
  s.body = BODIES[name](s.tab, () => s.box.close());
  Object.assign(s, { name, home: s.box.open ? s.home : focused() });
  s.box.className = large ? "large" : "";
  s.room.append(s.body.node);
}

function update(s, { data, tab }) {
  Object.assign(s, { data, tab });
  if (!data.name || tab.dialog() !== data.name) return void (s.box.open && s.box.close()); // it was closed before this answer came
  const isNew = s.name !== data.name;
  if (isNew) open(s, data);
  write(s.title, data.title);
  s.close.title = s.close.ariaLabel = data.close;
  write(s.problem, s.body.saysProblem ? "" : data.problem);
  s.body.show(data.body, data.problem);
  if (!s.box.open) {
    s.box.showModal();
    s.box.focus(); // Tab leads on from its beginning
  }
  if (isNew) s.body.begin?.();
}

export default definePart(mount, update);
