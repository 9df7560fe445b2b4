// The heads of the two lists: whose order each is, and a menu of others.

import { el, write } from "../../kit/elements.js";
import { popover } from "../../kit/popover.js";
import { tag } from "../../kit/tag.js";

/** @typedef {{ value: string, label: string, caption: string, chosen: boolean }} Option */

export function newSource(s, side) {
  const text = el("span", "text");
  const button = el("button", "pill-head", { "aria-haspopup": "dialog", "aria-expanded": false }, tag(side), text);
  const [title, list] = [el("p", "pop-head"), el("div", "options")];
  const area = el("textarea", "", { rows: 6, spellcheck: false });
  const use = el("button", "use");
  const paste = el("div", "paste", area, use);
  const pop = el("div", "sources", { popover: "auto", role: "dialog", tabindex: -1 }, title, list, paste);
  button.popoverTargetElement = pop;
  pop.onkeydown = (event) => event.stopPropagation();
  popover(pop, () => button.focus(), (open) => {
    button.ariaExpanded = String(open);
    paste.hidden = true;
  });
  use.onclick = () => {
    pop.hidePopover();
    s.tab.dispatch({ name: "rival_from", source: "ids", text: area.value });
  };
  const draw = (/** @type {{ name: string, head: string, options: Option[] }} */ data) => {
    write(text, data.name);
    write(title, data.head);
    pop.ariaLabel = data.head;
    button.disabled = s.locked;
    area.ariaLabel = s.t.paste_ids;
    area.placeholder = s.t.paste_hint;
    write(use, s.t.paste_use);
    list.replaceChildren(...data.options.map((option) => choice(s, pop, paste, area, option)));
  };
  return { node: el("div", `source ${side}`, button, pop), draw };
}

function choice(s, pop, paste, area, { value, label, caption, chosen }) {
  const node = el("button", "option", { "aria-current": chosen }, el("b", "", label), el("small", "", caption));
  node.onclick = () => {
    if (value === "ids") {
      paste.hidden = false;
      area.focus();
      return;
    }
    pop.hidePopover();
    const [name, at] = value.split(":");
    if (name === "tab") s.tab.dispatch({ name: "select_list", index: Number(at) });
    else if (name === "paste") s.tab.dispatch({ name: "paste" });
    else if (name !== "same") s.tab.dispatch({ name: "rival_from", source: name, ...(at && { index: Number(at) }) });
  };
  return node;
}
