// What could not be read or kept, one box a message. The text is a person's or ours: it is written as text, never as HTML.
export default function ({ data, parentElement }) {
  const box = parentElement.querySelector(".notices");
  const nodes = data.messages.map((message) => {
    const known = [...box.children].find((node) => node.lastChild.textContent === message);
    if (known) return known;
    const [node, sign, text] = ["p", "span", "span"].map((tag) => document.createElement(tag));
    node.setAttribute("role", "alert");
    sign.ariaHidden = "true";
    sign.textContent = "⚠";
    text.textContent = message;
    node.append(sign, text);
    return node;
  });
  box.replaceChildren(...nodes);
}
