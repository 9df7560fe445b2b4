// Keys that mean the same everywhere on the page, unless a field has the caret.

import * as tab from "../tab/tab.js";

const CARET = "textarea, select, [contenteditable], .stDataFrame, input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit])";

/** @param {KeyboardEvent} event */
function wish({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  const isHeld = ctrlKey || metaKey;
  if (altKey) return "";
  if (!isHeld && key.toLowerCase() === "o") return "cover";
  if (!isHeld) return key === "?" || key === "？" ? "help" : "";
  if (key.toLowerCase() === "z") return shiftKey ? "redo" : "undo";
  return key.toLowerCase() === "y" && !shiftKey ? "redo" : "";
}

/** Whether something is typed, or a dialog is open. @param {KeyboardEvent} event */
export function isTyped(event) {
  const [target] = event.composedPath();
  const isText = target instanceof Element && target.closest(CARET);
  return Boolean(event.defaultPrevented || event.isComposing || document.querySelector(".stDialog") || isText);
}

/** @param {AbortSignal} signal until when they are heard */
export function hearKeys(signal) {
  document.addEventListener("keydown", (event) => {
    const name = wish(event);
    if (!name || isTyped(event) || (name === "cover" && !document.querySelector('[data-part="cover_score"]'))) return;
    event.preventDefault();
    tab.ask({ name });
  }, { signal });
}
