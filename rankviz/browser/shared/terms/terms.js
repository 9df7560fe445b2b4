// The card of a term, wherever on the page it is clicked: what it is, why one uses it, and its value here.

import { el, focused, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { math } from "../../kit/math.js";
import { definePart } from "../../kit/part.js";
import { popover } from "../../kit/popover.js";
import { withTerms, rovingTabindex } from "../../kit/terms.js";

/** @import { Given, Part } from "../../kit/part.js" */
/** @import { TermsPayload } from "./payload.d.ts" */
/** @typedef {Part<ReturnType<typeof build>, TermsPayload>} Terms */

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

function build(/** @type {ShadowRoot} */ root) {
  const node = /** @type {HTMLElement | null | undefined} */ (null);
  const [name, symbol, close] = [el("b", "name", { id: "name" }), el("span", "symbol"), el("button", "close", "×")];
  const [label, value] = [el("b", "label"), el("span", "value")];
  const [definition, purpose, aliases] = ["definition", "purpose", "aliases"].map((className) => el("p", className));
  const result = el("p", "result", label, value);
  const text = el("div", "text", { id: "text" }, definition, purpose, aliases, result);
  const all = el("button", "all link");
  const labels = { "aria-labelledby": "name", "aria-describedby": "text" };
  const pop = el("div", "pop", { popover: "auto", role: "dialog", tabindex: -1, ...labels }, el("div", "head", name, symbol, close), text, all);
  elementIn(root, ".terms").replaceChildren(pop);
  return {
    ...{ name, symbol, close, label, value, definition, purpose, aliases, result, all, pop },
    key: "", // of the card that is wanted
    focusAfter: node,
    source: node, // what was pressed
    anchor: node,
    openedFrom: node,
    isElsewhere: false,
  };
}

const isOpen = (/** @type {Terms} */ s) => s.pop.matches(":popover-open");

/** @param {Terms} s @param {TermsPayload} data */
function paint(s, { card, texts }) {
  if (!card) return;
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

/** Opens the card once its texts are there. @param {Terms} s */
function show(s) {
  paint(s, s.data);
  if (isOpen(s)) return;
  s.pop.showPopover({ source: s.anchor ?? undefined });
  s.pop.focus();
}

/** @param {Terms} s @param {HTMLElement} node @param {boolean} isByPointer */
function openTerm(s, node, isByPointer) {
  const key = node.getAttribute("data-term") ?? "";
  const isInside = s.pop.contains(node);
  if (!isInside) {
    if (s.openedFrom === node && isByPointer) return; // this click has closed it
    s.source = node;
    s.focusAfter = node.tabIndex >= 0 || node.matches("button") ? node : focused();
    s.anchor = node instanceof HTMLElement ? node : /** @type {Element} */ (node).closest("math")?.parentElement; // only an HTML element can anchor a popover
  }
  s.key = key;
  if (s.data?.card?.key === key) show(s);
  s.tab.dispatch({ name: "open_term", value: key }); // even then: what is under way was asked while it was closed
  if (isInside) s.pop.focus();
}

/** @param {ShadowRoot} root @param {AbortSignal} signal */
function mount(root, signal) {
  const s = /** @type {Terms} */ (build(root));
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

/** @param {Terms} s @param {Given<TermsPayload>} given */
function update(s, { data, tab }) {
  Object.assign(s, { data, tab });
  if (s.key && data.card?.key === s.key) show(s);
}

export default definePart(mount, update);
