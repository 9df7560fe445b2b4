// What a lesson points at. The parts draw themselves anew at every answer, so the marks are rules of a style sheet that all of them
// share: what comes back where something stood is marked as that was.

export const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

/** @typedef {{ kind: string, name: string, at: number }} Point */

const own = (/** @type {string} */ part, /** @type {string} */ inside) => `:host([data-part="${part}"]) ${inside}`;
const row = (/** @type {Point} */ { at }, /** @type {string} */ side, /** @type {string} */ inside = "") => [
  ...(side === "b" ? [] : [own("ranking_list", `.rows > .row:nth-child(${at})${inside}`)]),
  own("two_lists", `.row[data-side="${side || "a"}"]:not(.absent):nth-child(${at})${inside}`),
];
const line = (/** @type {Point} */ { name }) => `:is(.line, .final):has(> .name[data-term="${name}"])`;
const LEGENDS = /** @type {Record<string, number>} */ ({ term: 1, gain: 2, ideal: 3 });

/** Where a thing stands, as selectors of the style sheet. */
const PLACES = /** @type {Record<string, (point: Point) => string[]>} */ ({
  rank: (point) => row(point, ""),
  A: (point) => row(point, "a"),
  B: (point) => row(point, "b"),
  grade: (point) => row(point, "", " .grade"),
  missed: ({ at }) => [own("ranking_list", `.missed > .chip:nth-child(${at})`), own("two_lists", `.missed > .chip:nth-child(${at})`)],
  k: () => [own("ranking_list", ".pill"), own("two_lists", ".pill")],
  choice: ({ name }) => [own("choices", `.slot[data-slots~="${name}"] > .pill`)],
  line: (point) => [own("derivation", `${line(point)} > .name`)],
  term: (point) => [own("derivation", `${line(point)} .term[data-rank="${point.at}"]`)],
  chart: ({ name }) => [`[data-part="charts"] .rv-figure[data-key="${name}"]`],
  bars: () => ['[data-part="rank_chart"] .rv-figure'],
  legend: ({ name }) => [`[data-part="rank_chart"] .rv-word-legend > button:nth-of-type(${LEGENDS[name]})`],
  score: () => [own("lesson", ".score"), own("winner", ".lead")],
  mean: () => [own("list_tabs", ".mean")],
  list: ({ at }) => [own("list_tabs", `.tab:nth-child(${at})`)],
});

const places = (/** @type {Point} */ point) => PLACES[point.kind]?.(point) ?? [];
const FRAME = "{ outline: 2px solid var(--rv-text) !important; outline-offset: 2px; border-radius: 6px; scroll-margin: 8rem 1rem 50vh; }";

/**
 * Mark these things and no others.
 *
 * @param {Point[]} points
 */
export function mark(points) {
  const rules = points.flatMap(places).map((place) => `${place} ${FRAME}`);
  rules.push(`${own("derivation", ".name")} { outline-offset: -1px !important; }`); // it stands at the edge
  const text = rules.join("\n");
  if (text !== shown) sheet.replaceSync(text);
  shown = text;
}
let shown = "";

/**
 * What is pointed at, in whichever part it stands.
 *
 * @param {Point} point
 * @returns {HTMLElement | null}
 */
export function find(point) {
  for (const place of places(point)) {
    const inside = place.match(/^:host\(\[data-part="(\w+)"\]\) (.*)$/);
    const root = inside ? document.querySelector(`[data-part="${inside[1]}"]`)?.shadowRoot : document;
    const found = /** @type {HTMLElement | null | undefined} */ (root?.querySelector(inside?.[2] ?? place));
    if (found?.offsetParent) return found;
  }
  return null;
}
