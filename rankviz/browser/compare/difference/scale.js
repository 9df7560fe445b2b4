// The axis of the waterfall: a window around the values, with a few round numbers.

const ROOM = 0.06; // of the range, on each side
const LEAST = 1e-9;
const NUMBERS = 5; // at most

/** @typedef {{ low: number, high: number }} Window */

/**
 * @param {number[]} values that must be inside
 * @param {Window | null} [held] a window that is kept as long as it holds them
 */
export function windowOf(values, held) {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  if (held && lowest >= held.low && highest <= held.high) return held;
  if (highest - lowest < LEAST && Math.abs(highest) < LEAST) return held ?? { low: 0, high: 1 }; // all values are 0
  const room = ROOM * Math.max(highest - lowest, LEAST, 0.05 * Math.max(Math.abs(lowest), Math.abs(highest)));
  const window = { low: lowest - room, high: highest + room };
  return held ? { low: Math.min(held.low, window.low), high: Math.max(held.high, window.high) } : window;
}

/**
 * Round numbers inside a window, as they are printed.
 *
 * @param {Window} window
 * @param {number} [count] how many numbers at most
 * @returns {[number, string][]}
 */
export function ticks({ low, high }, count = NUMBERS) {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10);
  const places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const numbers = [];
  for (let n = Math.ceil(low / step); n * step <= high; n += 1) {
    const text = Math.abs(n * step).toFixed(places).replace(/^0(?=\.)/, "");
    numbers.push(/** @type {[number, string]} */ ([n * step, n < 0 ? `−${text}` : n ? text : "0"]));
  }
  return numbers;
}
