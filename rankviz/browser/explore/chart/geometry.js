// Where things stand in a figure, from its layout alone: Plotly is never asked.
/** @import { Axis, Figure, Layout, Trace } from "./figure.d.ts" */

/**
 * @typedef {Pick<Axis, "range" | "domain">} Ends of an axis
 * @typedef {Pick<Layout, "width" | "height" | "margin"> & { xaxis: Ends, yaxis: Ends }} Frame
 * @typedef {{ curve: number, point: number, label?: string }} Named of a point that Plotly drew
 * @typedef {Named & { rank: number | null, pair?: (number | null)[], value: number, x: number, y: number }} Spot
 * @typedef {ReturnType<typeof scales>} Scales
 */

const NEAR = 24; // px: how far from a point the pointer may be

/**
 * From values to pixels, and back. All axes have a range and all margins are given; Plotly rounds them to whole pixels.
 *
 * @param {Frame} layout
 */
export function scales({ width, height, margin, xaxis, yaxis }) {
  const [l, r, t, b] = [margin.l, margin.r, margin.t, margin.b].map(Math.round);
  const across = Math.round(width) - l - r;
  const down = Math.round(height) - t - b;
  const [from, to] = xaxis.domain ?? [0, 1];
  const [left, length] = [l + from * across, (to - from) * across];
  const unit = length / (xaxis.range[1] - xaxis.range[0]);
  const step = down / (yaxis.range[1] - yaxis.range[0]);
  return {
    x: (/** @type {number} */ value) => left + (value - xaxis.range[0]) * unit,
    y: (/** @type {number} */ value) => t + (yaxis.range[1] - value) * step,
    k: (/** @type {number} */ x) => xaxis.range[0] + (x - left) / unit,
    top: t,
    height: down,
  };
}

/**
 * The points that stand for a rank, or for a pair of ranks.
 *
 * @param {Trace[]} data
 * @param {Scales} at
 * @returns {Spot[]}
 */
export const spotsOf = (data, at) =>
  data.flatMap((trace, curve) =>
    (trace.customdata ?? []).map((/** @type {number | (number | null)[]} */ own, /** @type {number} */ point) => {
      const [value, y] = [trace.x[point], trace.y[point] ?? NaN];
      const [rank, pair] = Array.isArray(own) ? [own[0] ?? own[1], own] : [own];
      return { rank, pair, curve, point, value, x: at.x(value ?? 0), y: at.y(y), label: trace.hovertext?.[point] };
    }),
  );

/**
 * The nearest spot, if one is near.
 *
 * @param {Spot[]} spots
 * @param {number} x
 * @param {number} y
 */
export function nearest(spots, x, y) {
  let closest = /** @type {Spot | null} */ (null);
  let least = NEAR;
  for (const spot of spots) {
    const distance = Math.hypot(spot.x - x, spot.y - y);
    if (distance < least) [closest, least] = [spot, distance];
  }
  return closest;
}

/**
 * The strip of a rank in a grid of pairs, a whole row or a whole column; null where it has none.
 *
 * @param {Spot[]} spots
 * @param {Scales} at
 * @param {number | null} rank
 */
export function strip(spots, at, rank) {
  const side = [0, 1].find((one) => rank && spots.some(({ pair }) => pair?.[one] === rank));
  if (side === undefined) return null;
  const ofRank = spots.filter(({ pair }) => pair?.[side] === rank);
  const [first, last] = [ofRank[0], ofRank[ofRank.length - 1]];
  const half = { x: (at.x(1) - at.x(0)) / 2, y: (at.y(1) - at.y(0)) / 2 };
  const [left, top] = [first.x - half.x, first.y - half.y];
  return { left, top, width: last.x + half.x - left, height: last.y + half.y - top };
}

/**
 * A trace less its first points.
 *
 * @param {Trace} trace
 * @param {number} count
 * @returns {Trace}
 */
const without = (trace, count) =>
  Object.fromEntries(
    Object.entries(trace).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value.slice(count)];
      return [name, name === "textfont" ? without(value, count) : value];
    }),
  );

/**
 * The tall figure with rows of another height; what stands in the head keeps its place there.
 *
 * @param {Figure} figure
 * @param {number} count of rows
 * @param {number} height of one, in px
 * @returns {Figure}
 */
export function withRows({ data, layout }, count, height) {
  const { margin, meta, xaxis2, yaxis } = layout;
  const head = meta?.head ?? 0;
  const scale = (layout.height - head - margin.b) / (count * height);
  const moved = (/** @type {number} */ y) => (y < 0.5 ? 0.5 - (0.5 - y) * scale : y);
  const border = (/** @type {unknown} */ _, /** @type {number} */ i) => i + 1.5 - 0.5 / height;
  return {
    data: data.map((trace) => (trace.xaxis === "x2" ? { ...trace, y: trace.y.map(moved) } : trace)),
    layout: {
      ...layout,
      height: head + count * height + margin.b,
      xaxis2: xaxis2 && { ...xaxis2, position: 1 / (count * height + head) },
      yaxis: { ...yaxis, range: yaxis.range.map(moved), tickvals: yaxis.tickvals.map(border) },
    },
  };
}

/**
 * The tall figure where there is little room: only the last column of numbers is kept.
 *
 * @param {Figure} figure
 * @returns {Figure}
 */
export function narrowed({ data, layout }) {
  return {
    data: data.map((trace) => (trace.meta?.wide ? without(trace, trace.meta.wide) : trace)),
    layout: { ...layout, xaxis: { ...layout.xaxis, domain: [0, 0.68], ...layout.meta?.narrow } },
  };
}
