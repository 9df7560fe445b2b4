// Elements that are found by a selector, as what they are: all of a part are of HTML, which a selector alone does not say.

/**
 * What stands at a selector of our own markup.
 *
 * @param {ParentNode} root
 * @param {string} selector
 */
export const elementIn = (root, selector) => /** @type {HTMLElement} */ (root.querySelector(selector));

/**
 * All that stand at a selector of our own markup.
 *
 * @param {ParentNode} root
 * @param {string} selector
 */
export const elementsIn = (root, selector) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

/**
 * What stands at a selector around the element in which something happened, or is that itself.
 *
 * @param {EventTarget | null} target of an event of an element
 * @param {string} selector
 */
export const elementAround = (target, selector) => /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest(selector));

/**
 * What has the focus in the part, or the page, that a node stands in.
 *
 * @param {Node} node
 */
export const focusedBeside = (node) => /** @type {HTMLElement | null} */ (/** @type {Document | ShadowRoot} */ (node.getRootNode()).activeElement);
