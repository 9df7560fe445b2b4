// Formulas: MathML that Python made from its own templates; still only MathML elements are let in.

const MATHML = "http://www.w3.org/1998/Math/MathML";
const UNSAFE = /^on|href|style/i;

/**
 * @param {string} text
 * @param {boolean} [display] as large as on a line of its own
 */
export function math(text, display = true) {
  const source = new DOMParser().parseFromString(text, "application/xml").documentElement;
  const isOwn = (/** @type {Element} */ node) =>
    node.namespaceURI === MATHML && [...node.attributes].every((each) => !UNSAFE.test(each.name));
  if (![source, ...source.querySelectorAll("*")].every(isOwn)) return document.createElement("span");
  const node = document.importNode(source, true);
  node.setAttribute("displaystyle", String(display));
  node.setAttribute("display", "inline");
  const spoken = node.getAttribute("alttext");
  if (spoken !== null) node.setAttribute("aria-label", spoken);
  for (const mi of node.querySelectorAll("mi")) if ((mi.textContent ?? "").length > 1) mi.setAttribute("mathvariant", "normal");
  return node;
}
