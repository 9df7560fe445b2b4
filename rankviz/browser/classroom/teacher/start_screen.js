// The page while no room is open: one button, and what is kept of a class.
import { arrange, el, write } from "../../kit/elements.js";

/** @typedef {import("./teacher.js").State} State */

/** @type {Record<string, HTMLElement>} */
const nodes = {};

/** @param {State} s */
export function drawStartScreen(s) {
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  const { opening } = s;
  main.className = "opening";
  if (!opening) return arrange(main, []);
  nodes.ended ??= el("p", "ended");
  nodes.head ??= el("h2", "head");
  nodes.about ??= el("p", "about-it");
  nodes.open ??= el("button", "act primary");
  nodes.kept ??= el("p", "kept");
  nodes.reason ??= el("p", "why");
  write(nodes.ended, opening.ended);
  write(nodes.head, opening.head);
  write(nodes.about, opening.about);
  write(nodes.open, opening.open);
  write(nodes.kept, opening.kept);
  write(nodes.reason, opening.reason);
  nodes.open.onclick = () => s.actions.open();
  const rest = opening.reason ? [nodes.reason] : [nodes.open, nodes.kept];
  return arrange(main, [...(opening.hasEnded ? [nodes.ended] : []), nodes.head, nodes.about, ...rest]);
}
