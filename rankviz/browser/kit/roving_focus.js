// A box whose items are one stop of the Tab key, or a menu: the arrow keys go from item to item, Home and End to the first and the last.

/** @type {Record<string, Record<string, number>>} */
const STEPS = { x: { ArrowRight: 1, ArrowLeft: -1 }, y: { ArrowDown: 1, ArrowUp: -1 } };

/**
 * Let the keys move the focus. In a field they are the caret's, and with Alt, Ctrl or Meta the browser's.
 *
 * @param {HTMLElement} box
 * @param {() => Element[]} items in their order; asked for when such a key is pressed
 * @param {{ axis?: "x" | "y", wraps?: boolean }} [how] the way that the items lie (either pair of arrows if it is not told), and
 *   whether the first one follows the last
 */
export function moveFocusByKeys(box, items, { axis, wraps = false } = {}) {
  const steps = axis ? STEPS[axis] : { ...STEPS.x, ...STEPS.y };
  box.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || target instanceof HTMLInputElement) return;
    if (!(key in steps || key === "Home" || key === "End")) return;
    const all = items();
    const from = all.indexOf(/** @type {Element} */ (target));
    if (from < 0) return;
    event.preventDefault();
    event.stopPropagation(); // elsewhere these keys step through a list
    const to = key === "Home" ? 0 : key === "End" ? all.length - 1 : from + steps[key];
    /** @type {HTMLElement | undefined} */ (all[wraps ? (to + all.length) % all.length : to])?.focus();
  });
}

/**
 * Make one of the items the stop of the Tab key.
 *
 * @param {Iterable<Element>} items
 * @param {Element | null | undefined} stop
 */
export function setTabStop(items, stop) {
  for (const item of items) {
    const index = item === stop ? "0" : "-1";
    if (item.getAttribute("tabindex") !== index) item.setAttribute("tabindex", index);
  }
}
