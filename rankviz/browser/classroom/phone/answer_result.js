// What became of an answer, once the room is told: its cause, how many did the same, and the right one.
import { termNodes } from "../../kit/derivation_terms.js";
import { el } from "../../kit/elements.js";
import { formula, line as lineCells } from "./answer_inputs.js";

/** @import { DerivationSide } from "../../shared/two_derivations/two_derivations.js" */
/** @import { Feedback, RevealedAnswer } from "./payload.d.ts" */

/** @param {import("../../kit/derivation_terms.js").ShownLine} line @param {string} difference read aloud at a term that differs */
function row(line, difference) {
  const terms = termNodes(line, difference);
  return el("div", "row", el("p", "", `${line.name} = `, el("b", "", line.result)), terms.length > 0 && el("p", "sum", ...terms));
}

/**
 * The elements that tell a phone what came of its answer.
 *
 * @param {Feedback | null} feedback on the answer of this phone, null where it sent none
 * @param {RevealedAnswer} revealed the right answer, as every phone is sent it
 * @param {string} sentAnswer what this phone sent, in words; "" for nothing
 * @param {Record<string, string>} texts
 * @param {string} root address of the server
 * @returns {Node[]}
 */
export function answerResult(feedback, revealed, sentAnswer, texts, root) {
  const [ownSide, ...rightSides] = feedback?.derivations?.sides ?? [];
  const derivations = (/** @type {DerivationSide[]} */ sides) =>
    sides.flatMap(({ label, lines }) => [label && el("h2", "muted", label), ...lines.map((line) => row(line, feedback?.derivations?.difference_text ?? ""))]);
  const lines = revealed.lines.map((line) => el("div", line.state ? "line on" : "line", ...lineCells(line), line.correction && el("p", "correction", line.correction.label, " ", formula(line.correction))));
  const answer = feedback?.answer || sentAnswer;
  /** @type {(Node | "")[]} */
  const parts = answer ? [el("p", "muted", texts.you_answered), el("p", "value", answer)] : [el("p", "muted", texts.not_answered)];
  if (feedback) {
    const { headline, detail, is_right: isRight, same_note: sameNote } = feedback;
    parts.push(el("p", "cause", el("b", "", headline), detail && `${/。$/.test(headline) ? "" : " "}${detail}`));
    parts.push(...derivations(isRight ? rightSides : ownSide ? [ownSide] : []), ...(isRight ? lines : []), sameNote && el("p", "muted", sameNote));
  }
  if (!feedback?.is_right) parts.push(el("hr"), el("p", "muted", revealed.label), el("p", "value", feedback?.right_answer || revealed.answer), ...derivations(rightSides), ...lines);
  if (feedback) {
    const params = feedback.explore_params;
    parts.push(el("p", "lower", el("a", "button", { href: `${root}/${params && "?"}${params}`, target: "_blank", rel: "noopener" }, texts.try)));
  }
  parts.push(el("p", "muted middle", texts.next));
  return parts.filter((part) => part !== "");
}
