// A box for a pasted list. What is typed is read while it is typed, and under the box stands what was read; the button takes over what is
// in the box, whether or not it was read by then.
import { el, write } from "../../kit/elements.js";

/** @import { Tab } from "../../kit/part.js" */
/** @import { PastePayload } from "./payload.d.ts" */

/**
 * The body of the dialog.
 *
 * @param {Tab} tab
 * @param {() => void} _
 * @param {PastePayload} data
 */
export default function paste(tab, _, data) {
  const box = el("textarea", "", { id: "box", spellcheck: false, "aria-describedby": "summary" });
  const summary = el("p", "", { id: "summary", role: "status" });
  const s = { box, label: el("label", "", { for: "box" }), summary, use: el("button"), isNew: true, data };
  const text = () => box.value.slice(0, s.data.max_length + 1);
  const showSummary = (/** @type {string} */ words, isRefused = false) => {
    write(s.summary, words);
    s.summary.role = isRefused ? "alert" : "status";
    box.ariaInvalid = String(isRefused);
  };
  box.oninput = () => {
    tab.dispatch({ name: "set_draft", value: text() });
    if (!text()) showSummary(s.data.empty_text);
  };
  s.use.onclick = () => tab.dispatch({ name: "paste", text: text(), dialog: "paste" });
  const show = (/** @type {PastePayload} */ now, /** @type {string} */ problem) => {
    s.data = now;
    write(s.label, now.label);
    write(s.use, now.use_label);
    if (s.isNew) box.value = now.text; // from then on the box is the person's
    s.isNew = false;
    if (problem) showSummary(problem, true);
    else if (text()) showSummary(now.summary, now.is_refused);
  };
  const begin = () => {
    if (matchMedia("(pointer: coarse)").matches) return; // there the focus would open the keyboard over the dialog
    box.focus();
    box.select();
  };
  return { node: el("div", "paste", s.label, box, s.summary, s.use), show, begin, saysProblem: true };
}
