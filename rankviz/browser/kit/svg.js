// Elements of drawings, and the pictures on buttons.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element of a drawing.
 *
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 */
export function svgEl(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** Two sheets, one over the other. */
export const COPY = "M7.500 3.500h9v10h-9zM5 6.500H3.500v10h9V15";

/**
 * A picture of 20 by 20.
 *
 * @param {string} path
 */
export const icon = (path) => svgEl("svg", { "viewBox": "0 0 20 20", "aria-hidden": "true" }, svgEl("path", { d: path }));
