// The answers of the look-up, best first: what was done otherwise, what that gives, and the term that differs beside the right one.
import { el } from "../kit/elements.js";
import { math } from "../kit/math.js";
import { drawn } from "../kit/part.js";

function answer(s, data, at) {
  const { texts } = s.data;
  const node = el("li", "answer");
  const value = el("b", "value", { title: data.title }, data.value);
  node.append(el("div", "head", el("span", "words", data.words), value), ...data.notes.map((note) => el("p", "note", note)));
  if (data.here || data.there) {
    const side = (label, text) => el("span", "side", el("small", "", label), math(text, false));
    node.append(el("div", "terms", el("b", "", data.line), side(texts.right, data.here), side(texts.wrong, data.there)));
  }
  if (data.can_set) {
    const button = el("button", "link", texts.show);
    button.onclick = () => s.send("set", at);
    node.append(button);
  }
  return node;
}

export default drawn("answers", (s) => {
  const { data } = s;
  const parts = [...data.lists.map((text) => el("p", "list", text)), el("p", "here", data.here)];
  if (data.error) parts.push(el("p", "error", { role: "alert" }, data.error));
  if (data.head) {
    const list = el("ol", "", ...data.answers.map((each, i) => answer(s, each, i)));
    parts.push(el("h2", "", { "aria-live": "polite" }, data.head), ...data.notes.map((text) => el("p", "note", text)));
    parts.push(list, ...data.separate.map((text) => el("p", "separate", text)));
  }
  s.box.replaceChildren(...parts);
});
