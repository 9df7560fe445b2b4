// Files that the page itself makes.

import { el } from "./elements.js";

/**
 * Let the browser save a file.
 *
 * @param {string} name
 * @param {Blob} content
 */
export function download(name, content) {
  const address = URL.createObjectURL(content);
  el("a", "", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // some browsers read it only after they asked where to
}
