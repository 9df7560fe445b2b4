// The task of a question, and its convention.
import { el, write } from "../../kit/elements.js";
import { redrawnPart } from "../../kit/part.js";

/** @import { Drawn } from "../../kit/part.js" */
/** @typedef {{ task: string, note: string, name: string, convention: string, teacher_note: string }} Payload of `question_head.py` */
/** @typedef {Record<"teacherNote" | "task" | "note" | "convention", HTMLElement>} Elements made at the first drawing */

export default redrawnPart("question_head", (/** @type {Drawn<Payload> & Elements} */ s) => {
  if (!s.task) {
    s.teacherNote = el("p", "teacher-note");
    s.task = el("h1", "task");
    s.note = el("p", "note");
    s.convention = el("p", "convention");
    s.box.append(el("div", "", { "aria-live": "polite" }, s.teacherNote, s.task), s.note, s.convention);
  }
  write(s.teacherNote, s.data.teacher_note);
  write(s.task, s.data.task);
  write(s.note, s.data.note);
  const { name, convention } = s.data;
  s.convention.replaceChildren(...(name ? [el("b", "", name)] : []), el("span", "", convention));
});
