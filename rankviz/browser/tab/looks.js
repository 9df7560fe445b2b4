// What a wish changes in how the page is looked at.
import * as covers from "./covers.js";
import { fillScreen, typeSize } from "./projector.js";

/** @typedef {import("./tab.js").View} View */

/** @type {Record<string, (view: View, value: any, handout: covers.Handout) => Partial<View>>} */
const REDUCERS = {
  open_slot: (_, value) => ({ opened: value }),
  more: (_, value) => ({ more: Boolean(value) }),
  tables: ({ tables }) => ({ tables: !tables }),
  language: ({ language }) => ({ language: language === "zh" ? "en" : "zh" }),
  cover: (view, _, handout) => covers.toggleCovers(view, handout, covers.isAuthor()),
  uncover: (view, [parts, guess]) => covers.uncover(view, parts, guess),
  project: ({ projector }) => {
    fillScreen(!projector);
    return { projector: projector ? 0 : typeSize() };
  },
  fit: ({ projector }) => ({ projector: projector && typeSize() }),
  // A preview is told by its dialog.
  handout: (_, { covered, hidden, locked, language, projector }) => ({ covered, hidden, locked, language, projector: projector ? typeSize() : 0 }),
};

/** What Streamlit must hear of; of what is covered, where it shows tables. */
const STREAMLIT_NEEDS = ["tables", "language", "handout"];

/**
 * What changes in the view, and whether Streamlit must hear of it; null for a wish for something else.
 *
 * @param {string} name
 * @param {unknown} value
 * @param {View} view
 * @param {covers.Handout} handout
 */
export function reduceView(name, value, view, handout) {
  const make = REDUCERS[name];
  return make ? { change: make(view, value, handout), isTold: view.tables || STREAMLIT_NEEDS.includes(name) } : null;
}
