// A value as a bar, and as the number that it is.

import { el } from "../../kit/elements.js";

/**
 * @param {{ value: string, share: number }} value `share` of the highest value
 * @param {string} name whose it is
 * @param {string} [side] "b" for the second of two
 */
export function bar({ value, share }, name, side = "a") {
  const fill = el("span", `fill ${side}`);
  fill.style.width = `${(100 * share).toFixed(2)}%`;
  return el("span", "bar", el("span", "track", { "aria-hidden": true }, fill), el("b", "value", el("span", "away", `${name} `), value));
}
