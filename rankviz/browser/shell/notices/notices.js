// What could not be read, done or kept, one box a message. The text is a person's or ours: it is written as text, never as HTML.
import { el, write } from "../../kit/elements.js";
import { bindPageLink } from "../../kit/page_link.js";
import { elementIn } from "../../kit/find_elements.js";
import { definePart } from "../../kit/part.js";
import { currentStatus } from "../../tab/transport.js";
import * as pageUrl from "../../kit/page_url.js";

/** @import { Given } from "../../kit/part.js" */
/** @typedef {{ messages: string[], empty_reason: string, link_text: string, texts: Record<string, string> }} NoticesPayload of `notices.py` */
/** @typedef {ReturnType<typeof build>} State */

// The status of a response that does not come may name a file: "no_file worker.js".
function statusMessages(/** @type {State} */ s) {
  const [name, file = ""] = s.status.split(" ");
  const text = s.data.texts?.[name]; // that it takes its time is shown elsewhere
  return text ? [text.replace("{file}", () => file)] : [];
}

function draw(/** @type {State} */ s) {
  const boxes = [...s.data.messages, ...statusMessages(s)].map((message) => {
    const shown = [...s.box.children].find((node) => node.lastChild?.textContent === message);
    return shown ?? el("p", "", { role: "alert" }, el("span", "", { "aria-hidden": true }, "⚠"), el("span", "", message));
  });
  s.box.replaceChildren(...boxes, ...(s.data.empty_reason ? [emptyReason(s)] : []));
}

// Why the page is empty, and the way to the one where that can be mended.
function emptyReason(/** @type {State} */ s) {
  s.empty.replaceChildren(el("span", "", s.data.empty_reason), " ", s.link);
  return s.empty;
}

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {Given<NoticesPayload>} given
 */
const build = (root, { data }) => ({ box: elementIn(root, ".notices"), data, status: currentStatus(), link: el("a"), empty: el("p", "", { role: "status" }) });

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {AbortSignal} signal
 * @param {Given<NoticesPayload>} given
 */
function mount(root, signal, given) {
  const s = build(root, given);
  // The tab reports that there is no response yet, or that none will come.
  const onStatus = (/** @type {CustomEventInit} */ { detail }) => {
    if (s.status === detail) return;
    s.status = detail;
    draw(s);
  };
  document.addEventListener("rankviz:status", /** @type {EventListener} */ (onStatus), { signal });
  return s;
}

/**
 * @param {State} s
 * @param {Given<NoticesPayload>} given
 */
function update(s, { data, tab }) {
  s.data = data;
  write(s.link, data.link_text);
  if (!s.link.onclick) bindPageLink(s.link, "explore", () => `?${pageUrl.search()}`, tab);
  draw(s);
}

export default definePart(mount, update);
