// The list on one line, which is a link to Explore.
import { el } from "../../kit/elements.js";
import { bindPageLink } from "../../kit/page_link.js";
import { shade } from "../../kit/numbers.js";
import { redrawnPart } from "../../kit/part.js";

/** @typedef {{ text: string, grade: number | null, is_beyond_cutoff: boolean }} Entry */
/**
 * What `list_summary.py` gives.
 *
 * @typedef {{
 *   title: string, name: string, retrieved: Entry[], missed: Entry[], missed_label: string, more_text: string, spoken_text: string,
 *   value: string, open_label: string,
 * }} Payload
 */
/** @typedef {import("../../kit/part.js").Drawn<Payload> & { title: HTMLElement, link: HTMLAnchorElement }} State made at the first drawing */

function gradeTile(/** @type {Entry} */ { text, grade, is_beyond_cutoff: isBeyondCutoff }, /** @type {boolean} */ isMissed) {
  const classes = ["grade", isBeyondCutoff && "out", isMissed && "missed"].filter(Boolean).join(" ");
  return el("span", classes, { "data-grade": shade(grade), "aria-hidden": true }, text);
}

export default redrawnPart("list_summary", (/** @type {State} */ s) => {
  const { data } = s;
  if (!s.link) {
    s.title = el("h1");
    s.link = el("a");
    bindPageLink(s.link, "explore", () => `?${s.tab.stateParams()}`, s.tab);
    s.box.append(s.title, s.link);
  }
  s.title.textContent = data.title;
  s.link.hidden = !data.value; // a covered value is not shown here either
  if (s.link.hidden) return;
  const missed = data.missed.length ? [el("small", "", { "aria-hidden": true }, data.missed_label), ...data.missed.map((each) => gradeTile(each, true))] : [];
  s.link.replaceChildren(
    ...[data.name && el("b", "", data.name), el("span", "away", data.spoken_text)].filter(Boolean),
    ...data.retrieved.map((each) => gradeTile(each, false)),
    ...missed,
    ...[data.more_text && el("small", "", data.more_text), el("b", "value", data.value), el("span", "open", data.open_label)].filter(Boolean),
  );
});
