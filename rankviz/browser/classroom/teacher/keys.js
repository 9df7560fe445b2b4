// A teacher's keys and clicker. Never C or R, which others use; a field with the caret keeps all keys.

import { isSwitchedOff } from "../../kit/single_keys.js";

const NAMED_KEYS = { ArrowRight: "next", PageDown: "next", " ": "next", ArrowLeft: "back", PageUp: "back", ArrowUp: "up", ArrowDown: "down" };
const LETTERS = ["a", "n", "f", "l"];

/** The name of what a key does ("next", "back", "up", "down", a digit, a letter), in whatever layout; "" for other keys. */
function commandOf(/** @type {KeyboardEvent} */ { key, code }) {
  if (key in NAMED_KEYS) return NAMED_KEYS[/** @type {keyof typeof NAMED_KEYS} */ (key)];
  if (/^\d$/.test(key)) return key;
  const letter = key.length === 1 && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key.toLowerCase();
  const typed = LETTERS.includes(key.toLowerCase()) ? key.toLowerCase() : letter;
  return LETTERS.includes(typed) ? typed : "";
}

function isLeftAlone(/** @type {KeyboardEvent} */ event) {
  const { target, key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || isSwitchedOff(event)) return true;
  if (document.querySelector("dialog[open], :popover-open")) return true;
  if (!(target instanceof HTMLElement)) return false;
  const isField = target.matches("input:not([type=radio]), textarea, select, [contenteditable]");
  return isField || (key === " " && target.matches("button, a, summary"));
}

/**
 * Listen to the keys of the whole page.
 *
 * @param {(command: string) => boolean} run returns whether the command did something
 */
export function listenToKeys(run) {
  document.addEventListener("keydown", (event) => {
    if (isLeftAlone(event) || event.repeat) return;
    const command = commandOf(event);
    if (command && run(command)) event.preventDefault();
  }, { capture: true });
}
