// What a phone shows while it follows the teacher's page: value, list and formula, with the row that is pointed at marked in all three.
import { mini } from "../../learn/choosing/lists.js";
import { el } from "../../kit/elements.js";
import { math } from "../../kit/math.js";

/** @typedef {{ rank: number | null, math: string, op: string, is_muted: boolean }} Term */
/** @typedef {{ name: string, result: string, terms: Term[], is_cut: boolean }} Line */
/**
 * @typedef {{
 *   name: string, value: string, detail: string, reason: string, convention: string, covered: Record<string, string>,
 *   lists: import("../../learn/choosing/lists.js").Lists, more_note: string, rank: number | null, rank_text: string, lines: Line[],
 *   explore: { label: string, params: string } | null,
 * }} FollowedPage
 */

const coverNote = (/** @type {string | undefined} */ text) => text && el("p", "covered", text);

/** @param {FollowedPage} data */
function valueBox(data) {
  const { covered, name, detail, reason } = data;
  const measure = el("p", "measure", el("span", "name", name), detail && el("span", "detail", detail));
  if (covered.score) return el("div", "worth", coverNote(covered.score), measure);
  const number = data.value && el("p", reason ? "number word" : "number", data.value);
  return el("div", "worth", number, measure, reason && el("p", "reason", reason));
}

/** @param {Term} term @param {number | null} rank */
function termBox({ rank: ownRank, math: formula, is_muted: isMuted }, rank) {
  const classNames = ["part", isMuted && "muted", ownRank !== null && ownRank === rank && "on"].filter(Boolean).join(" ");
  return el("span", classNames, math(formula));
}

/** @param {Line} line @param {number | null} rank */
function lineBox({ name, result, terms, is_cut: isCut }, rank) {
  const summands = terms.map((term, i) => el("span", "addend", i > 0 && el("span", "op", term.op), termBox(term, rank)));
  const sum = terms.length ? el("p", "sum", ...summands, isCut && el("span", "op", "…")) : null;
  return el("div", "line", el("p", "head", el("b", "", `${name} = ${result}`), sum && " ="), sum);
}

/** @param {FollowedPage} data */
function listBox(data) {
  const list = mini(data.lists.lists[0], data.lists);
  if (data.rank !== null) list.querySelectorAll(".entry")[data.rank - 1]?.classList.add("on");
  return list;
}

/** The page that is followed, as elements. @param {FollowedPage} data */
export default function followedPage(data) {
  const { covered, convention, lines, rank, more_note: moreNote, rank_text: rankText, explore } = data;
  const formula = covered.formula ? [coverNote(covered.formula)] : lines.map((each) => lineBox(each, rank));
  const exploreLink = explore && el("a", "try", explore.label, { href: `../?${explore.params}`, target: "_blank", rel: "noopener" });
  const sentence = coverNote(covered.choices) || (convention && el("p", "sentence", convention));
  return el("section", "follow", valueBox(data), sentence, listBox(data), moreNote && el("p", "further", moreNote), ...formula, rankText && el("p", "rank-text", rankText), exploreLink);
}
