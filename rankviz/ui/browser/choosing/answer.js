// What the middle of a question tells the answer panel beside it: the answer as it stands, which the panel has checked.

/** @typedef {import("../kit/part.js").Drawn} Drawn */

/**
 * @param {string} text as it is judged; "" while nothing is chosen
 * @param {boolean} [check] whether it is to be checked at once
 */
const tell = (text, check = false) => document.dispatchEvent(new CustomEvent("rankviz:answer", { detail: { text, check } }));

/**
 * Answer by what stands there, now and whenever the panel asks for it.
 *
 * @param {Drawn} s
 * @param {string} text
 */
export function answer(s, text) {
  s.answer = text;
  if (!s.isHeard) document.addEventListener("rankviz:answer?", () => s.box.isConnected && tell(s.answer));
  s.isHeard = true;
  tell(text);
}

/**
 * Enter checks, wherever in a middle the focus is; a button is pressed by it.
 *
 * @param {Drawn} s
 * @param {HTMLElement} node
 */
export function checksByEnter(s, node) {
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.repeat || !s.answer) return;
    if (event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    tell(s.answer, true);
  });
}
