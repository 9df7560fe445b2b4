// The dialog that is open over the page: examples, paste, link and file, a link for a class, a question, help. The answer says which,
// and what stands in it; each of them is a module that fills the same frame.
import ownQuestion from "../own_question/own_question.js";
import gallery from "../examples/examples.js";
import help from "../glossary/help_dialog.js";
import { el, focused, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { definePart } from "../../kit/part.js";
import link from "../../shared/link_with_qr/link_dialog.js";
import paste from "../paste/paste.js";
import share from "../share/share.js";

/** @import { Given } from "../../kit/part.js" */
/** @import { BuildBody, DialogBody, DialogPayload, OpenDialog } from "./payload.d.ts" */
/** @typedef {ReturnType<typeof build>} State */

/** @type {Record<OpenDialog["name"], BuildBody<never>>} */
const BODIES = { examples: gallery, paste, link, share, ask: ownQuestion, help };

// The answer that names a dialog brings the data of that one.
const bodyData = (/** @type {OpenDialog} */ { body }) => /** @type {never} */ (body);

/** @param {Given<DialogPayload>} given */
function build({ data, tab }) {
  const [title, close] = [el("h2", "", { id: "title" }), el("button", "close", "×")];
  const [problem, room] = [el("p", "refused", { role: "alert" }), el("div", "room")];
  const box = el("dialog", "", { "aria-labelledby": "title", tabindex: -1 }, el("header", "", title, close), problem, room);
  return {
    ...{ data, tab, box, title, close, problem, room, name: "" },
    home: /** @type {HTMLElement | null} */ (null),
    body: /** @type {DialogBody<never> | null} */ (null),
  };
}

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {AbortSignal} signal
 * @param {Given<DialogPayload>} given
 */
function mount(root, signal, given) {
  const s = build(given);
  s.close.onclick = () => closeBox(s);
  s.box.oncancel = ({ target }) => void (target === s.box && closeBox(s)); // Escape; that a choice of files was given up comes here too
  s.box.onclose = () => void (s.box.open || ended(s));
  // A press beside it closes it, but not one that began inside, as in marking what was typed.
  let isBeside = false;
  s.box.onpointerdown = ({ target }) => void (isBeside = target === s.box);
  s.box.onclick = ({ target }) => void (isBeside && target === s.box && closeBox(s));
  s.box.onkeydown = (event) => event.stopPropagation(); // the page's own keys rest meanwhile
  // What is said of an answer that does not come: the page says it behind the dialog.
  const say = (/** @type {CustomEventInit} */ { detail }) => {
    const [name, file = ""] = detail.split(" ");
    if (s.body && s.data.name) write(s.problem, s.data.unanswered[name]?.replace("{file}", () => file));
  };
  document.addEventListener("rankviz:status", /** @type {EventListener} */ (say), { signal });
  signal.addEventListener("abort", () => leave(s));
  elementIn(root, ".dialog").append(s.box);
  return s;
}

function leave(/** @type {State} */ s) {
  s.body?.leave?.();
  Object.assign(s, { body: null, name: "" });
  s.room.replaceChildren();
}

// By hand. The browser says later that it is closed: by then a key may have opened it again.
function closeBox(/** @type {State} */ s) {
  s.box.close();
  ended(s);
}

// Or by an answer that took over what it had.
function ended(/** @type {State} */ s) {
  const { home, name } = s;
  if (!name) return;
  leave(s);
  s.tab.dispatch({ name: "close_dialog", value: name });
  if (document.activeElement === document.body && home?.isConnected) home.focus(); // browsers do so, unless it is within a part
}

function open(/** @type {State} */ s, /** @type {OpenDialog} */ data) {
  const { name, large } = data;
  leave(s);
  const body = BODIES[name](s.tab, () => closeBox(s), bodyData(data));
  s.body = body;
  Object.assign(s, { name, home: s.box.open ? s.home : focused() });
  s.box.className = large ? "large" : "";
  s.room.append(body.node);
  return body;
}

/**
 * @param {State} s
 * @param {Given<DialogPayload>} given
 */
function update(s, { data, tab }) {
  Object.assign(s, { data, tab });
  if (!data.name) return void (s.box.open && s.box.close());
  const isNew = s.name !== data.name;
  const body = isNew || !s.body ? open(s, data) : s.body;
  write(s.title, data.title);
  s.close.title = s.close.ariaLabel = data.close;
  write(s.problem, body.saysProblem ? "" : data.problem);
  body.show(bodyData(data), data.problem);
  if (!s.box.open) {
    s.box.showModal();
    s.box.focus(); // Tab leads on from its beginning
  }
  if (isNew) body.begin?.();
}

export default definePart(mount, update);
