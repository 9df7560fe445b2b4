// A teacher's keys and clicker. Never C or R, which others use; a field with the caret keeps all keys.

const WAYS = { ArrowRight: "next", PageDown: "next", " ": "next", ArrowLeft: "back", PageUp: "back", ArrowUp: "up", ArrowDown: "down" };
const LETTERS = ["a", "n", "f", "l"];

/** What a key is for, whatever the keyboard writes with it; "" for nothing. */
function meaning(/** @type {KeyboardEvent} */ { key, code }) {
  if (key in WAYS) return WAYS[/** @type {keyof typeof WAYS} */ (key)];
  if (/^\d$/.test(key)) return key;
  const letter = key.length === 1 && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key.toLowerCase();
  const typed = LETTERS.includes(key.toLowerCase()) ? key.toLowerCase() : letter;
  return LETTERS.includes(typed) ? typed : "";
}

function isKept(/** @type {KeyboardEvent} */ event) {
  const { target, key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return true;
  if (document.querySelector("dialog[open], :popover-open")) return true;
  if (!(target instanceof HTMLElement)) return false;
  const isField = target.matches("input:not([type=radio]), textarea, select, [contenteditable]");
  return isField || (key === " " && target.matches("button, a, summary"));
}

/**
 * @param {(what: string) => boolean} act gives whether the key was for something
 */
export function hearKeys(act) {
  document.addEventListener("keydown", (event) => {
    if (isKept(event) || event.repeat) return;
    const what = meaning(event);
    if (what && act(what)) event.preventDefault();
  }, { capture: true });
}
