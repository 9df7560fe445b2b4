// The page while no room is open: one button, and what is kept of a class.
import { arrange, el, write } from "../../kit/elements.js";

/** @typedef {import("./teacher.js").State} State */

/** @type {Record<string, HTMLElement>} */
const made = {};

/** @param {State} s */
export function drawOpening(s) {
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  const { opening } = s;
  main.className = "opening";
  if (!opening) return arrange(main, []);
  made.ended ??= el("p", "ended");
  made.head ??= el("h2", "head");
  made.about ??= el("p", "about-it");
  made.open ??= el("button", "act primary");
  made.kept ??= el("p", "kept");
  made.why ??= el("p", "why");
  write(made.ended, opening.ended);
  write(made.head, opening.head);
  write(made.about, opening.about);
  write(made.open, opening.open);
  write(made.kept, opening.kept);
  write(made.why, opening.why);
  made.open.onclick = () => s.does.open();
  const rest = opening.why ? [made.why] : [made.open, made.kept];
  return arrange(main, [...(opening.over ? [made.ended] : []), made.head, made.about, ...rest]);
}
