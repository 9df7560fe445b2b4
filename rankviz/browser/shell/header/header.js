// A line of buttons: the page's own in the header, the switches under the charts.
import { arrange, el, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { definePart } from "../../kit/part.js";
import { popover } from "../../kit/popover.js";
import { icon } from "../../kit/svg.js";
import { openTeacherPage } from "../../tab/class_broadcast.js";

/** @import { Given } from "../../kit/part.js" */
/** @import { HeaderButton, HeaderPayload } from "./payload.d.ts" */
/** @typedef {ReturnType<typeof build>} State */

/** @type {Record<string, string>} */
const ICONS = {
  examples: "M10 5C8 3.7 5.500 3.500 3 4v11.500c2.500-.5 5-.3 7 1 2-1.300 4.500-1.500 7-1V4c-2.500-.5-5-.3-7 1zm0 0v11.500",
  paste: "M7.500 4H5v13h10V4h-2.500M7.500 2.500h5v3h-5z",
  add_list: "M3 4h9v12H3zM5.500 7.500h4M5.500 10.500h4M15.500 7v6M12.500 10h6",
  undo: "M7.500 4 4 7.500 7.500 11M4 7.500h7.500a4.250 4.250 0 0 1 0 8.500H7",
  redo: "M12.500 4 16 7.500 12.500 11M16 7.500H8.500a4.250 4.250 0 0 0 0 8.500H13",
  take: "M10 12.500V3M6.500 6 10 2.500 13.500 6M6 9H4v8h12V9h-2",
  help: "M7 7.500a3 3 0 1 1 4.600 2.500c-1 .7-1.600 1.200-1.600 2.300M10 15.200v.3M10 1.800a8.200 8.200 0 1 0 0 16.400 8.200 8.200 0 0 0 0-16.400z",
  ask: "M3 3.500h14v10H9.500L6 17v-3.500H3zM8 7a2 2 0 1 1 3 1.700c-.7.4-1 .8-1 1.300M10 11.600v.1",
  save: "M11 17H5V3h6.500L15 6.500V10M11.500 3v3.500H15M15 11.500v5M12.500 14.500 15 17l2.500-2.500",
  class: "M3 3.500h14v9H3zM6.500 17 8 12.500M13.500 17 12 12.500M10 1.800v1.700M6 9.500l2.500-3 2.500 2 3-3",
  share: "M10 4 1.500 8 10 12l8.500-4zM5 10v4.500c3 2 7 2 10 0V10M17.500 8.500V14",
  project: "M2.500 3.500h15v9.500h-15zM10 13v2.500M6.500 17 10 15.500 13.500 17",
  link: "M8.500 11.500a3 3 0 0 0 4.300 0l3-3a3 3 0 0 0-4.300-4.300l-1 1M11.500 8.500a3 3 0 0 0-4.300 0l-3 3a3 3 0 0 0 4.300 4.300l1-1",
};

function make(/** @type {State} */ s, /** @type {HeaderButton} */ { name, menu }) {
  const node = el("button", "", ICONS[name] && icon(ICONS[name]), el("span"));
  node.dataset.name = name;
  s.buttons.set(name, node);
  if (menu) {
    node.popoverTargetElement = s.menu;
    popover(s.menu, () => node.focus());
  } else {
    node.onclick = () => {
      if (node.ariaDisabled === "true") return;
      if (s.menu.contains(node)) s.menu.hidePopover(); // first: a dialog gives the focus back to what had it
      if (name === "class") s.tab.afterPending(() => openTeacherPage(node.dataset.classParams || undefined));
      else s.tab.dispatch(/** @type {import("../../tab/tab.js").Wish} */ ({ name }));
    };
  }
  return node;
}

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {Given<HeaderPayload>} given
 */
function build(root, { tab }) {
  const box = elementIn(root, ".header");
  const menu = el("div", "menu", { popover: "auto", role: "group" });
  return { box, menu, buttons: /** @type {Map<string, HTMLButtonElement>} */ (new Map()), title: /** @type {string | undefined} */ (""), tab };
}

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {AbortSignal} signal
 * @param {Given<HeaderPayload>} given
 */
function mount(root, signal, given) {
  const s = build(root, given);
  s.box.role = "toolbar";
  s.box.after(s.menu);
  const titles = new MutationObserver(() => nameWindow(s));
  titles.observe(document.head, { childList: true, subtree: true, characterData: true });
  signal.addEventListener("abort", () => titles.disconnect());
  return s;
}

/**
 * @param {State} s
 * @param {HeaderButton} data
 * @returns {HTMLButtonElement}
 */
function draw(s, data) {
  const { name, label, style, disabled, pressed, key, menu } = data;
  const node = s.buttons.get(name) ?? make(s, data);
  const words = elementIn(node, "span");
  write(words, label);
  node.dataset.classParams = data.class_params ?? "";
  node.className = style ?? "";
  words.className = style === "icon" ? "away" : "";
  node.title = style === "icon" ? label : "";
  const isDone = name === "undo" || name === "redo" ? !s.tab.canStep(name) : Boolean(disabled);
  node.ariaDisabled = String(isDone); // not `disabled`: that would drop the focus
  node.ariaPressed = pressed === undefined ? null : String(pressed);
  if (key && !node.querySelector("kbd")) node.append(el("kbd", "", key, { "aria-hidden": true }));
  if (key) node.setAttribute("aria-keyshortcuts", key);
  if (menu) drawMenu(s, label, menu);
  return node;
}

function drawMenu(/** @type {State} */ s, /** @type {string} */ label, /** @type {HeaderButton[]} */ buttons) {
  s.menu.ariaLabel = label;
  const nodes = buttons.map((each) => draw(s, each));
  arrange(s.menu, nodes);
  nodes[0].autofocus = true;
}

// Streamlit writes a title of its own whenever it draws, also after this.
function nameWindow(/** @type {State} */ s) {
  if (s.title && document.title !== s.title) document.title = s.title;
}

/**
 * @param {State} s
 * @param {Given<HeaderPayload>} given
 */
function update(s, { data, tab }) {
  s.tab = tab;
  s.box.ariaLabel = data.label ?? null;
  s.title = data.title;
  nameWindow(s);
  arrange(s.box, data.buttons.map((each) => draw(s, each)));
}

export default definePart(mount, update);
