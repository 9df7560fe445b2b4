// Parameters of the page's URL, as text: picked, merged, compared.

import * as pageUrl from "../kit/page_url.js";

/**
 * Return the parameters of the page's URL whose names pass a test.
 *
 * @param {(name: string) => boolean} test
 */
export const currentParams = (test) => String(new URLSearchParams([...new URLSearchParams(pageUrl.search())].filter(([name]) => test(name))));

/**
 * Return those parameters of a text that have one of the names.
 *
 * @param {string[]} names
 * @param {string} [text]
 */
export const pickParams = (names, text = "") => String(new URLSearchParams([...new URLSearchParams(text)].filter(([name]) => names.includes(name))));

/**
 * Return parameters with some of them changed; the value "" removes one.
 *
 * @param {string} text
 * @param {Record<string, string>} changes
 */
export function mergeParams(text, changes) {
  const params = new URLSearchParams(text);
  for (const [name, value] of Object.entries(changes)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  return String(params);
}

/**
 * Return the former values of the parameters that differ; "" for those that were not there.
 *
 * @param {string} before
 * @param {string} after
 */
export function previousParams(before, after) {
  const [old, current] = [new URLSearchParams(before), new URLSearchParams(after)];
  const names = [...new Set([...old.keys(), ...current.keys()])].filter((name) => old.get(name) !== current.get(name));
  return String(new URLSearchParams(names.map((name) => [name, old.get(name) ?? ""])));
}
