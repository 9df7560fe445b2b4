// What is seldom done: new phones, language, colours, another device, the end.
import { copied } from "../../kit/clipboard.js";
import { el, write } from "../../kit/elements.js";
import { qr } from "../../kit/qr.js";
import { isDark, wearColours } from "./browser_settings.js";

/** @typedef {import("./teacher.js").State} State */

/**
 * @param {State} s
 * @param {HTMLElement} button
 */
export function openMenu(s, button) {
  const { words } = s;
  const menu = el("div", "more", { popover: "auto", role: "menu" });
  const item = (/** @type {string} */ label, /** @type {() => void} */ does, lang = "") => {
    const node = el("button", "item", label, { role: "menuitem", ...(lang && { lang }) });
    node.onclick = () => {
      menu.hidePopover();
      does();
    };
    return node;
  };
  const other = s.language === "zh" ? "en" : "zh";
  const follows = s.does.mayFollow() ? [item(words.follow, s.does.follow)] : [];
  const inRoom = s.code ? [item(s.locked ? words.unlock : words.lock, s.does.lock)] : [];
  const ofRoom = s.code ? [item(words.hand, () => hand(s)), ...follows, item(words.end, () => end(s))] : [];
  const dark = isDark();
  menu.append(
    ...inRoom,
    item(other === "zh" ? "中文" : "English", () => s.does.speak(other), other === "zh" ? "zh-CN" : "en"),
    item(dark ? words.light : words.dark, () => wearColours(!dark)),
    ...ofRoom,
  );
  menu.addEventListener("toggle", ({ newState }) => newState === "closed" && menu.remove());
  menu.addEventListener("keydown", (event) => walk(event, menu));
  button.closest("header").append(menu); // not beside the button: what stands there is arranged anew with every count
  menu.showPopover({ source: button });
  /** @type {HTMLElement} */ (menu.firstChild).focus();
}

function walk(/** @type {KeyboardEvent} */ event, /** @type {HTMLElement} */ menu) {
  const items = /** @type {HTMLElement[]} */ ([...menu.children]);
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  items[(items.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + by + items.length) % items.length].focus();
}

/** A dialog that is made when it is wanted, and gone with what stands in it when it closes. */
function dialog(/** @type {Node[]} */ ...content) {
  const box = el("dialog", "box", ...content);
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

/** Whoever has the link leads the class, so it is shown on demand, and nowhere kept. */
async function hand(/** @type {State} */ s) {
  const { words } = s;
  const { link, picture } = await s.does.hand().catch(() => ({}));
  if (!link) return;
  const field = el("input", "", { type: "text", readonly: "", value: link, "aria-label": words.hand_link });
  const copy = el("button", "act primary", words.copy);
  const show = el("button", "act", words.hand_show);
  const shut = el("button", "act", words.shut);
  const seen = el("div", "seen", field, picture && qr(picture, words.picture));
  const box = dialog(el("h2", "", words.hand), el("p", "", words.hand_note), seen, el("p", "buttons", shut, show, copy));
  const open = () => [seen.hidden, show.hidden] = [false, true];
  seen.hidden = true; // this page may stand on a wall
  shut.onclick = () => box.close();
  show.onclick = open;
  copy.onclick = async () => (await copied(link, box)) ? write(copy, words.copied) : open();
  field.onfocus = () => field.select();
  copy.focus();
}

function end(/** @type {State} */ s) {
  const { words } = s;
  const yes = el("button", "act primary", words.end_yes);
  const no = el("button", "act", words.end_no);
  const box = dialog(el("h2", "", words.end), el("p", "", words.end_ask), el("p", "buttons", no, yes));
  no.onclick = () => box.close();
  yes.onclick = () => {
    box.close();
    s.does.end();
  };
  no.focus();
}
