// Under the formulas, the symbols they have: one stop for the Tab key, arrow keys go from one to the next.

import { el, fillTemplate, write } from "../../kit/elements.js";
import { math } from "../../kit/math.js";
import { moveFocusByKeys, setTabStop } from "../../kit/roving_focus.js";
import { termButton } from "../../kit/terms.js";

/** @import { DerivationPayload } from "./payload.d.ts" */

export function newNamed() {
  const label = el("span");
  const row = el("div", "named", { role: "toolbar" }, label);
  const buttons = () => [...row.querySelectorAll("button")];
  moveFocusByKeys(row, buttons, { axis: "x" });
  row.addEventListener("focusin", ({ target }) => setTabStop(buttons(), /** @type {Element} */ (target)));
  return { row, label, shown: "" };
}

/** @param {ReturnType<typeof newNamed>} one @param {DerivationPayload} data */
export function drawNamed(one, { named, texts }) {
  const { row, label } = one;
  const shown = JSON.stringify([named, texts.named]);
  row.hidden = !named.length;
  if (one.shown === shown) return;
  one.shown = shown;
  write(label, texts.named);
  row.ariaLabel = texts.named;
  const { activeElement } = /** @type {ShadowRoot} */ (row.getRootNode());
  const before = activeElement?.getAttribute("data-term");
  const nodes = named.map(({ term: key, name, math: symbol }) => {
    const node = symbol ? termButton(key, math(symbol, false)) : termButton(key, name);
    const spoken = node.textContent ?? "";
    if (symbol) node.ariaLabel = spoken === name ? name : fillTemplate(texts.symbol_of, { symbol: spoken, name });
    return node;
  });
  setTabStop(nodes, nodes[0]);
  const had = row.contains(activeElement);
  row.replaceChildren(label, ...nodes);
  if (had) nodes.find((node) => node.getAttribute("data-term") === before)?.focus();
}
