// Popovers: style sheets place them, and this gives back the focus.

/**
 * @param {HTMLElement} node
 * @param {() => void} home gives the focus to what opened it
 * @param {(open: boolean) => void} [turned] It is about to open, or to close.
 */
export function popover(node, home, turned) {
  node.addEventListener("beforetoggle", ({ newState }) => {
    const root = /** @type {Document | ShadowRoot} */ (node.getRootNode());
    // Browsers give the focus back to what had it, but not within a shadow root.
    if (newState === "closed" && node.contains(root.activeElement)) home();
    turned?.(newState === "open");
  });
}
