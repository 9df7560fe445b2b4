// A line that unfolds the charts, where a lesson has not come to them yet.
import { el, write } from "../../kit/elements.js";
import { icon } from "../../kit/svg.js";

/**
 * Make the line; what it folds away are the other children of its box.
 *
 * @param {HTMLElement} box
 */
export function folding(box) {
  const label = el("span");
  const button = el("button", "rv-unfold", icon("M7 4.500 13 10l-6 5.500"), label);
  let isOpen = false; // as the reader left it
  const show = () => {
    button.ariaExpanded = String(isOpen);
    box.classList.toggle("rv-folded", !button.hidden && !isOpen);
  };
  button.onclick = () => {
    isOpen = !isOpen;
    show();
  };
  return {
    button,
    update(/** @type {string} */ text) {
      button.hidden = !text;
      write(label, text);
      show();
    },
  };
}
