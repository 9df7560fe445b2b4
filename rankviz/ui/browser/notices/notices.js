// What could not be read, done or kept, one box a message. The text is a person's or ours: it is written as text, never as HTML.
import { el } from "../kit/elements.js";
import { part } from "../kit/part.js";

function draw(s) {
  const nodes = [...s.data.messages, ...(s.said ? [s.data.texts[s.said]] : [])].map((message) => {
    const known = [...s.box.children].find((node) => node.lastChild.textContent === message);
    return known ?? el("p", "", { role: "alert" }, el("span", "", { "aria-hidden": true }, "⚠"), el("span", "", message));
  });
  s.box.replaceChildren(...nodes);
}

export default part(
  (root, signal) => {
    const s = { box: root.querySelector(".notices"), data: { messages: [] }, said: "" };
    // The tab says that there is no answer, or that it never will come.
    const hear = (/** @type {CustomEventInit} */ { detail }) => {
      if (s.said === detail) return;
      s.said = detail;
      draw(s);
    };
    document.addEventListener("rankviz:say", /** @type {EventListener} */ (hear), { signal });
    return s;
  },
  (s, { data }) => {
    s.data = data;
    draw(s);
  },
);
