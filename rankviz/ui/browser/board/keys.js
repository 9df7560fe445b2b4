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

/** @param {AbortSignal} signal until when they are heard */
export function hearKeys(signal) {
  document.addEventListener("keydown", (event) => {
    const name = wish(event);
    const [target] = event.composedPath();
    if (!name || event.defaultPrevented || event.isComposing || document.querySelector(".stDialog")) return;
    if (target instanceof Element && target.closest(CARET)) return;
    event.preventDefault();
    tab.ask({ name });
  }, { signal });
}
