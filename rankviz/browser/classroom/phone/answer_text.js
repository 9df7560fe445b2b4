// Reads answers as they are typed, and puts sent ones into words.

/** @import { Question } from "../question.d.ts" */

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const QUOTIENT = /^-?(\d+\.?\d*|\.\d+)\s*\/\s*(\d+\.?\d*|\.\d+)$/;
const WRAPPED = /^[a-z][\w.]*\(([^(),]*)(,[^()]*)?\)$/i; // as NumPy prints it

/**
 * Whether a text is a number as the server reads one: 0.961, .961, 0,961, 96.1 %, 11/14.
 *
 * @param {string} text
 */
export function isNumber(text) {
  const plain = text.normalize("NFKC").trim().replace(/[−–]/g, "-").replaceAll("。", ".").replace(/^[=≈~\s]+/, "");
  const inside = (plain.match(WRAPPED)?.[1] ?? plain).trim().replace(/%$/, "").trim();
  const digits = /^-?\d*,\d+$/.test(inside) ? inside.replace(",", ".") : inside;
  return NUMBER.test(digits) || QUOTIENT.test(plain);
}

/**
 * An answer as a person reads it; what is typed as a number stays as it is.
 *
 * @param {Question} question
 * @param {string} typed
 */
export function answerText({ input, lists }, typed) {
  const { type, options, entry_numbers: entryNumbers } = input;
  const { rows } = lists.lists[0];
  const idOf = (/** @type {string} */ number) => rows[entryNumbers.indexOf(Number(number))]?.id ?? number;
  const parts = typed.split(".");
  if (type === "options" || type === "lines") return options.find(({ key }) => key === typed)?.label ?? typed;
  if (type === "order") return parts.map((each) => lists.lists[Number(each) - 1]?.letter ?? each).join(" › ");
  if (type === "swap") return parts.map(idOf).join(" ⇄ ");
  if (type === "moves") return parts.map(idOf).join(" ");
  return type === "grades" ? parts.join(" ") : typed;
}
