// Where an axis has its marks, and what is written beside them, as Plotly chooses both.

/**
 * @typedef {{ range: number[], nticks?: number, tick0?: number, dtick?: number, tickvals?: number[], ticktext?: string[] }} Axis
 */

const STEPS = [2, 5, 10];
const UNITS = ["f", "p", "n", "μ", "m", "", "k", "M", "G", "T"]; // a thousandfold each, of which the sixth is one
const SLACK = 1e-4; // of the axis: how far beyond its end a mark may be
const MOST = 1000;
const MINUS = "\u2212";

/** @param {number} value */
const magnitude = (value) => Math.floor(Math.log10(value) + 0.01);

/**
 * Values with their names.
 *
 * @param {Axis} axis
 * @returns {[number, string][]}
 */
export function ticks({ range, nticks = 6, tick0 = 0, dtick, tickvals, ticktext }) {
  const [low, high] = [Math.min(...range), Math.max(...range)];
  const more = SLACK * (high - low);
  const [from, to] = [low - more, high + more];
  if (tickvals) {
    const named = tickvals.map((value, i) => /** @type {[number, string]} */ ([value, ticktext?.[i] ?? String(value)]));
    return named.filter(([value]) => value >= from && value <= to);
  }
  const step = dtick ?? round((high - low) / nticks);
  const first = Math.ceil((from - tick0) / step);
  const count = Math.min(Math.floor((to - tick0) / step) - first + 1, MOST);
  const values = Array.from({ length: count }, (_, i) => tick0 + (first + i) * step);
  return values.map((value) => [value, written(value, step, Math.max(Math.abs(low), Math.abs(high)))]);
}

/**
 * The next round number after one.
 *
 * @param {number} rough
 */
function round(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * (STEPS.find((each) => each > rough / power) ?? 10);
}

/**
 * A number, with as many decimals as the step needs; of a large or a small axis in thousands, millions, ..., or in powers of ten.
 *
 * @param {number} value
 * @param {number} step
 * @param {number} largest on the axis
 */
function written(value, step, largest) {
  const size = magnitude(largest);
  const isNamed = size <= 14 && size >= -15;
  const power = Math.abs(size) <= 3 ? 0 : isNamed ? 3 * Math.round((size - 1) / 3) : size;
  const decimals = 2 - magnitude(step) + power;
  const shown = Math.abs(value) / 10 ** power;
  if (shown < 10 ** -decimals / 2) return "0";
  const digits = decimals > 0 ? shown.toFixed(Math.min(decimals, 20)).replace(/\.?0+$/, "") : String(Number(shown.toPrecision(15)));
  return (value < 0 ? MINUS : "") + digits + unit(power);
}

/** @param {number} power */
function unit(power) {
  if (power === 9) return "B";
  if (power > 14 || power < -15) return `×10<sup>${String(power).replace("-", MINUS)}</sup>`;
  return UNITS[power / 3 + 5];
}
