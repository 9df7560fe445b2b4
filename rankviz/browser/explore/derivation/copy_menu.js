// The menu of what can be copied.

import { copied } from "../../kit/clipboard.js";
import { arrange, el, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { popover } from "../../kit/popover.js";

/** @import { Derivation } from "./derivation.js" */

export function drawCopies(/** @type {Derivation} */ s) {
  const nodes = s.data.copies.map(({ key, label: text }) => {
    const item = s.items.get(key) ?? newItem(s, key);
    if (key !== s.copied) write(item, text);
    return item;
  });
  arrange(s.list, nodes);
  if (nodes.length) nodes[0].autofocus = true;
}

/** @param {Derivation} s @param {string} key */
function newItem(s, key) {
  const item = el("button", "item");
  item.onclick = () => copy(s, key, item);
  s.items.set(key, item);
  return item;
}

/** @param {Derivation} s @param {string} key @param {HTMLElement} item */
async function copy(s, key, item) {
  const text = s.data.copies.find((each) => each.key === key)?.text ?? "";
  if (!(await copied(text, s.menu))) {
    write(elementIn(s.failed, "p"), s.t.copy_failed);
    s.failed.hidden = false;
    s.area.value = text;
    s.area.ariaLabel = s.t.copy_failed;
    return s.area.select();
  }
  s.copied = key;
  write(item, s.t.copied);
  write(s.live, s.t.copied);
  clearTimeout(s.closing);
  s.closing = setTimeout(() => s.menu.hidePopover(), 900);
}

/** @param {Derivation} s @param {AbortSignal} signal */
export function wireMenu(s, signal) {
  s.copy.popoverTargetElement = s.menu;
  popover(s.menu, () => s.copy.focus(), () => {
    clearTimeout(s.closing);
    s.failed.hidden = true;
    s.copied = null;
    write(s.live);
    if (s.data) drawCopies(s);
  });
  signal.addEventListener("abort", () => clearTimeout(s.closing));
}
