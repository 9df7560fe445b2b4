// The links to the pages. A plain press keeps the session and what is on the page; a new tab is opened at the same state.
import { el, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { definePart } from "../../kit/part.js";
import { leavePage } from "../../tab/tab.js";
import * as pageUrl from "../../kit/page_url.js";

/** @import { Given } from "../../kit/part.js" */
/** @typedef {{ label: string, links: { name: string, path: string, label: string }[], current: string }} LinksPayload of the pages */
/** @typedef {ReturnType<typeof build>} State */

function go(/** @type {State} */ s, /** @type {string} */ name) {
  if (s.links.get(name)?.ariaCurrent !== "page") leavePage(() => s.send("pressed", name));
}

function make(/** @type {State} */ s, /** @type {string} */ name) {
  const link = el("a");
  // Which address the page has is looked up when somebody is about to use the link: it follows every edit.
  const aim = () => (link.href = pageUrl.toPage(s.paths.get(name) ?? "", [...s.paths.values()]));
  link.onpointerdown = link.onfocus = link.onpointerenter = aim;
  aim(); // without an address a link cannot be reached by keyboard
  link.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(s, name);
  };
  s.links.set(name, link);
  s.box.append(link);
  return link;
}

/**
 * @param {State} s
 * @param {Given<LinksPayload>} given
 */
function update(s, { data, setTriggerValue }) {
  s.send = setTriggerValue;
  s.paths = new Map(data.links.map(({ name, path }) => [name, path]));
  s.box.ariaLabel = data.label;
  for (const { name, label } of data.links) {
    const link = s.links.get(name) ?? make(s, name);
    link.ariaCurrent = name === data.current ? "page" : null;
    write(link, label);
  }
}

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {Given<LinksPayload>} given
 */
function build(root, { setTriggerValue: send }) {
  const links = /** @type {Map<string, HTMLAnchorElement>} */ (new Map());
  return { box: elementIn(root, "nav"), links, paths: /** @type {Map<string, string>} */ (new Map()), send };
}

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {AbortSignal} signal
 * @param {Given<LinksPayload>} given
 */
function mount(root, signal, given) {
  const s = build(root, given);
  const lead = (/** @type {CustomEventInit} */ { detail }) => go(s, detail);
  document.addEventListener("rankviz:navigate", /** @type {EventListener} */ (lead), { signal });
  return s;
}

export default definePart(mount, update);
