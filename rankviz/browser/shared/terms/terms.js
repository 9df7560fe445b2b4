// The card of a word or symbol, wherever on the page it is pressed: what it is, why one does it, and what it is here.

import { el, focused, write } from "../../kit/elements.js";
import { math } from "../../kit/math.js";
import { definePart } from "../../kit/part.js";
import { popover } from "../../kit/popover.js";
import { withTerms, rovingTabindex } from "../../kit/terms.js";

/**
 * Whether it stands in what is not about the page's own list and choices: there its card is silent on what it is here.
 *
 * @param {Event} event
 */
const isElsewhere = (event) => event.composedPath().some((node) => node instanceof Element && node.hasAttribute("data-elsewhere"));

// What a word is on a page that is about no list of its own: the page says it itself.
const onPage = (/** @type {string} */ key) => document.querySelector(`[data-here-of="${key}"]`)?.textContent ?? "";

/** @param {Event} event */
const pressedIn = (event) =>
  /** @type {HTMLElement | undefined} */ (event.composedPath().find((node) => node instanceof Element && node.hasAttribute("data-term")));

function build(root) {
  const s = { key: "", home: null, source: null, near: null, was: null, isElsewhere: false };
  const make = (name, tag = /** @type {keyof HTMLElementTagNameMap} */ ("p"), ...content) => (s[name] = el(tag, name, ...content));
  make("name", "b", { id: "name" });
  make("symbol", "span");
  make("close", "button", "×");
  make("head", "div", s.name, s.symbol, s.close);
  make("label", "b");
  make("value", "span");
  make("text", "div", { id: "text" }, make("what"), make("why"), make("also"), make("here", "p", s.label, s.value));
  make("all", "button");
  s.all.classList.add("link");
  const named = { "aria-labelledby": "name", "aria-describedby": "text" };
  make("pop", "div", { popover: "auto", role: "dialog", tabindex: -1, ...named }, s.head, s.text, s.all);
  root.querySelector(".terms").replaceChildren(s.pop);
  return s;
}

const isOpen = (s) => s.pop.matches(":popover-open");

function paint(s) {
  const { card, texts } = s.data;
  write(s.name, card.name);
  s.symbol.replaceChildren(...(card.symbol ? [math(card.symbol, false)] : []));
  s.what.replaceChildren(...withTerms(card.what));
  s.why.replaceChildren(...withTerms(card.why));
  s.why.hidden = !card.why.length;
  write(s.also, card.also && `${texts.also}: ${card.also}`);
  s.also.hidden = !card.also;
  write(s.label, texts.here);
  const here = onPage(card.key);
  write(s.value, here || card.here);
  s.here.hidden = !here && (!card.here || s.isElsewhere);
  write(s.all, texts.all);
  s.close.ariaLabel = texts.close;
}

// It opens when there is something to be read in it.
function show(s) {
  paint(s);
  if (isOpen(s)) return;
  s.pop.showPopover({ source: s.near });
  s.pop.focus();
}

function press(s, node, isByPointer) {
  const key = node.getAttribute("data-term");
  const isInside = s.pop.contains(node);
  if (!isInside) {
    if (s.was === node && isByPointer) return; // the press closed it
    s.source = node;
    s.home = /** @type {HTMLElement} */ (node).tabIndex >= 0 || node.matches("button") ? node : focused();
    s.near = node instanceof HTMLElement ? node : node.closest("math")?.parentElement; // a popover can only be beside such a one
  }
  s.key = key;
  if (s.data?.card?.key === key) show(s);
  else s.tab.dispatch({ name: "open_term", value: key });
  if (isInside) s.pop.focus();
}

function mount(root, signal) {
  const s = build(root);
  // What is pressed in the card is heard in its own root: outside, the path begins at the host.
  document.addEventListener("pointerdown", () => (s.was = isOpen(s) ? s.source : null), { signal, capture: true });
  document.addEventListener("click", (event) => {
    const node = pressedIn(event);
    if (!node) return;
    event.preventDefault();
    if (!s.pop.contains(node)) s.isElsewhere = isElsewhere(event); // a word in a card leads on from where one was
    press(s, node, event.detail > 0);
  }, { signal });
  // Sentences that Streamlit draws are still while nobody is in them.
  const wired = new WeakSet();
  document.addEventListener("focusin", ({ target }) => {
    const box = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-words]")) : null;
    if (!box || wired.has(box)) return;
    wired.add(box);
    rovingTabindex(box)();
  }, { signal });
  s.pop.onkeydown = (event) => event.stopPropagation(); // the page's own keys rest meanwhile
  s.close.onclick = () => s.pop.hidePopover();
  s.all.onclick = () => {
    s.pop.hidePopover();
    s.tab.dispatch({ name: "help" });
  };
  popover(s.pop, () => s.home?.focus(), (open) => {
    if (s.source.matches("button")) s.source.ariaExpanded = String(open);
    if (open) return;
    s.key = "";
    s.tab.dispatch({ name: "open_term", value: "" });
  });
  return s;
}

function update(s, { data, tab }) {
  Object.assign(s, { data, tab });
  if (s.key && data.card?.key === s.key) show(s);
}

export default definePart(mount, update);
