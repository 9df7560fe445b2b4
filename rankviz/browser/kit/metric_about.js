// The description of one metric: its names, what it asks and is, when it is right, when it misleads, what it does not look at.

import { el, fillTemplate, write } from "./elements.js";
import { withTerms } from "./terms.js";

/**
 * @typedef {object} MetricDetails
 * @property {string} is
 * @property {import("./terms.js").Piece[]} question
 * @property {import("./terms.js").Piece[]} right
 * @property {import("./terms.js").Piece[]} misleads
 * @property {string} [blind]
 * @property {string} also
 */

/**
 * A sentence with its words that have an entry; it stays as it is while it says the same, so that a word keeps the focus.
 *
 * @param {HTMLElement & { written?: string }} node
 * @param {string | import("./terms.js").Piece[]} [pieces]
 */
export function say(node, pieces = []) {
  const written = JSON.stringify(pieces);
  if (node.written === written) return;
  node.written = written;
  node.replaceChildren(...withTerms(typeof pieces === "string" ? [pieces] : pieces));
}

export function aboutMetric() {
  const [title, is, question] = [el("h3"), el("p", "is"), el("p", "question")];
  const keys = /** @type {const} */ (["right", "misleads", "blind", "also"]);
  const lines = keys.map((key) => ({ key, head: el("dt"), text: el("dd") }));
  const list = el("dl", "", ...lines.flatMap(({ head, text }) => [head, text]));
  /**
   * @param {{ label: string, name: string }} metric
   * @param {MetricDetails | undefined} details undefined until they have arrived
   * @param {Record<string, string>} texts
   */
  const show = ({ label, name }, details, texts) => {
    write(title, label.toLowerCase() === name.toLowerCase() ? label : fillTemplate(texts.title, { label, name }));
    write(is, details?.is === name ? "" : details?.is);
    is.hidden = !is.textContent;
    say(question, details?.question);
    for (const { key, head, text } of lines) {
      head.hidden = text.hidden = !details?.[key];
      write(head, texts[key]);
      say(text, details?.[key]);
    }
  };
  return { node: el("div", "about", title, question, is, list), show };
}
