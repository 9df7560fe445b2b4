// What is said of a guess where no Python is: how it and the value differ, at the digits that were typed.

import { fillTemplate } from "../../kit/elements.js";

/** @typedef {{ number: number, places: number | null }} Printed `places` is null for a fraction */

const PLACES = 3; // decimals of a value on the page
const NOISE = 1e-12; // of 64-bit arithmetic

/**
 * Read a number as a person types it: 0.961, .5, 75 %, 2/3, 0,5; null for what is none.
 *
 * @param {string} text
 * @returns {Printed | null}
 */
export function read(text) {
  const plain = text.normalize("NFKC").trim().replace(/[−–]/g, "-").replace(/。/g, ".").replace(/^[=≈~\s]+/, "");
  const quotient = /^(-?(?:\d+\.?\d*|\.\d+))\s*\/\s*(\d+\.?\d*|\.\d+)$/.exec(plain);
  if (quotient) return Number(quotient[2]) ? { number: Number(quotient[1]) / Number(quotient[2]), places: null } : null;
  const isPercent = plain.endsWith("%");
  const digits = plain.replace(/%$/, "").trim().replace(/^(-?\d*),(\d+)$/, "$1.$2");
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(digits);
  if (!match || !(match[2] || match[3])) return null;
  const number = Number(`${match[1]}${match[2] || 0}.${match[3] || 0}`);
  return { number: isPercent ? number / 100 : number, places: (match[3] ?? "").length + (isPercent ? 2 : 0) };
}

/**
 * How a number follows from the value: "exact", "rounded", "cut", or "" if it does not.
 *
 * @param {number} value
 * @param {Printed} printed
 */
export function agreement(value, { number, places }) {
  if (Math.abs(value - number) <= NOISE * Math.max(1, Math.abs(value))) return "exact";
  if (places === null || !number || (!places && Math.abs(number) === 1)) return "";
  const scale = 10 ** places;
  const is = (/** @type {number} */ whole) => Math.abs(Math.sign(value) * whole - number * scale) < 1e-6;
  const size = Math.abs(value) * scale * (1 + NOISE); // halves are rounded up
  if (is(Math.floor(size + 0.5))) return "rounded";
  return places && is(Math.floor(size)) ? "cut" : "";
}

/** With one more decimal where they would all be 0, beyond that in powers of ten. */
function fixed(/** @type {number} */ number, /** @type {number} */ places) {
  const texts = [number.toFixed(places), number.toFixed(places + 1)];
  return texts.find(Number) ?? number.toExponential(places).replace(/e([+-])(\d)$/, "e$10$2");
}

/**
 * @param {string} typed
 * @param {Record<string, string>} texts
 */
export function guess(typed, texts) {
  const text = typed.trim();
  const printed = text ? read(text) : null;
  const problem = text && !printed ? fillTemplate(texts.no_number, { text }) : "";
  const words = (/** @type {{ title: string, undefined: boolean }} */ { title, undefined: isNone }) => {
    if (!printed) return "";
    if (isNone) return fillTemplate(texts.none, { guess: text });
    const value = Number(title);
    const same = agreement(value, printed);
    if (same) return fillTemplate(texts[same], { guess: text });
    const difference = fixed(Math.abs(value - printed.number), Math.max(PLACES, printed.places ?? 0));
    return fillTemplate(texts[value > printed.number ? "more" : "less"], { guess: text, difference });
  };
  const withFeedback = (/** @type {string} */ name, /** @type {import("./data_pool.js").Data} */ data) => {
    if (name === "scores" && printed) return { ...data, guess: words(data) };
    return name === "cover_score" && problem ? { ...data, guess_problem: problem } : data;
  };
  return { problem, withFeedback };
}
