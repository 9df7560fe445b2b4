// The axis of the waterfall: a window around the values.

const ROOM = 0.06; // of the range, on each side
const LEAST = 1e-9;

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
