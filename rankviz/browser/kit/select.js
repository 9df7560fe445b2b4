// A list of options, one of which is chosen.

import { el } from "./elements.js";

/**
 * @param {{ label: string, name?: string, value: string, options: { value: string, label: string, group?: string }[] }} data
 *   Options of one group follow each other, under its name.
 * @param {(value: string) => void} chosen
 */
export function select({ label, name: fieldName, value, options }, chosen) {
  const node = el("select", "", fieldName !== undefined && { name: fieldName });
  /** @type {HTMLElement} */ let under = node;
  for (const { value: key, label: name, group } of options) {
    const last = under === node ? undefined : /** @type {HTMLOptGroupElement} */ (under).label;
    if (group !== last) under = group ? node.appendChild(el("optgroup", "", { label: group })) : node;
    under.append(el("option", "", { value: key }, name));
  }
  node.value = value;
  node.onchange = () => chosen(node.value);
  return el("label", "select", el("span", "", label), node);
}
