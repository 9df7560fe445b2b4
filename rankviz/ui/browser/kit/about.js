// What is said of one metric: its names, what it asks and is, when it is right, when it misleads, what it does not look at.

import { el, write } from "./elements.js";

/**
 * @typedef {object} Told
 * @property {string} is
 * @property {string} question
 * @property {string} right
 * @property {string} misleads
 * @property {string} [blind]
 * @property {string} also
 */

export function aboutMetric() {
  const [title, is, question] = [el("h3"), el("p", "is"), el("p", "question")];
  const keys = /** @type {const} */ (["right", "misleads", "blind", "also"]);
  const lines = keys.map((key) => ({ key, head: el("dt"), text: el("dd") }));
  const list = el("dl", "", ...lines.flatMap(({ head, text }) => [head, text]));
  /**
   * @param {{ label: string, name: string }} metric
   * @param {Told | undefined} told what is known already
   * @param {Record<string, string>} texts
   */
  const show = ({ label, name }, told, texts) => {
    write(title, label.toLowerCase() === name.toLowerCase() ? label : `${label}: ${name}`);
    write(is, told?.is === name ? "" : told?.is);
    is.hidden = !is.textContent;
    write(question, told?.question);
    for (const { key, head, text } of lines) {
      head.hidden = text.hidden = !told?.[key];
      write(head, texts[key]);
      write(text, told?.[key]);
    }
  };
  return { node: el("div", "about", title, question, is, list), show };
}
