// What could not be read, done or kept, one box a message. The text is a person's or ours: it is written as text, never as HTML.
import { el, write } from "../../kit/elements.js";
import { bindPageLink } from "../../kit/page_link.js";
import { definePart } from "../../kit/part.js";
import { currentStatus } from "../../tab/transport.js";
import * as pageUrl from "../../kit/page_url.js";

// What is said of an answer that does not come may name a file: "no_file worker.js".
function told(s) {
  const [name, file = ""] = s.said.split(" ");
  const text = s.data.texts?.[name]; // that it takes its time is said elsewhere
  return text ? [text.replace("{file}", () => file)] : [];
}

function draw(s) {
  const nodes = [...s.data.messages, ...told(s)].map((message) => {
    const known = [...s.box.children].find((node) => node.lastChild.textContent === message);
    return known ?? el("p", "", { role: "alert" }, el("span", "", { "aria-hidden": true }, "⚠"), el("span", "", message));
  });
  s.box.replaceChildren(...nodes, ...(s.data.empty ? [why(s)] : []));
}

// Why the page is empty, and the way to the one where that can be mended.
function why(s) {
  s.empty ??= el("p", "", { role: "status" });
  s.empty.replaceChildren(el("span", "", s.data.empty), " ", s.link);
  return s.empty;
}

export default definePart(
  (root, signal) => {
    const s = { box: root.querySelector(".notices"), data: { messages: [] }, said: currentStatus(), link: el("a") };
    // The tab says that there is no answer, or that it never will come.
    const hear = (/** @type {CustomEventInit} */ { detail }) => {
      if (s.said === detail) return;
      s.said = detail;
      draw(s);
    };
    document.addEventListener("rankviz:status", /** @type {EventListener} */ (hear), { signal });
    return s;
  },
  (s, { data, tab }) => {
    s.data = data;
    write(s.link, data.lead);
    if (!s.link.onclick) bindPageLink(s.link, "explore", () => `?${pageUrl.search()}`, tab);
    draw(s);
  },
);
