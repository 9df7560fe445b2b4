// What a phone shows while it follows the teacher's page: value, list and formula, with the row that is pointed at marked in all three.
import { mini } from "../../learn/choosing/lists.js";
import { el } from "../../kit/elements.js";
import { math } from "../../kit/math.js";

/** @typedef {{ rank: number | null, math: string, op: string, muted: boolean }} Term */
/** @typedef {{ name: string, result: string, terms: Term[], more: boolean }} Line */
/**
 * @typedef {{
 *   name: string, value: string, detail: string, reason: string, sentence: string, covered: Record<string, string>,
 *   lists: import("../../learn/choosing/lists.js").Lists, further: string, rank: number | null, said: string, lines: Line[],
 *   try: { label: string, link: string },
 * }} Follow
 */

const cover = (/** @type {string | undefined} */ said) => said && el("p", "covered", said);

/** @param {Follow} data */
function value(data) {
  const { covered, name, detail, reason } = data;
  const measure = el("p", "measure", el("span", "name", name), detail && el("span", "detail", detail));
  if (covered.score) return el("div", "worth", cover(covered.score), measure);
  const number = data.value && el("p", reason ? "number word" : "number", data.value);
  return el("div", "worth", number, measure, reason && el("p", "reason", reason));
}

/**
 * @param {Term} term
 * @param {number | null} rank
 */
function part({ rank: of, math: formula, muted }, rank) {
  const names = ["part", muted && "muted", of !== null && of === rank && "on"].filter(Boolean).join(" ");
  return el("span", names, math(formula));
}

/**
 * @param {Line} line
 * @param {number | null} rank
 */
function line({ name, result, terms, more }, rank) {
  const parts = terms.map((term, i) => el("span", "addend", i > 0 && el("span", "op", term.op), part(term, rank)));
  const sum = terms.length ? el("p", "sum", ...parts, more && el("span", "op", "…")) : null;
  return el("div", "line", el("p", "head", el("b", "", `${name} = ${result}`), sum && " ="), sum);
}

/** @param {Follow} data */
function list(data) {
  const found = mini(data.lists.lists[0], data.lists);
  if (data.rank !== null) found.querySelectorAll(".entry")[data.rank - 1]?.classList.add("on");
  return found;
}

/** What is followed. @param {Follow} data */
export default function follow(data) {
  const { covered, sentence, lines, rank, further, said } = data;
  const formula = covered.formula ? [cover(covered.formula)] : lines.map((each) => line(each, rank));
  const again = el("a", "try", data.try.label, { href: `../?${data.try.link}`, target: "_blank", rel: "noopener" });
  const convention = cover(covered.choices) || (sentence && el("p", "sentence", sentence));
  return el("section", "follow", value(data), convention, list(data), further && el("p", "further", further), ...formula, said && el("p", "said", said), again);
}
