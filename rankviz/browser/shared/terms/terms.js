// The card of a term, wherever on the page it is clicked: what it is, why one uses it, and its value here.

import { el, focused, write } from "../../kit/elements.js";
import { math } from "../../kit/math.js";
import { definePart } from "../../kit/part.js";
import { popover } from "../../kit/popover.js";
import { withTerms, rovingTabindex } from "../../kit/terms.js";

/**
 * Whether a clicked term is in a part that is not about the page's list and choices: its card then shows no value.
 *
 * @param {Event} event
 */
const isElsewhere = (event) => event.composedPath().some((node) => node instanceof Element && node.hasAttribute("data-elsewhere"));

// The value of a term on a page without a list: the page holds it itself.
const valueOnPage = (/** @type {string} */ key) => document.querySelector(`[data-here-of="${key}"]`)?.textContent ?? "";

/** @param {Event} event */
const termIn = (event) =>
  /** @type {HTMLElement | undefined} */ (event.composedPath().find((node) => node instanceof Element && node.hasAttribute("data-term")));

function build(root) {
  const node = /** @type {HTMLElement | null} */ (null);
  const s = { key: "", focusAfter: node, source: node, anchor: node, openedFrom: node, isElsewhere: false };
  const make = (name, tag = /** @type {keyof HTMLElementTagNameMap} */ ("p"), ...content) => (s[name] = el(tag, name, ...content));
  make("name", "b", { id: "name" });
  make("symbol", "span");
  make("close", "button", "×");
  make("head", "div", s.name, s.symbol, s.close);
  make("label", "b");
  make("value", "span");
  make("text", "div", { id: "text" }, make("definition"), make("purpose"), make("aliases"), make("result", "p", s.label, s.value));
  make("all", "button");
  s.all.classList.add("link");
  const labels = { "aria-labelledby": "name", "aria-describedby": "text" };
  make("pop", "div", { popover: "auto", role: "dialog", tabindex: -1, ...labels }, s.head, s.text, s.all);
  root.querySelector(".terms").replaceChildren(s.pop);
  return s;
}

const isOpen = (s) => s.pop.matches(":popover-open");

function paint(s) {
  const { card, texts } = s.data;
  write(s.name, card.name);
  s.symbol.replaceChildren(...(card.symbol ? [math(card.symbol, false)] : []));
  s.definition.replaceChildren(...withTerms(card.definition));
  s.purpose.replaceChildren(...withTerms(card.purpose));
  s.purpose.hidden = !card.purpose.length;
  write(s.aliases, card.other_names && `${texts.also}: ${card.other_names}`);
  s.aliases.hidden = !card.other_names;
  write(s.label, texts.here);
  const pageValue = valueOnPage(card.key);
  write(s.value, pageValue || card.value_text);
  s.result.hidden = !pageValue && (!card.value_text || s.isElsewhere);
  write(s.all, texts.all);
  s.close.ariaLabel = texts.close;
}

// Opens the card once its texts are there.
function show(s) {
  paint(s);
  if (isOpen(s)) return;
  s.pop.showPopover({ source: s.anchor });
  s.pop.focus();
}

function openTerm(s, node, isByPointer) {
  const key = node.getAttribute("data-term");
  const isInside = s.pop.contains(node);
  if (!isInside) {
    if (s.openedFrom === node && isByPointer) return; // this click has closed it
    s.source = node;
    s.focusAfter = /** @type {HTMLElement} */ (node).tabIndex >= 0 || node.matches("button") ? node : focused();
    s.anchor = node instanceof HTMLElement ? node : node.closest("math")?.parentElement; // only an HTML element can anchor a popover
  }
  s.key = key;
  if (s.data?.card?.key === key) show(s);
  s.tab.dispatch({ name: "open_term", value: key }); // even then: what is under way was asked while it was closed
  if (isInside) s.pop.focus();
}

function mount(root, signal) {
  const s = build(root);
  // A click in the card is handled here, too: outside the shadow root its path begins at the host.
  document.addEventListener("pointerdown", () => (s.openedFrom = isOpen(s) ? s.source : null), { signal, capture: true });
  document.addEventListener("click", (event) => {
    const node = termIn(event);
    if (!node) return;
    event.preventDefault();
    if (!s.pop.contains(node)) s.isElsewhere = isElsewhere(event); // a term in the card keeps the place of the first one
    openTerm(s, node, event.detail > 0);
  }, { signal });
  // Sentences that Streamlit draws get their keyboard handling when they are first focused.
  const wired = new WeakSet();
  document.addEventListener("focusin", ({ target }) => {
    const box = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-words]")) : null;
    if (!box || wired.has(box)) return;
    wired.add(box);
    rovingTabindex(box)();
  }, { signal });
  s.pop.onkeydown = (event) => event.stopPropagation(); // the page's shortcuts do not apply here
  s.close.onclick = () => s.pop.hidePopover();
  s.all.onclick = () => {
    s.pop.hidePopover();
    s.tab.dispatch({ name: "help" });
  };
  popover(s.pop, () => s.focusAfter?.focus(), (open) => {
    if (s.source?.matches("button")) s.source.ariaExpanded = String(open);
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
