// What stands beside a list that is to be given a value: the value now, the target, and the moves; it is reached when it is.

import { el, icon, write } from "../../kit/elements.js";
import { setDraftAnswer, TICK, submitAnswer } from "../../kit/work.js";
import { isNew } from "./options.js";

/** @typedef {import("./answer.js").Drawn} Drawn */

const SIGNS = { met: TICK, open: "M10 3.500v7m0 3.500v.5", too_many: "M10 3.500v7m0 3.500v.5" };

/** @param {Drawn} s */
function build(s) {
  s.note = el("p", "note");
  s.value = el("b", "value");
  s.fill = el("span", "fill a");
  s.aim = el("span", "aim", el("span", "aim-label"));
  s.moves = el("span", "moves");
  s.undo = el("button", "undo");
  s.undo.onclick = () => s.tab.dispatch({ name: "undo" });
  s.sign = el("span", "sign", { "aria-hidden": true });
  s.said = el("span", "");
  s.saying = el("p", "", s.sign, s.said);
  s.name = el("span", "name");
  s.way = el("ol", "way");
  const scale = el("div", "scale", { "aria-hidden": true }, el("span", "track", s.fill), s.aim);
  s.target = el("span", "away");
  s.whole = el("div", "choosing reach", s.note, el("p", "now", s.name, s.value, s.target), scale, el("p", "used", s.moves, s.undo), el("div", "said", { role: "status" }, s.saying), s.way);
  s.box.replaceChildren(s.whole);
}

/** @param {Drawn} s */
export function draw(s) {
  const { data } = s;
  if (isNew(s)) build(s);
  write(s.note, data.note);
  write(s.name, data.name);
  write(s.value, data.value);
  write(s.target, data.target);
  write(s.aim.firstChild, data.target);
  s.fill.style.width = `${(100 * data.share).toFixed(2)}%`;
  s.aim.style.left = `${(100 * data.aim).toFixed(2)}%`;
  s.aim.classList.toggle("high", data.aim > 0.7);
  write(s.moves, data.moves);
  write(s.undo, data.undo);
  s.undo.disabled = !data.moved;
  s.undo.hidden = data.over;
  s.saying.hidden = !data.said;
  write(s.said, data.said);
  s.sign.replaceChildren(icon(SIGNS[data.state]));
  s.whole.dataset.state = data.state;
  s.way.hidden = !data.way.length;
  s.way.replaceChildren(...data.way.map((/** @type {string} */ step) => el("li", "", step)));
  if (data.kept) setDraftAnswer(data.at, data.moved ? data.text : "");
  if (data.state === "met") settle(s);
}

// What is shown may be of a row that is still held; what counts is what the last answer says, when all is answered.
function settle(/** @type {Drawn} */ s) {
  const { at } = s.data;
  setTimeout(() =>
    s.tab.afterPending(() => {
      const now = s.tab.payloadOf("question_body");
      if (now?.kind !== "reach" || now.at !== at || now.over || now.state !== "met") return;
      submitAnswer(s.tab, at, now.text);
    }),
  );
}
