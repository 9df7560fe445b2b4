// Elements of the page: made, written and put in order, without touching what stays as it is.

/**
 * Make an element. What a person typed goes in as text, never as HTML.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string} [className]
 * @param {...(Node | string | number | Record<string, unknown> | null | undefined | false)} content children; attributes, as plain objects
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, className = "", ...content) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (tag === "button") node.setAttribute("type", "button");
  for (const each of content) {
    if (each === "" || each === null || each === undefined || each === false) continue;
    if (typeof each !== "object" || each instanceof Node) node.append(/** @type {string} */ (each));
    else for (const [name, value] of Object.entries(each)) give(node, name, String(value));
  }
  return node;
}

function give(/** @type {HTMLElement} */ node, /** @type {string} */ name, /** @type {string} */ value) {
  if (name === "style") node.style.cssText = value; // the attribute is what a policy for style sheets forbids
  else node.setAttribute(name, value);
}

/**
 * @param {Node} node
 * @param {string} [text]
 */
export function write(node, text = "") {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Put the values of a sentence into its slots: "{name} moved".
 *
 * @param {string} [text]
 * @param {Record<string, unknown>} [values]
 */
export const fillTemplate = (text = "", values = {}) => text.replace(/\{(\w+)\}/g, (slot, key) => String(values[key] ?? slot));

/**
 * @param {Node & { moveBefore?: (node: Node, before: Node | null) => void }} parent
 * @param {Node} node
 * @param {Node | null} before
 */
function put(parent, node, before) {
  // moveBefore keeps focus and running animations; not every browser has it yet.
  if (node.parentNode === parent && parent.moveBefore) parent.moveBefore(node, before);
  else parent.insertBefore(node, before);
}

/**
 * Let these be the children, in this order. Those that stay are not moved, and keep their focus.
 *
 * @param {Node} parent
 * @param {Node[]} nodes
 */
export function arrange(parent, nodes) {
  const kept = new Set(nodes);
  for (const node of [...parent.childNodes]) if (!kept.has(node)) parent.removeChild(node);
  nodes.forEach((node, i) => {
    const there = parent.childNodes[i] ?? null;
    if (there === node) return;
    // A node that went down is taken out of the way; otherwise all under it would have to move.
    if (there?.nextSibling === node) put(parent, there, null);
    else put(parent, node, there);
  });
}

/** What has the focus, also inside the parts. */
export function focused() {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  return /** @type {HTMLElement | null} */ (node);
}

/**
 * Give the focus to what one goes on with, if what had it is gone: whoever came by the keyboard goes on by it.
 *
 * @param {() => HTMLElement | null | undefined} find
 */
export function focusIfLost(find) {
  if (matchMedia("(pointer: coarse)").matches) return;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) find()?.focus({ preventScroll: true });
    }),
  );
}

/** Whether the person wants nothing to move. */
export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
