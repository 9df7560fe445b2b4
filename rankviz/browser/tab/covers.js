// Which parts of the page are covered: by the link, by a person who wants to guess first, or by nobody.

import { tabStore } from "../kit/storage.js";

/** @typedef {import("./messages.js").ViewState} ViewState */
/** @typedef {Pick<ViewState, "covered" | "hidden" | "guess">} Covers */
/** @typedef {Pick<ViewState, "covered" | "hidden" | "locked"> & { large_type: boolean }} Handout what the link shows of a page */

const MADE_HERE = "rankviz class"; // in a tab that made links for a class

/** This tab may see what its links hide. */
export const markAsAuthor = () => tabStore.write(MADE_HERE, "1");

export const isAuthor = () => tabStore.read(MADE_HERE) !== null;

/**
 * Some parts uncovered, and the guess that was typed before.
 *
 * @param {Covers} view
 * @param {string[]} parts
 * @param {string} guess
 */
export const uncover = (view, parts, guess) => ({ covered: view.covered.filter((part) => !parts.includes(part)), guess });

/**
 * All uncovered; or where nothing is covered what the link covers, the value where that covers nothing. Who made the link sees, too,
 * what it hides.
 *
 * @param {Covers} view
 * @param {Handout} handout
 * @param {boolean} seesAll
 * @returns {Covers}
 */
export function toggleCovers(view, handout, seesAll) {
  const hidden = seesAll ? [] : view.hidden;
  if (view.covered.length || (seesAll && view.hidden.length)) return { covered: [], hidden, guess: "" };
  const isOpen = !handout.covered.length && !(seesAll && handout.hidden.length) && !view.hidden.includes("score");
  return { covered: isOpen ? ["score"] : handout.covered, hidden: handout.hidden, guess: "" };
}
