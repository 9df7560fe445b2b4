// The menu of what can be copied.

import { copied } from "../kit/clipboard.js";
import { arrange, el, write } from "../kit/elements.js";

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

// Bound to the button's edges, so it need not be measured and never stands in a wrong place first.
function placeMenu(s) {
  const box = s.copy.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const above = box.top > clientHeight / 2;
  s.menu.style.right = `${Math.max(8, clientWidth - box.right)}px`;
  s.menu.style.bottom = above ? `${clientHeight - box.top + 4}px` : "auto";
  s.menu.style.top = above ? "auto" : `${box.bottom + 4}px`;
}

export function wireMenu(s, signal) {
  s.copy.popoverTargetElement = s.menu;
  s.menu.addEventListener("beforetoggle", ({ newState }) => {
    if (newState === "open") placeMenu(s);
    // Browsers give the focus back to what had it, but not within a shadow root.
    else if (s.menu.contains(s.menu.getRootNode().activeElement)) s.copy.focus();
    clearTimeout(s.closing);
    s.failed.hidden = true;
    s.copied = null;
    write(s.live);
    if (s.data) drawCopies(s);
  });
  document.addEventListener("scroll", () => s.menu.matches(":popover-open") && placeMenu(s), { capture: true, signal });
  signal.addEventListener("abort", () => clearTimeout(s.closing));
}
