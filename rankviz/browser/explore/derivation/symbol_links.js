// Under the formulas, the symbols they have: one stop for the Tab key, arrow keys go from one to the next.

import { el, fillTemplate, write } from "../../kit/elements.js";
import { math } from "../../kit/math.js";
import { moveFocusByKeys, setTabStop } from "../../kit/roving_focus.js";
import { termButton } from "../../kit/terms.js";

export function newNamed() {
  const row = el("div", "named", { role: "toolbar" }, el("span"));
  const buttons = () => [...row.querySelectorAll("button")];
  moveFocusByKeys(row, buttons, { axis: "x" });
  row.addEventListener("focusin", ({ target }) => setTabStop(buttons(), /** @type {Element} */ (target)));
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
  const nodes = named.map(({ term: key, name, math: symbol }) => {
    const node = symbol ? termButton(key, math(symbol, false)) : termButton(key, name);
    const spoken = node.textContent ?? "";
    if (symbol) node.ariaLabel = spoken === name ? name : fillTemplate(texts.symbol_of, { symbol: spoken, name });
    return node;
  });
  setTabStop(nodes, nodes[0]);
  const had = row.contains(row.getRootNode().activeElement);
  row.replaceChildren(row.firstChild, ...nodes);
  if (had) nodes.find((node) => node.getAttribute("data-term") === before)?.focus();
}
