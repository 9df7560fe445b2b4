// The letter of one of two lists on its colour; nothing is ever told by the colour alone.

import { el } from "./elements.js";

/** @param {string} side "a" or "b"; "" for neither */
export const tag = (side) => el("span", side ? `tag ${side}` : "tag even", side ? side.toUpperCase() : "=");
