// The picture of an address that a camera reads.

import { el } from "./elements.js";

/**
 * @param {string} svg that the server made of the address
 * @param {string} label
 */
export function qr(svg, label) {
  const parsed = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  const box = el("div", "qr", { role: "img", "aria-label": label });
  if (parsed) box.append(document.importNode(parsed, true));
  return box;
}
