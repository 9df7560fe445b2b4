// The k line of a figure: dragged, or moved with the keys.

import { trackPointer } from "../../kit/drag.js";
import { clamp } from "../../kit/numbers.js";

/** @import { Chart, FigureBox } from "./chart.js" */

/** @param {HTMLElement} node @param {Record<string, number>} box its sides in px */
export const put = (node, box) => {
  for (const [side, value] of Object.entries(box)) node.style.setProperty(side, `${value}px`);
};

/** @param {Chart} s @param {FigureBox} f */
export function placeCutoff(s, f) {
  const { cutoff_axis: axis, cutoff_max: max } = f.data;
  const k = s.cutoff && Math.min(s.cutoff, max);
  const spot = axis === "point" && k ? f.spots?.find(({ rank }) => rank !== null && rank >= k) : undefined;
  f.point.hidden = !spot;
  if (spot) put(f.point, { left: spot.x, top: spot.y });
  f.point.classList.toggle("rv-end", spot !== undefined && spot.x > f.width - 36);
  const { cut } = f;
  cut.hidden = !k || (axis === "y" ? !s.data.n : axis !== "x" || !f.at);
  if (cut.hidden || !k) return;
  if (axis === "y") put(cut, { top: f.row.top + Math.min(k, s.data.n) * f.row.height });
  else if (f.at) put(cut, { left: f.at.x(k), top: f.at.top, height: f.at.height });
  cut.ariaValueNow = String(k);
}

/** @param {Chart} s @param {number | null} cutoff */
function setCutoff(s, cutoff) {
  if (cutoff !== s.cutoff) s.news.emit("cutoff", { cutoff });
}

/** @param {Chart} s @returns {import("../../tab/messages.js").ChooseEdit} */
const edit = (s) => ({ name: "choose", field: "cutoff", value: s.cutoff });
const send = (/** @type {Chart} */ s) => s.tab.dispatch(edit(s));

/** @param {FigureBox} f @param {number} x @param {number} y */
function cutoffAt(f, x, y) {
  const box = f.node.getBoundingClientRect();
  const along = f.data.cutoff_axis === "y" ? (y - box.top - f.row.top) / f.row.height : (f.at?.k(x - box.left) ?? 1);
  return clamp(Math.round(along), 1, f.data.cutoff_max);
}

/** @param {Chart} s @param {FigureBox} f @param {() => void} rest */
export function wireCutoff(s, f, rest) {
  const { cut } = f;
  cut.onpointerdown = (event) => {
    if (event.button) return;
    rest();
    const old = s.cutoff;
    s.dragging = true;
    trackPointer(event, cut, {
      begin: () => s.news.emit("drag", { on: true }),
      move(x, y) {
        const k = cutoffAt(f, x, y);
        if (k === s.cutoff) return;
        setCutoff(s, k);
        s.tab.preview(edit(s));
      },
      end(done, began) {
        s.dragging = false;
        if (!done) setCutoff(s, old);
        else if (s.cutoff !== old) send(s);
        if (!began) return;
        s.news.emit("drag", { on: false });
        s.tab.endPreviews();
      },
    });
  };
  cut.onclick = (event) => event.stopPropagation();
  cut.onkeydown = (event) => {
    const { cutoff_max: max } = f.data;
    const down = f.data.cutoff_axis === "y" ? 1 : -1; // as the line moves
    const from = Math.min(s.cutoff ?? 0, max);
    /** @type {Record<string, number>} */
    const ends = { Home: 1, End: max, ArrowRight: from + 1, ArrowLeft: from - 1, ArrowDown: from + down, ArrowUp: from - down };
    const to = ends[event.key] ?? NaN;
    if (Number.isNaN(to) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation(); // the arrows move the list's selection too
    const old = s.cutoff;
    setCutoff(s, clamp(to, 1, max));
    if (s.cutoff !== old) send(s);
  };
}
