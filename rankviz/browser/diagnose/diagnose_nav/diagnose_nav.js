// Links to the four questions of the page; each has a URL of its own.
import { el, write } from "../../kit/elements.js";
import { redrawnPart } from "../../kit/part.js";
import * as pageUrl from "../../kit/page_url.js";

/** @typedef {{ label: string, links: { ask: string, label: string }[], current: string }} Payload of `diagnose_nav.py` */
/** @typedef {{ nav: HTMLElement, links: Map<string, HTMLAnchorElement> }} Elements made at the first drawing */
/** @typedef {import("../../kit/part.js").Drawn<Payload> & Elements} State */

function addressOf(/** @type {string} */ ask) {
  const params = new URLSearchParams(pageUrl.search());
  params.set("ask", ask);
  return pageUrl.hrefHere(String(params));
}

function addLink(/** @type {State} */ s, /** @type {string} */ ask) {
  const link = el("a");
  const updateHref = () => (link.href = addressOf(ask));
  link.onpointerdown = link.onfocus = link.onpointerenter = updateHref;
  updateHref();
  link.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (link.ariaCurrent === "page") return;
    for (const each of s.links.values()) each.ariaCurrent = each === link ? "page" : null;
    s.tab.dispatch({ name: "set_page_params", value: { ask } });
  };
  s.links.set(ask, link);
  s.nav.append(link);
  return link;
}

export default redrawnPart("diagnose_nav", (/** @type {State} */ s) => {
  if (!s.nav) {
    s.links = new Map();
    s.box.append((s.nav = el("nav")));
  }
  s.nav.ariaLabel = s.data.label;
  for (const { ask, label } of s.data.links) {
    const link = s.links.get(ask) ?? addLink(s, ask);
    write(link, label);
    link.ariaCurrent = ask === s.data.current ? "page" : null;
  }
});
