// A link to another page within the session: a plain press keeps what is on the page, a new tab is opened at the same state.
import * as pageUrl from "./page_url.js";

/**
 * @param {HTMLAnchorElement} link
 * @param {string} page
 * @param {() => string} search the path of the page, a question mark and its parameters
 * @param {{ navigateTo: (page: string) => void }} tab
 */
export function bindPageLink(link, page, search, tab) {
  const aim = () => (link.href = pageUrl.hrefOfPage(search()));
  link.onpointerenter = link.onfocus = aim;
  aim(); // without an address a link cannot be reached by keyboard
  link.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    tab.navigateTo(page);
  };
}
