// What a wish changes in how the page is looked at.
import * as covers from "./covers.js";
import { fillScreen, typeSize } from "./large_type.js";

/** @typedef {import("./messages.js").ViewState} ViewState */

/* A value is any: what it is, the name says. */
/** @type {Record<string, (view: ViewState, value: any, handout: covers.Handout) => Partial<ViewState>>} */
const REDUCERS = {
  open_slot: (_, value) => ({ open_slot: value }),
  show_all_measures: (_, value) => ({ shows_all_measures: Boolean(value) }),
  tables: (view) => ({ shows_tables: !view.shows_tables }),
  language: ({ language }) => ({ language: language === "zh" ? "en" : "zh" }),
  cover: (view, _, handout) => covers.toggleCovers(view, handout, covers.isAuthor()),
  uncover: (view, [parts, guess]) => covers.uncover(view, parts, guess),
  project: ({ type_size: size }) => {
    fillScreen(!size);
    return { type_size: size ? 0 : typeSize() };
  },
  fit_type_size: ({ type_size: size }) => ({ type_size: size && typeSize() }),
  // A preview is told by its dialog.
  set_handout: (_, { large_type: isLarge, covered, hidden, locked, language }) =>
    ({ covered, hidden, locked, language, type_size: isLarge ? typeSize() : 0 }),
};

/** What Streamlit must hear of; of what is covered, where it shows tables. */
const STREAMLIT_NEEDS = ["tables", "language", "set_handout"];

/**
 * What changes in the view, and whether Streamlit must hear of it; null for a wish for something else.
 *
 * @param {string} name
 * @param {unknown} value
 * @param {ViewState} view
 * @param {covers.Handout} handout
 */
export function reduceView(name, value, view, handout) {
  const make = REDUCERS[name];
  return make ? { change: make(view, value, handout), isTold: view.shows_tables || STREAMLIT_NEEDS.includes(name) } : null;
}
