// The heads of the two lists: whose order each list has, and a menu of other orders.

import { el, write } from "../../kit/elements.js";
import { popover } from "../../kit/popover.js";
import { tag } from "../../kit/list_tag.js";

/** @import { TwoLists } from "./two_lists.js" */
/** @import { SecondListFromEdit } from "../../tab/messages.d.ts" */
/** @import { Side } from "./model.js" */
/** @import { SourceData, SourceOption } from "./payload.d.ts" */
/** @typedef {{ node: HTMLElement, draw: (data: SourceData) => void }} Source */

/** @param {TwoLists} s @param {Side} side @returns {Source} */
export function newSource(s, side) {
  const text = el("span", "text");
  const button = el("button", "pill-head", { "aria-haspopup": "dialog", "aria-expanded": false }, tag(side), text);
  const [title, list] = [el("p", "pop-head"), el("div", "options")];
  const area = el("textarea", "", { rows: 6, spellcheck: false });
  const use = el("button", "use");
  const paste = el("div", "paste", area, use);
  const menu = el("div", "sources", { popover: "auto", role: "dialog", tabindex: -1 }, title, list, paste);
  button.popoverTargetElement = menu;
  menu.onkeydown = (event) => event.stopPropagation();
  popover(menu, () => button.focus(), (isOpen) => {
    button.ariaExpanded = String(isOpen);
    paste.hidden = true;
  });
  use.onclick = () => {
    menu.hidePopover();
    s.tab.dispatch({ name: "second_list_from", source: "ids", text: area.value });
  };
  const openPaste = () => {
    paste.hidden = false;
    area.focus();
  };
  const draw = (/** @type {SourceData} */ data) => {
    write(text, data.name);
    write(title, data.head);
    menu.ariaLabel = data.head;
    button.disabled = s.locked;
    area.ariaLabel = s.t.paste_ids;
    area.placeholder = s.t.paste_hint;
    write(use, s.t.paste_use);
    list.replaceChildren(...data.options.map((option) => choice(s, menu, option, openPaste)));
  };
  return { node: el("div", `source ${side}`, button, menu), draw };
}

/**
 * @param {TwoLists} s
 * @param {HTMLElement} menu
 * @param {SourceOption} option
 * @param {() => void} openPaste
 */
function choice(s, menu, { value, label, caption, is_chosen: isChosen }, openPaste) {
  const node = el("button", "option", { "aria-current": isChosen }, el("b", "", label), el("small", "", caption));
  node.onclick = () => {
    if (value === "ids") return openPaste();
    menu.hidePopover();
    const [name, index] = value.split(":");
    const source = /** @type {SecondListFromEdit["source"]} */ (name); // of all others
    if (name === "tab") s.tab.dispatch({ name: "select_list", index: Number(index) });
    else if (name === "paste") s.tab.dispatch({ name: "paste" });
    else if (name !== "same") s.tab.dispatch({ name: "second_list_from", source, ...(index && { index: Number(index) }) });
  };
  return node;
}
