// Light, dark, or as the system has it; kept for the next visit where there is room to keep anything.

import { el } from "../../kit/elements.js";
import { browserStore } from "../../kit/storage.js";
import { icon } from "../../kit/svg.js";

const NAME = "rankviz theme";
const SCHEMES = /** @type {Record<string, string>} */ ({ system: "light dark", light: "light", dark: "dark" });
const ICON = "M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14M10 3v14M10 6h5.5M10 10h7M10 14h5.5";

/** The button that changes it, and how it speaks another language. */
export function themeButton() {
  const names = Object.keys(SCHEMES);
  const node = el("button", "rv-theme", { type: "button" }, icon(ICON));
  const chosen = browserStore.read(NAME) ?? "";
  let now = names.includes(chosen) ? chosen : names[0];
  let texts = /** @type {Record<string, string>} */ ({});
  const show = () => {
    const app = /** @type {HTMLElement | null} */ (document.querySelector(".stApp"));
    if (app) {
      app.style.colorScheme = SCHEMES[now];
      app.className = `stApp rv-theme-${now}`; // whoever follows the theme looks at the class
    }
    Object.assign(node, { ariaLabel: texts[`theme_${now}`], title: texts[`theme_${now}`] });
  };
  node.onclick = () => {
    now = names[(names.indexOf(now) + 1) % names.length];
    browserStore.write(NAME, now);
    show();
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => document.dispatchEvent(new CustomEvent("rankviz:theme")));
  const speak = (/** @type {Record<string, string>} */ words) => {
    texts = words;
    show();
  };
  return { node, speak };
}
