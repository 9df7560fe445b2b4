// What became of an answer, once the room is told: its cause, how many did the same, and the right one.
import { el } from "../../kit/elements.js";
import { math } from "../../kit/math.js";
import { formula, line as cells } from "./answer_inputs.js";

/** @typedef {{ label: string, lines: any[] }} Side of two derivations */
/** @typedef {{ sides: Side[], differs: string }} Two */
/**
 * @typedef {{
 *   typed: string, right: boolean, head: string, detail: string, two: Two | null, right_number: string, same: string, try: string,
 * }} Mine
 */

/**
 * @param {any} line
 * @param {string} said of a term that differs
 */
function row({ name, terms, largest, result }, said) {
  const pieces = terms.flatMap(({ math: text, op, muted, differs, skipped }) => {
    const names = ["term", muted && "muted", differs && "other"].filter(Boolean).join(" ");
    const term = el("span", names, math(text), differs && el("span", "away", ` (${said})`));
    return [skipped > 0 && el("span", "op", op ? `${op} …` : "…"), el("span", "pair", op && el("span", "op", op), term)];
  });
  const all = largest && pieces.length ? [el("span", "op", "max("), ...pieces, el("span", "op", ")")] : pieces;
  return el("div", "row", el("p", "", `${name} = `, el("b", "", result)), all.length > 0 && el("p", "sum", ...all));
}

/**
 * @param {Mine | null} data of `mine_view`, null where nothing was answered
 * @param {{ label: string, right: string, answer: string, lines: any[] }} everybody what is told to everybody, and what this phone sent
 * @param {Record<string, string>} words
 * @param {string} root address of the server
 */
export function outcome(data, everybody, words, root) {
  const [own, ...theirs] = data?.two?.sides ?? [];
  const derived = (/** @type {Side[]} */ sides) =>
    sides.flatMap(({ label, lines }) => [label && el("h2", "muted", label), ...lines.map((line) => row(line, data?.two?.differs ?? ""))]);
  const lines = everybody.lines.map((each) => el("div", each.state ? "line on" : "line", ...cells(each), each.mended && el("p", "instead", each.mended.label, " ", formula(each.mended))));
  const answer = data?.typed || everybody.answer;
  const parts = answer ? [el("p", "muted", words.you_answered), el("p", "value", answer)] : [el("p", "muted", words.not_answered)];
  if (data) {
    parts.push(el("p", "cause", el("b", "", data.head), data.detail && `${/。$/.test(data.head) ? "" : " "}${data.detail}`));
    parts.push(...derived(data.right ? theirs : own ? [own] : []), ...(data.right ? lines : []), data.same && el("p", "muted", data.same));
  }
  if (!data?.right) parts.push(el("hr"), el("p", "muted", everybody.label), el("p", "value", data?.right_number || everybody.right), ...derived(theirs), ...lines);
  if (data) parts.push(el("p", "lower", el("a", "button", { href: `${root}/${data.try && "?"}${data.try}`, target: "_blank", rel: "noopener" }, words.try)));
  parts.push(el("p", "muted middle", words.next));
  return parts.filter(Boolean);
}
