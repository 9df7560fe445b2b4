// The page where no server is: it draws the links to the pages, gives the board its data, hears what the tab says, and changes page and
// language, as Streamlit does elsewhere.

import board from "../board/board.js";
import { el, write } from "../../kit/elements.js";
import { narrow } from "../../kit/media.js";
import drawPages from "../page_links/page_links.js";
import { useTransport, currentStatus, setStatus } from "../../tab/transport.js";
import * as tab from "../../tab/tab.js";
import * as pageUrl from "../../kit/page_url.js";
import { browserStore } from "../../kit/storage.js";
import { themeButton } from "./theme_button.js";

/** @typedef {import("../../tab/transport.js").Transport} Way */
/** @typedef {import("../../tab/messages.js").ViewState} ViewState */
/**
 * @typedef {{
 *   pages: { name: string, path: string }[],
 *   boards: Record<string, string>,
 *   texts: Record<string, Record<string, string>>,
 *   view: ViewState,
 *   first: Record<string, string>,
 *   assets: { kinds: Record<string, { js: string, css: string[], root: string }>, common: string[] },
 * }} Site
 *   `boards` are html and `texts` the words around them, by page and by language; `first` what some addresses open, by `keyOf`
 */
/** @typedef {{ state: string, view: ViewState }} Told by the tab */

const LANGUAGE_KEY = "rankviz language";
const LANGUAGES = /** @type {Record<string, string>} */ ({ zh: "zh-Hans" }); // of the document, where they are called otherwise there
const NO_PAGE = () => {};
const WAITS = ["starting", "computing"]; // of what `say` is told
const PATIENCE = 300; // ms until it is said that a page is being opened

const s = {
  site: /** @type {Site} */ (/** @type {unknown} */ (null)),
  transport: /** @type {Way} */ (async () => ({ problem: "not_done" })),
  page: "",
  language: "en",
  lastReport: /** @type {Told | null} */ (null),
  opening: 0, // how many addresses were opened
  names: /** @type {string[]} */ ([]), // of parameters that are the state's, or say what a page is asked
  nav: el("div"),
  holder: el("div"),
  foot: el("p", "rv-alone"),
  wait: el("p", "rv-wait", { role: "status" }),
  theme: themeButton(),
  leave: NO_PAGE,
};

/** By which an address is known that was opened when the file was made. @param {string} page */
const keyOf = (page, search = "") => `${page} ${s.language} ${search}`;

const nameOf = (/** @type {string} */ path) => s.site.pages.find((page) => page.path === path)?.name ?? s.site.pages[0].name;
const pathOf = (/** @type {string} */ name) => s.site.pages.find((page) => page.name === name)?.path ?? "";

/** What was made ahead has the measures that a phone shows; a wide window opens them later. */
function fitting(/** @type {string} */ text) {
  const end = text.indexOf("\n");
  const head = JSON.parse(text.slice(0, end));
  head.view.shows_all_measures &&= narrow.matches;
  return JSON.stringify(head) + text.slice(end);
}

/** Say that an answer takes its time: where a page stands already, above it. */
function wait() {
  if (s.page) return void (s.transport.isStarting?.() && setStatus("starting"));
  setLanguage(s.language);
  s.holder.replaceChildren(el("p", "rv-opening", { role: "status" }, s.site.texts[s.language].opening));
}

/**
 * What a board is mounted with.
 *
 * @param {string} page
 * @param {string} search the parameters of its address
 */
async function fetchOpened(page, search) {
  const known = s.site.first[keyOf(page, search)];
  if (known) return fitting(known);
  const asked = /** @type {Pick<ViewState, "page" | "language">} */ ({ page, language: s.language });
  const view = { ...s.site.view, ...asked, is_static: true, shows_all_measures: narrow.matches };
  const opened = await s.transport(JSON.stringify(/** @satisfies {import("../../tab/messages.js").OpenRequest} */ ({ open: { search, view } })));
  if ("text" in opened) return opened.text;
  setStatus(opened.problem); // the page stands all the same
  return s.site.first[keyOf(page)] ?? s.site.first[keyOf(s.site.pages[0].name)];
}

/**
 * Show a page.
 *
 * @param {string} page
 * @param {string} search
 */
