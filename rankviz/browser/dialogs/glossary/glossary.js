// All words and symbols, to be searched.

import { arrange, el, fillTemplate, write } from "../../kit/elements.js";
import { math } from "../../kit/math.js";
import { withTerms } from "../../kit/terms.js";

/** @import { Entry } from "../../shared/terms/payload.d.ts" */
/** @import { GlossaryPayload } from "./payload.d.ts" */

/**
 * @param {Entry} entry
 * @param {Record<string, string>} texts
 */
function item({ key, name, symbol, definition, purpose, other_names: otherNames }, texts) {
  const head = el("dt", "", { tabindex: -1, "data-key": key }, name, symbol && el("span", "symbol", math(symbol, false)));
  return el("div", "entry", head, el("dd", "", ...withTerms(definition)), purpose.length > 0 && el("dd", "purpose", ...withTerms(purpose)), otherNames && el("dd", "why", `${texts.also}: ${otherNames}`));
}

const plain = (/** @type {string | null} */ text) => (text ?? "").normalize("NFKC").toLowerCase();

/**
 * Whether an entry is asked for: each of the words that were typed stands in it.
 *
 * @param {string} text
 * @param {string} typed
 */
export const isMeant = (text, typed) =>
  plain(typed).split(/\s+/).every((word) => plain(text).includes(word));

/**
 * The list.
 *
 * @param {GlossaryPayload} data
 */
export function glossary({ entries, texts }) {
  const input = el("input", "", { type: "search", "aria-label": texts.search, placeholder: texts.search, autocomplete: "off" });
  const status = el("p", "match-count", { role: "status" });
  const nodes = entries.map((entry) => item(entry, texts));
  const list = el("dl");
  const find = () => {
    const matches = nodes.filter((node) => isMeant(node.textContent ?? "", input.value));
    arrange(list, matches);
    list.scrollTop = 0;
    write(status, input.value.trim() && (matches.length ? fillTemplate(texts.found, { count: matches.length }) : texts.none));
  };
  input.oninput = find;
  find();
  // A word in an entry leads to its own one; a card would lie under the dialog.
  list.onclick = (event) => {
    const word = /** @type {Element} */ (event.target).closest("[data-term]");
    if (!word) return;
    event.stopPropagation();
    input.value = "";
    find();
    const head = /** @type {HTMLElement | null} */ (list.querySelector(`[data-key="${word.getAttribute("data-term")}"]`));
    head?.scrollIntoView({ block: "start" });
    head?.focus({ preventScroll: true });
  };
  const scroller = el("div", "scroller", { tabindex: 0, role: "region", "aria-label": texts.title }, list);
  return el("section", "glossary", el("h3", "", texts.title), input, status, scroller);
}
