// The colours of rankviz/display/theme.css, for what cannot read custom properties.

const NAMES = ["a", "a-pale", "b", "ink", "on-ink", "muted", "line", "hairline"];

/** @param {string} rgb as browsers compute it */
function hex(rgb) {
  const parts = (rgb.match(/\d+/g) ?? []).slice(0, 3);
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`.toUpperCase();
}

/**
 * A colour of the light theme, whatever the page is.
 *
 * @param {HTMLElement} probe an element in the page, of which nothing is seen
 * @param {string} name
 */
export function light(probe, name) {
  probe.style.cssText = `color: var(--rv-${name}); color-scheme: light`;
  return hex(getComputedStyle(probe).color);
}

/**
 * What the page shows now in the place of each colour of the light theme.
 *
 * @param {HTMLElement} probe an element in the page, of which nothing is seen; asking lays out the page
 * @returns {Record<string, string>}
 */
export function exchange(probe) {
  const seen = (/** @type {string} */ name, /** @type {string} */ scheme) => {
    probe.style.cssText = `color: var(--rv-${name}); color-scheme: ${scheme}`;
    return hex(getComputedStyle(probe).color);
  };
  const now = getComputedStyle(/** @type {HTMLElement} */ (probe.parentElement)).colorScheme;
  return Object.fromEntries(NAMES.map((name) => [seen(name, "light"), seen(name, now)]));
}

const OPENED = /<span style="[^"]*"/g; // ours: what somebody else wrote has no "<" left in it

/**
 * Read a figure, with other colours where colours stand: in values named so and in styles of words, never in what a text says.
 *
 * @param {string} spec of JSON
 * @param {Record<string, string>} colours the ones shown, by those of the light theme
 * @returns {any} as JSON.parse says of what it read
 */
export function parseFigure(spec, colours) {
  const shown = (/** @type {string} */ value) => colours[value] ?? value;
  return JSON.parse(spec, (name, value) => {
    if (/color$/i.test(name)) return Array.isArray(value) ? value.map(shown) : shown(value);
    return typeof value === "string" ? value.replace(OPENED, (tag) => tag.replace(/#[0-9A-F]{6}/g, shown)) : value;
  });
}
