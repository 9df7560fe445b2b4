// The page's one voice: what is said of an edit, by the list, the values, the winner or the lesson, stands in one live region, one
// after the other. Several regions that change together are read over one another, or not at all.

import { el, write } from "./elements.js";

const PAUSE = 100; // ms in which sentences are collected
const HIDDEN = "position: fixed; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap";

const region = document.body.appendChild(el("div", "rv-voice", { role: "status", style: HIDDEN }));
const sentences = /** @type {Map<string, string>} */ (new Map());
let timer = 0;

/**
 * Say something once those who say more of the same edit have said it.
 *
 * @param {string} speaker only its last sentence counts
 * @param {string} sentence "" takes back what is not said yet
 */
export function speak(speaker, sentence) {
  sentences.delete(speaker);
  if (sentence) sentences.set(speaker, sentence);
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    if (sentences.size) write(region, [...sentences.values()].join(" "));
    sentences.clear();
  }, PAUSE);
}
