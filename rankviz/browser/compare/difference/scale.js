// The axis of the way from one value to the other: a window around it, with a few round numbers.

const ROOM = 0.06; // of the way, on each side
const LEAST = 1e-9;
const MOST = 5; // numbers

/**
 * @param {number[]} values that must lie inside
 * @param {{ low: number, high: number } | null} [held] a window that stays where it is as long as it holds them
 */
export function windowOf(values, held) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (held && least >= held.low && most <= held.high) return held;
  if (most - least < LEAST && Math.abs(most) < LEAST) return held ?? { low: 0, high: 1 }; // nothing anywhere
  const room = ROOM * Math.max(most - least, LEAST, 0.05 * Math.max(Math.abs(least), Math.abs(most)));
  const found = { low: least - room, high: most + room };
  return held ? { low: Math.min(held.low, found.low), high: Math.max(held.high, found.high) } : found;
}

/**
 * Round numbers inside a window, as they are printed.
 *
 * @param {{ low: number, high: number }} window
 * @param {number} [most]
 * @returns {[number, string][]}
 */
export function ticks({ low, high }, most = MOST) {
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10);
  const places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const found = [];
  for (let n = Math.ceil(low / step); n * step <= high; n += 1) {
    const text = Math.abs(n * step).toFixed(places).replace(/^0(?=\.)/, "");
    found.push(/** @type {[number, string]} */ ([n * step, n < 0 ? `−${text}` : n ? text : "0"]));
  }
  return found;
}
