// A list of options, one of which is chosen.

import { el } from "./elements.js";

/**
 * @param {{ label: string, value: string, options: { value: string, label: string }[] }} data
 * @param {(value: string) => void} chosen
 */
export function select({ label, value, options }, chosen) {
  const node = el("select", "", ...options.map((each) => el("option", "", { value: each.value }, each.label)));
  node.value = value;
  node.onchange = () => chosen(node.value);
  return el("label", "select", el("span", "", label), node);
}
