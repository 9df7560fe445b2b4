// What this browser keeps of its person: language and colours. No room, no key.

import { browserStore } from "../../kit/storage.js";

const LANGUAGE = "rankviz.class.language", COLOURS = "rankviz.class.colours";

/**
 * The language: the one given now, that of the address, that which was chosen before, or the browser's.
 *
 * @param {string} [chosen]
 */
export function pageLanguage(chosen) {
  if (chosen) browserStore.write(LANGUAGE, chosen);
  const language = chosen ?? new URLSearchParams(location.search).get("lang") ?? browserStore.read(LANGUAGE) ?? navigator.language;
  return language.startsWith("zh") ? "zh" : "en";
}

/** Whether the page is dark, as the system has it or as was chosen here. */
export const isDark = () => {
  const chosen = browserStore.read(COLOURS);
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

/**
 * A projector may want other colours than the room's system: what was chosen here comes first.
 *
 * @param {boolean} [dark]
 */
export function applyColours(dark) {
  const system = matchMedia("(prefers-color-scheme: dark)").matches;
  if (dark !== undefined) browserStore.write(COLOURS, dark === system ? "" : dark ? "dark" : "light");
  document.documentElement.dataset.colours = browserStore.read(COLOURS) ?? "";
}
