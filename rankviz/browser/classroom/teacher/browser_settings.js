// What this browser keeps of its person: language and colours. No room, no key.

const LANGUAGE = "rankviz.class.language", COLOURS = "rankviz.class.colours";

function kept(/** @type {string} */ name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function keep(/** @type {string} */ name, /** @type {string} */ value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // then it is asked for again
  }
}

/**
 * The language: the one given now, that of the address, that which was chosen before, or the browser's.
 *
 * @param {string} [chosen]
 */
export function keptLanguage(chosen) {
  if (chosen) keep(LANGUAGE, chosen);
  const found = chosen ?? new URLSearchParams(location.search).get("lang") ?? kept(LANGUAGE) ?? navigator.language;
  return found.startsWith("zh") ? "zh" : "en";
}

/** Whether the page is dark, as the system has it or as was chosen here. */
export const isDark = () => {
  const chosen = kept(COLOURS);
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

/**
 * A projector may want other colours than the room's system: what was chosen here comes first.
 *
 * @param {boolean} [dark]
 */
export function wearColours(dark) {
  const system = matchMedia("(prefers-color-scheme: dark)").matches;
  if (dark !== undefined) keep(COLOURS, dark === system ? "" : dark ? "dark" : "light");
  document.documentElement.dataset.colours = kept(COLOURS) ?? "";
}
