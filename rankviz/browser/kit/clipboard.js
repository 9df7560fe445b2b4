// Copying text.

import { el } from "./elements.js";

/**
 * Put a text into the clipboard; gives whether that could be done.
 *
 * @param {string} text
 * @param {HTMLElement} holder shown, with room for what is not seen: in it stands what is copied the old way
 */
export async function copied(text, holder) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No permission, or no https, as on a teacher's own machine: a selection in the page can still be copied.
  }
  const area = el("textarea", "away");
  const { activeElement } = /** @type {Document | ShadowRoot} */ (holder.getRootNode());
  area.value = text;
  holder.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  /** @type {HTMLElement | null} */ (activeElement)?.focus();
  return done;
}
