// What is kept for the next visit, where there is room to keep anything.

const STORE = "rankviz ";

/**
 * @param {string} name
 * @param {string[]} known what it may be
 */
export function readStored(name, known) {
  try {
    const found = localStorage.getItem(STORE + name) ?? "";
    return known.includes(found) ? found : "";
  } catch {
    return "";
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function writeStored(name, value) {
  try {
    localStorage.setItem(STORE + name, value);
  } catch {
    // no room: then it lasts as long as the page
  }
}
