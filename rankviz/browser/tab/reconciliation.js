// Streamlit has drawn: whose state and whose page params count from now on, and which state Streamlit has, by what the tab knows and what
// Streamlit says. `tab.js` carries it out.

/**
 * @typedef {object} Known to the tab
 * @property {string} session
 * @property {number} serverStates states that Streamlit made, as far as is known
 * @property {number} reports messages that were sent
 * @property {boolean} isLearn whether the state is Learn's own
 * @property {object | null} otherWorkspace what lies aside: of the other pages while Learn is shown, or the reverse
 * @property {boolean} leaving for another page, by a link
 * @property {boolean} travelling to another page, by Back or Forward
 * @property {{ page: string } | null} view
 */
/** @typedef {import("./tab.js").BoardHead} BoardHead */
/** @typedef {Pick<BoardHead, "session" | "server_states" | "last_report" | "response_to" | "is_learn"> & { view: { page: string } }} Said */
/** @typedef {"same_page" | "learn" | "next_page" | "across" | "back_to_learn"} Place that is drawn */
/** @typedef {"drawn" | "made" | "travelled"} Cause */
/**
 * @typedef {"keep" | "keep_state" | "take_state" | "take"} Name
 *   `keep` state and page params of the tab, or `take` those that are said; `keep_state` or `take_state`, and not the page params
 */
/**
 * @typedef {object} Decision
 * @property {Name} name
 * @property {boolean} isOtherPage
 * @property {boolean} isOtherSession so that the server was started again
 * @property {boolean} isAcross whether one is Learn, and the other is not
 * @property {"said" | "unknown" | "before"} streamlitHas which state that all pages but Learn share: the one that is said, or the one it had
 * @property {boolean} isReportLost whether the last message went to the page that was left
 */

/** @type {Record<Place, Partial<Record<Cause, Name>>>} */
const NAMES = {
  same_page: { drawn: "keep_state", made: "take" },
  learn: { drawn: "keep", made: "take_state" }, // its page params are which question is asked, and Streamlit hears of that late
  next_page: { drawn: "keep_state", made: "take", travelled: "take" },
  across: { drawn: "keep", made: "take_state", travelled: "take" }, // what lies aside is laid out, unless an address says something else
  back_to_learn: { drawn: "keep", made: "keep", travelled: "keep" }, // to where it was left
};

/**
 * @param {Known} known
 * @param {Said} said
 * @returns {Place}
 */
function placeOf(known, said) {
  if (said.is_learn !== known.isLearn) return said.is_learn && known.otherWorkspace ? "back_to_learn" : "across";
  if (said.view.page !== known.view?.page) return "next_page";
  return said.is_learn ? "learn" : "same_page";
}

/**
 * @param {Known} known
 * @param {Said} said
 * @returns {Cause} `drawn` where Streamlit knows nothing better: it drew once more, or what a link led to, or was started again
 */
function causeOf(known, said) {
  if (said.session !== known.session) return "drawn";
  if (known.travelling && said.view.page !== known.view?.page) return "travelled";
  return said.server_states > known.serverStates ? "made" : "drawn";
}

/**
 * @param {Known} known
 * @param {Said} said
 * @returns {Decision}
 */
export function decide(known, said) {
  const isOtherPage = said.view.page !== known.view?.page;
  const isOtherSession = said.session !== known.session;
  const name = NAMES[placeOf(known, said)][causeOf(known, said)] ?? "keep";
  const isHeardAnew = isOtherSession || (isOtherPage && !said.is_learn); // by then the last message may be lost
  const isTaken = name === "take" || name === "take_state";
  return {
    name,
    isOtherPage,
    isOtherSession,
    isAcross: said.is_learn !== known.isLearn,
    streamlitHas: isTaken ? "said" : !isHeardAnew ? "before" : said.response_to ? "unknown" : "said",
    isReportLost: (known.leaving || known.travelling || isOtherPage) && said.last_report < known.reports,
  };
}
