// Where an axis has its marks that is as wide as there is room. The rule is that of rankviz/display/charts/ticks.py, which a test asks
// the same.

const ROUND_STEPS = [2, 5, 10];
const UNITS = ["f", "p", "n", "μ", "m", "", "k", "M", "B", "T"]; // a thousandfold each, of which the sixth is one
const ONES = UNITS.indexOf("");
const SLACK = 1e-4; // of the axis: how far beyond its end a mark may be
const RAISED = /** @type {Record<string, string>} */ ({ "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" });

const magnitude = (/** @type {number} */ value) => Math.floor(Math.log10(value) + 0.01);
const tenTo = (/** @type {number} */ power) => Number(`1e${power}`); // to the last bit, which ** does not promise
const fixed = (/** @type {number} */ value, /** @type {number} */ decimals) => value.toFixed(Math.min(decimals, 100));

/** @param {number} rough */
function roundUp(rough) {
  const power = tenTo(Math.floor(Math.log10(rough)));
  return power * (ROUND_STEPS.find((step) => step > rough / power) ?? 10);
}

/**
 * With as many decimals as the step needs, in the unit that fits the largest value of the axis.
 *
 * @param {number} value
 * @param {number} step
 * @param {number} largest
 */
function textOf(value, step, largest) {
  const size = magnitude(largest);
  const hasUnit = size >= -15 && size <= 14;
  const power = Math.abs(size) <= 3 ? 0 : hasUnit ? 3 * Math.round((size - 1) / 3) : size;
  const decimals = 2 - magnitude(step) + power;
  const scaled = Math.abs(value) / tenTo(power);
  if (scaled < tenTo(-decimals) / 2) return "0";
  const digits = decimals > 0 ? fixed(scaled, decimals).replace(/\.?0+$/, "") : String(Number(scaled.toPrecision(15)));
  const unit = hasUnit ? UNITS[power / 3 + ONES] : `×10${[...String(power)].map((each) => RAISED[each]).join("")}`;
  return `${value < 0 ? "−" : ""}${digits}${unit}`;
}

/**
 * Marks at round distances, from low to high, each with its text; none where the axis has no length.
 *
 * @param {{ low: number, high: number }} ends
 * @param {number} most about so many marks
 * @returns {[number, string][]}
 */
export function roundTicks({ low, high }, most) {
  if (!(high > low)) return [];
  const step = roundUp((high - low) / most);
  const slack = SLACK * (high - low);
  const [first, last] = [Math.ceil((low - slack) / step), Math.floor((high + slack) / step)];
  const decimals = Math.max(0, 1 - magnitude(step));
  const largest = Math.max(Math.abs(low), Math.abs(high));
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const value = Number(fixed((first + i) * step, decimals)) + 0;
    return [value, textOf(value, step, largest)];
  });
}
