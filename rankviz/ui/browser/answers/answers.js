// The answers of the look-up, best first: what was done otherwise, what that gives, and the term that differs beside the right one.
const MATHML = "http://www.w3.org/1998/Math/MathML";
const mounted = new WeakMap();

function el(tag, className = "", ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (tag === "button") node.type = "button";
  node.append(...children);
  return node;
}

// Only MathML elements are let in, as in the derivation.
function math(text) {
  const source = new DOMParser().parseFromString(text, "application/xml").documentElement;
  const all = [source, ...source.querySelectorAll("*")];
  const own = (node) => node.namespaceURI === MATHML && [...node.attributes].every((each) => !/^on|href|style/i.test(each.name));
  if (!all.every(own)) return el("span");
  const node = document.importNode(source, true);
  node.setAttribute("display", "inline");
  return node;
}

function answer(s, data, at) {
  const { texts } = s.data;
  const node = el("li", "answer");
  const head = el("div", "head", el("span", "words", data.words), el("b", "value", data.value));
  head.lastChild.title = data.title;
  node.append(head, ...data.notes.map((note) => el("p", "note", note)));
  if (data.here || data.there) {
    const side = (label, text) => el("span", "side", el("small", "", label), math(text));
    node.append(el("div", "terms", el("b", "", data.line), side(texts.right, data.here), side(texts.wrong, data.there)));
  }
  if (data.can_set) {
    const button = el("button", "set", texts.show);
    button.onclick = () => s.send("set", at);
    node.append(button);
  }
  return node;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const s = mounted.get(parentElement) ?? { box: parentElement.querySelector(".answers") };
  mounted.set(parentElement, s);
  s.send = setTriggerValue;
  s.data = data;
  const shown = JSON.stringify(data);
  if (shown === s.shown) return;
  s.shown = shown;
  const parts = [...data.lists.map((text) => el("p", "list", text)), el("p", "here", data.here)];
  if (data.error) {
    const error = el("p", "error", `⚠ ${data.error}`);
    error.role = "alert";
    parts.push(error);
  }
  if (data.head) {
    const head = el("h2", "", data.head);
    head.ariaLive = "polite";
    const list = el("ol", "", ...data.answers.map((each, i) => answer(s, each, i)));
    parts.push(head, ...data.notes.map((text) => el("p", "note", text)), list, ...data.separate.map((text) => el("p", "separate", text)));
  }
  s.box.replaceChildren(...parts);
}
