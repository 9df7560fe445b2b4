// The menu of what can be copied.

import { copied } from "../../kit/clipboard.js";
import { arrange, el, write } from "../../kit/elements.js";
import { popover } from "../../kit/popover.js";

export function drawCopies(s) {
  for (const { key, label: text } of s.data.copies) {
    if (!s.items.has(key)) {
      const item = el("button", "item");
      item.onclick = () => copy(s, key);
      s.items.set(key, item);
    }
    if (key !== s.copied) write(s.items.get(key), text);
  }
  arrange(s.list, s.data.copies.map(({ key }) => s.items.get(key)));
  if (s.list.firstChild) s.list.firstChild.autofocus = true;
}

async function copy(s, key) {
  const { text } = s.data.copies.find((each) => each.key === key);
  if (!(await copied(text, s.menu))) {
    write(s.failed.firstChild, s.t.copy_failed);
    s.failed.hidden = false;
    s.area.value = text;
    s.area.ariaLabel = s.t.copy_failed;
    return s.area.select();
  }
  s.copied = key;
  write(s.items.get(key), s.t.copied);
  write(s.live, s.t.copied);
  clearTimeout(s.closing);
  s.closing = setTimeout(() => s.menu.hidePopover(), 900);
}

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
