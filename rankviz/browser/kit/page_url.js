// The address of the page: its path and its query where a server is. Where none is, in a file or a folder, both stand in the fragment,
// which no host sees: "#v=1&k=6" is Explore, "#compare?v=1&k=6" another page. Nothing else reads or writes it.

/** Whether the page stands for itself, without a server. */
export const isStatic = "alone" in document.documentElement.dataset;

const ELSEWHERE = /^([a-z]*)(?:\?([^]*))?$/; // the path of a page, and its parameters

let paths = [""]; // of the pages that there are

/** Say which pages there are. What names another one is an address of the first, with what can be read of it. @param {string[]} all */
export const setPages = (all) => (paths = all);

/** @param {string} text a path, a question mark and parameters, or parameters alone */
function split(text) {
  const [, name = "", parameters] = ELSEWHERE.exec(text) ?? [];
  if (paths.includes(name)) return { path: name, search: name || parameters !== undefined ? (parameters ?? "") : text };
  return { path: "", search: parameters ?? text };
}

const fragment = () => split(location.hash.slice(1));

/** The parameters, as text. */
export const search = () => (isStatic ? fragment().search : location.search.slice(1));

/** Which page it is of. */
export const path = () => (isStatic ? fragment().path : location.pathname);

const inFragment = (/** @type {string} */ page, /** @type {string} */ parameters) => `#${page}${page && parameters ? "?" : ""}${parameters}`;

/** The address up to the parameters, which follow a question mark. */
export const base = () => (isStatic ? `${location.href.split("#")[0]}#${path()}` : `${location.origin}${location.pathname}`);

/** The whole address of this page with some parameters. */
export const absoluteUrl = (/** @type {string} */ parameters) => (isStatic ? `${location.href.split("#")[0]}${inFragment(path(), parameters)}` : `${base()}?${parameters}`);

/** The address of this page with some parameters, for a link. */
export const hrefHere = (/** @type {string} */ parameters) => (isStatic ? inFragment(path(), parameters) : `?${parameters}`);

/** The address of a page, for a link. @param {string} text its path, a question mark and its parameters */
export function hrefOfPage(text) {
  const { path: page, search: parameters } = split(text);
  return isStatic ? inFragment(page, parameters) : `./${text}`;
}

/** An address beside the pages, of the server that they come from. @param {string} name */
export const serverUrl = (name) => String(new URL(name, document.baseURI));

/**
 * The address of a page with the parameters of this one, for a link.
 *
 * @param {string} page its path
 * @param {string[]} pages the paths of all
 */
export function toPage(page, pages) {
  if (isStatic) return inFragment(page, search());
  const { pathname } = location;
  const isDeeper = pages.some((each) => each && pathname.replace(/\/$/, "").endsWith(`/${each}`));
  return `${isDeeper ? pathname.replace(/[^/]+\/?$/, "") : pathname}${page}${location.search}`;
}

/**
 * Write the parameters of this page; false where the browser refuses, as it does when that is done too often.
 *
 * @param {string} parameters
 * @param {boolean} isSame whether the entry in the browser's history stays the same one
 */
export function write(parameters, isSame) {
  const address = isStatic ? inFragment(path(), parameters) : location.pathname + (parameters && `?${parameters}`) + location.hash;
  // An empty fragment alone would be the address of the file with what stands there now.
  const whole = address === "#" ? location.href.split("#")[0] : address;
  try {
    history[isSame ? "replaceState" : "pushState"](history.state, "", whole);
  } catch {
    return false;
  }
  return true;
}
