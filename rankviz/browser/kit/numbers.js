// Numbers as the page writes and reads them.

/** @param {number} value */
export const printed = (value) => String(Number(value.toPrecision(9))).replaceAll("-", "−");

/**
 * A grade in a small box: what is not 0 is not written as 0.
 *
 * @param {number | null} grade
 */
export function short(grade) {
  if (grade === null) return "?";
  const near = Number(grade.toFixed(2));
  const text = Math.abs(grade) < 1e4 && (near || !grade) ? printed(near) : printed(grade);
  return text.length > 5 ? grade.toExponential(0).replace("+", "").replaceAll("-", "−") : text;
}

/**
 * The number that was typed, also with full-width digits or a decimal comma; NaN if it is none.
 *
 * @param {string} text
 */
export function parsed(text) {
  const plain = text.normalize("NFKC").trim().replace(",", ".").replace("−", "-");
  return plain ? Number(plain) : NaN;
}

/**
 * Which of the five shades a grade has, "?" for none: whatever is above 0 is not that of 0.
 *
 * @param {number | null} grade
 */
export const shade = (grade) => (grade === null ? "?" : String(Math.max(0, Math.min(4, Math.ceil(grade)))));

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
export const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