async function show(page, search) {
  const opening = (s.opening += 1);
  const late = setTimeout(wait, PATIENCE);
  const text = await fetchOpened(page, search);
  clearTimeout(late);
  if (currentStatus() === "starting") setStatus("");
  if (opening !== s.opening) return; // another one was asked for meanwhile
  const head = JSON.parse(text.slice(0, text.indexOf("\n")));
  const isOther = head.view.page !== s.page;
  s.names = [...head.state_param_names, ...head.page_param_names];
  Object.assign(s, { page: head.view.page, lastReport: null });
  setLanguage(head.view.language);
  if (isOther) {
    const before = s.holder.firstElementChild;
    const root = el("div");
    root.innerHTML = s.site.boards[s.page]; // our own elements, without data
    s.holder.replaceChildren(root);
    if (before) s.leave();
    document.querySelector(".stMain")?.scrollTo(0, 0);
  }
  const data = new TextEncoder().encode(text);
  s.leave = board({ data, parentElement: /** @type {HTMLElement} */ (s.holder.firstElementChild), setStateValue: heard }, s.site.assets) ?? NO_PAGE;
}

// It takes no room: nothing moves under a finger, and it is seen wherever the page is scrolled.
const onStatus = (/** @type {CustomEventInit} */ { detail }) => write(s.wait, WAITS.includes(detail) ? s.site.texts[s.language][detail] : "");

/** The words around the board, in a language. */
function setLanguage(/** @type {string} */ language) {
  s.language = language;
  const texts = s.site.texts[language];
  document.documentElement.lang = LANGUAGES[language] ?? language;
  s.theme.speak(texts);
  write(s.foot, texts.foot);
  const links = s.site.pages.map(({ name, path }) => ({ name, path, label: texts[`page_${name}`] }));
  const data = { label: texts.pages, links, current: s.page };
  s.nav.parentElement?.toggleAttribute("hidden", links.length < 2);
  drawPages({ data, parentElement: s.nav, setTriggerValue: pressed });
}

/**
 * What the tab tells.
 *
 * @param {string} name
 * @param {unknown} value
 */
function heard(name, value) {
  if (name !== "state") return;
  const report = /** @type {Told} */ (value); // under this name
  const { language } = report.view;
  s.lastReport = report;
  if (language === s.language) return;
  browserStore.write(LANGUAGE_KEY, language);
  setLanguage(language);
  tab.afterPending(() => (document.title = tab.payloadOf("header")?.title ?? document.title));
}

/**
 * A link to another page was pressed: the list goes along, and what is neither the list's nor asked of a page.
 *
 * @param {string} _
 * @param {unknown} page
 */
function pressed(_, page) {
  const others = [...new URLSearchParams(pageUrl.search())].filter(([name]) => !s.names.includes(name));
  const own = [...new URLSearchParams(s.lastReport ? s.lastReport.state : tab.stateParams())];
  const search = page === "learn" ? "" : String(new URLSearchParams([...own, ...others]));
  history.pushState(null, "", pageUrl.hrefOfPage(`${pathOf(String(page))}?${search}`));
  void show(String(page), search);
}

/** Back, Forward, or an address that was typed: the tab goes there by itself inside a page. */
function travel() {
  const name = nameOf(pageUrl.path());
  if (name !== s.page) void show(name, pageUrl.search());
}

/**
 * Begin.
 *
 * @param {Site} site
 * @param {Way} way
 */
export async function start(site, way) {
  Object.assign(s, { site, transport: way });
  const { language } = navigator;
  const chosen = browserStore.read(LANGUAGE_KEY);
  s.language = chosen && chosen in site.texts ? chosen : (language.toLowerCase().startsWith("zh") ? "zh" : "en");
  useTransport(way);
  pageUrl.setPages(site.pages.map(({ path }) => path));
  s.nav.append(el("nav", "rv-pages"));
  document.querySelector(".st-key-rv_pages")?.append(s.nav);
  document.querySelector(".stAppHeader")?.append(s.theme.node);
  document.querySelector(".st-key-rv_board")?.append(s.holder);
  document.querySelector(".stMainBlockContainer")?.append(s.foot);
  document.querySelector(".stApp")?.append(s.wait);
  document.addEventListener("rankviz:status", /** @type {EventListener} */ (onStatus));
  window.addEventListener("popstate", travel);
  await show(nameOf(pageUrl.path()), pageUrl.search());
}
