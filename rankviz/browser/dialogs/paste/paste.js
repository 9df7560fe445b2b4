// A box for a pasted list. What is typed is read while it is typed, and what was read of it stands under the box; the button takes over
// what is in the box, whatever has been heard of it.
import { el, write } from "../../kit/elements.js";

/** What stands in the dialog. */
export default function paste(tab) {
  const box = el("textarea", "", { id: "box", spellcheck: false, "aria-describedby": "told" });
  const s = { box, label: el("label", "", { for: "box" }), told: el("p", "", { id: "told", role: "status" }), use: el("button"), isNew: true };
  const text = () => box.value.slice(0, s.data.limit + 1);
  const tell = (/** @type {string} */ told, isRefused = false) => {
    write(s.told, told);
    s.told.role = isRefused ? "alert" : "status";
    box.ariaInvalid = String(isRefused);
  };
  box.oninput = () => {
    tab.dispatch({ name: "set_draft", value: text() });
    if (!text()) tell(s.data.empty);
  };
  s.use.onclick = () => tab.dispatch({ name: "paste", text: text(), dialog: "paste" });
  const show = (data, problem) => {
    s.data = data;
    write(s.label, data.label);
    write(s.use, data.use);
    if (s.isNew) box.value = data.text; // from then on the box is the person's
    s.isNew = false;
    if (problem) tell(problem, true);
    else if (text()) tell(data.told, data.refused);
  };
  const begin = () => {
    if (matchMedia("(pointer: coarse)").matches) return; // there the focus would open the keyboard over the dialog
    box.focus();
    box.select();
  };
  return { node: el("div", "paste", s.label, box, s.told, s.use), show, begin, saysProblem: true };
}
