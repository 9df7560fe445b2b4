// Under the formulas, the symbols they have: one stop for the Tab key, arrow keys go from one to the next.

import { el, fillTemplate, write } from "../../kit/elements.js";
import { math } from "../../kit/math.js";
import { termButton } from "../../kit/terms.js";

const ARROWS = { ArrowRight: 1, ArrowLeft: -1 };

export function newNamed() {
  const row = el("div", "named", { role: "toolbar" }, el("span"));
  const buttons = () => [...row.querySelectorAll("button")];
  row.onkeydown = (event) => {
    const all = buttons();
    const at = all.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const to = { Home: 0, End: all.length - 1 }[event.key] ?? at + (ARROWS[event.key] ?? NaN);
    if (at < 0 || Number.isNaN(to)) return;
    event.preventDefault();
    event.stopPropagation(); // these keys step through the derivation elsewhere
    all[to]?.focus();
  };
  row.addEventListener("focusin", ({ target }) => {
    for (const each of buttons()) each.tabIndex = each === target ? 0 : -1;
  });
  return row;
}

/** @param {any} row */
export function drawNamed(row, { named, texts }) {
  const shown = JSON.stringify([named, texts.named]);
  row.hidden = !named.length;
  if (row.shown === shown) return;
  row.shown = shown;
  write(row.firstChild, texts.named);
  row.ariaLabel = texts.named;
  const before = row.getRootNode().activeElement?.getAttribute("data-term");
  const nodes = named.map(({ term: key, name, math: symbol }, i) => {
    const node = symbol ? termButton(key, math(symbol, false)) : termButton(key, name);
    const spoken = node.textContent ?? "";
    if (symbol) node.ariaLabel = spoken === name ? name : fillTemplate(texts.symbol_of, { symbol: spoken, name });
    node.tabIndex = i ? -1 : 0;
    return node;
  });
  const had = row.contains(row.getRootNode().activeElement);
  row.replaceChildren(row.firstChild, ...nodes);
  if (had) nodes.find((node) => node.getAttribute("data-term") === before)?.focus();
}
