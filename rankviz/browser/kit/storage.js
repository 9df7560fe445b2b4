// What the browser keeps for us. Storage may be blocked or full, or hold what somebody else wrote: then nothing is there, and no
// script fails. Nothing else touches sessionStorage or localStorage.

/**
 * @typedef {object} Store
 * @property {(name: string) => string | null} read what is stored; null for nothing
 * @property {(name: string, text: string | null) => boolean} write null removes it; false if there is no room, or no storage
 * @property {(name: string) => any} readJson what is stored as JSON; null for nothing, or for what is no JSON
 * @property {(name: string, value: unknown) => boolean} writeJson null removes it
 */

/**
 * @param {() => Storage} storage to ask for it fails where it is blocked
 * @returns {Store}
 */
function storeIn(storage) {
  const read = (/** @type {string} */ name) => {
    try {
      return storage().getItem(name);
    } catch {
      return null;
    }
  };
  const write = (/** @type {string} */ name, /** @type {string | null} */ text) => {
    try {
      if (text === null) storage().removeItem(name);
      else storage().setItem(name, text);
      return true;
    } catch {
      return false;
    }
  };
  const readJson = (/** @type {string} */ name) => {
    try {
      return JSON.parse(read(name) ?? "null");
    } catch {
      return null;
    }
  };
  return { read, write, readJson, writeJson: (name, value) => write(name, value === null ? null : JSON.stringify(value)) };
}

/** Until the tab is closed. */
export const tabStore = storeIn(() => sessionStorage);

/** For the next visit. */
export const browserStore = storeIn(() => localStorage);
