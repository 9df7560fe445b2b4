// The menu of what is seldom done: new phones, language, colours, another device, the end.
import { copied } from "../../kit/clipboard.js";
import { el, write } from "../../kit/elements.js";
import { qr } from "../../kit/qr.js";
import { moveFocusByKeys } from "../../kit/roving_focus.js";
import { applyColours, isDark } from "./browser_settings.js";

/** @typedef {import("./teacher.js").State} State */

/**
 * @param {State} s
 * @param {HTMLElement} button
 */
export function openMenu(s, button) {
  const { texts } = s;
  const menu = el("div", "more", { popover: "auto", role: "menu" });
  const item = (/** @type {string} */ label, /** @type {() => void} */ run, lang = "") => {
    const node = el("button", "item", label, { role: "menuitem", ...(lang && { lang }) });
    node.onclick = () => {
      menu.hidePopover();
      run();
    };
    return node;
  };
  const otherLanguage = s.language === "zh" ? "en" : "zh";
  const followItems = s.actions.mayFollow() ? [item(texts.follow, s.actions.follow)] : [];
  const phoneItems = s.code ? [item(s.isLocked ? texts.unlock : texts.lock, s.actions.lock)] : [];
  const roomItems = s.code ? [item(texts.hand, () => showHandoff(s)), ...followItems, item(texts.end, () => confirmEnd(s))] : [];
  const dark = isDark();
  menu.append(
    ...phoneItems,
    item(otherLanguage === "zh" ? "中文" : "English", () => s.actions.setLanguage(otherLanguage), otherLanguage === "zh" ? "zh-CN" : "en"),
    item(dark ? texts.light : texts.dark, () => applyColours(!dark)),
    ...roomItems,
  );
  menu.addEventListener("toggle", ({ newState }) => newState === "closed" && menu.remove());
  moveFocusByKeys(menu, () => [...menu.children], { axis: "y", wraps: true });
  const header = /** @type {HTMLElement} */ (button.closest("header")); // which the frame puts it into
  header.append(menu); // not beside the button: what stands there is arranged anew with every count
  menu.showPopover({ source: button });
  /** @type {HTMLElement} */ (menu.firstChild).focus();
}

/** Open a dialog that is removed, with its content, when it closes. */
function openDialog(/** @type {Node[]} */ ...content) {
  const box = el("dialog", "box", ...content);
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

/** Show the link for another device of the teacher. Whoever has it leads the class, so it is shown on demand, and nowhere kept. */
async function showHandoff(/** @type {State} */ s) {
  const { texts } = s;
  const { link, picture } = await s.actions.hand().catch(() => ({ link: "", picture: "" }));
  if (!link) return;
  const field = el("input", "", { type: "text", readonly: "", value: link, "aria-label": texts.hand_link });
  const copy = el("button", "act primary", texts.copy);
  const show = el("button", "act", texts.hand_show);
  const close = el("button", "act", texts.shut);
  const secret = el("div", "secret", field, picture && qr(picture, texts.picture));
  const box = openDialog(el("h2", "", texts.hand), el("p", "", texts.hand_note), secret, el("p", "buttons", close, show, copy));
  const reveal = () => [secret.hidden, show.hidden] = [false, true];
  secret.hidden = true; // this page may stand on a wall
  close.onclick = () => box.close();
  show.onclick = reveal;
  copy.onclick = async () => (await copied(link, box)) ? write(copy, texts.copied) : reveal();
  field.onfocus = () => field.select();
  copy.focus();
}

function confirmEnd(/** @type {State} */ s) {
  const { texts } = s;
  const yes = el("button", "act primary", texts.end_yes);
  const no = el("button", "act", texts.end_no);
  const box = openDialog(el("h2", "", texts.end), el("p", "", texts.end_ask), el("p", "buttons", no, yes));
  no.onclick = () => box.close();
  yes.onclick = () => {
    box.close();
    s.actions.end();
  };
  no.focus();
}
