// What is done in a question of Learn: the tab keeps it, and the server says what it comes to.

/** @typedef {Pick<import("./part.js").Tab, "dispatch" | "currentWork">} Tab */

/**
 * Answer a question; the answer that was given last is none, even while it is under way.
 *
 * @param {Tab} tab
 * @param {number} number of the question
 * @param {string} text
 * @param {boolean} [isOther] whether something else was asked before: then it may be the same text
 * @returns {boolean} whether it is an answer
 */
export function submitAnswer(tab, number, text, isOther = false) {
  const { tries = [] } = tab.currentWork()[number] ?? {};
  if (tries.at(-1) === text && !isOther) return false;
  recordWork(tab, number, { tries: [...tries, text], typed: undefined });
  return true;
}

/**
 * Note something else that is done with it; what is `silent` is not answered.
 *
 * @param {Tab} tab
 * @param {number} number of the question
 * @param {{
 *   tries?: string[], cells?: Record<string, string>, hints?: number, shown?: boolean, skipped?: boolean, typed?: string, silent?: boolean,
 * }} what
 */
export const recordWork = (tab, number, what) => tab.dispatch({ name: "record_work", value: { number, ...what } });

/**
 * Go to another place of Learn.
 *
 * @param {Tab} tab
 * @param {Record<string, string>} place change of its parameters
 */
export const openLearnParams = (tab, place) => tab.dispatch({ name: "set_learn_params", value: place });

/** What stands chosen in the middle of a question, and of which; the panel beside it has it checked. */
export const draftAnswer = { number: 0, text: "" };

/**
 * Choose an answer.
 *
 * @param {number} number of the question
 * @param {string} text as it is judged; "" while nothing is chosen
 * @param {boolean} [check] whether it is to be checked at once
 */
export function setDraftAnswer(number, text, check = false) {
  Object.assign(draftAnswer, { number, text });
  document.dispatchEvent(new CustomEvent("rankviz:answer", { detail: { check } }));
}

/* Pictures of 20 by 20. */
export const TICK = "M4.500 10.500l3.500 3.500 7.500-8";
export const NOTE = "M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14zM10 6.500v4.500M10 13.400v.100";
export const BULB = "M10 2.500a5 5 0 0 0-3 9c.700.600 1 1.200 1 2h4c0-.800.300-1.400 1-2a5 5 0 0 0-3-9zM8 16h4M8.700 18h2.600";
export const NEXT = "M4 10h12M11.500 5.500L16 10l-4.500 4.500";
export const AGAIN = "M15.800 8A6.200 6.200 0 1 0 16.200 11.500M16.500 3.500V8H12";
