// Keys that mean the same everywhere on the page, unless a field has the caret.

import { focused } from "../kit/elements.js";
import { isSwitchedOff } from "../kit/single_keys.js";
import { isLarge } from "./large_type.js";
import * as tab from "./tab.js";

const CARET = "textarea, select, [contenteditable], .stDataFrame, input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit])";

/** Whether a dialog is open now: it says so of itself only later. */
const isDialogOpen = () => Boolean(document.querySelector(".stDialog") || document.querySelector('[data-part="dialog"]')?.shadowRoot?.querySelector("dialog[open]"));

/** @param {KeyboardEvent} event */
function actionOf({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  const isHeld = ctrlKey || metaKey;
  if (altKey) return "";
  if (!isHeld && key.toLowerCase() === "o") return "cover";
  if (!isHeld) return key === "?" || key === "？" ? "help" : "";
  if (key.toLowerCase() === "z") return shiftKey ? "redo" : "undo";
  return key.toLowerCase() === "y" && !shiftKey ? "redo" : "";
}

/** Whether a key is not for the page: something is typed, a dialog is open, or it is switched off. @param {KeyboardEvent} event */
export function isLeftAlone(event) {
  const [target] = event.composedPath();
  const isText = target instanceof Element && target.closest(CARET);
  return Boolean(event.defaultPrevented || event.isComposing || isDialogOpen() || isText || isSwitchedOff(event));
}

let focusBefore = /** @type {HTMLElement | null} */ (null); // what had the focus before a guess was asked for

// Whoever covers the value by the key wants to guess it, or to lift the cover; in large type the keys are those of a clicker, and stay the page's.
function offerGuess() {
  const cover = document.querySelector('[data-part="cover_score"]:not([hidden])')?.shadowRoot;
  const field = cover?.querySelector(".guess:not([hidden]) input, .guess[hidden] ~ .act button");
  if (!(field instanceof HTMLElement)) return;
  focusBefore = focused();
  field.focus();
}

/** What is to have the focus again now that the value is seen; null for nothing that is still there. */
export function takeFocusBack() {
  const node = focusBefore;
  focusBefore = null;
  return node?.isConnected && node !== document.body ? node : null;
}

// Also while one page gives way to another: what is asked then is told to the next.
document.addEventListener("keydown", (event) => {
  const name = actionOf(event);
  if (!name || isLeftAlone(event) || (name === "cover" && !document.querySelector('[data-part="cover_score"]'))) return;
  event.preventDefault();
  tab.dispatch({ name });
  if (name === "cover" && !isLarge()) tab.afterPending(() => requestAnimationFrame(offerGuess));
});
