// What the browser keeps for us; no other module touches its storage, which may be blocked, full, or hold what others wrote.

/**
 * @typedef {object} Store
 * @property {(name: string) => string | null} read
 * @property {(name: string, text: string | null) => boolean} write null removes; false if nothing could be stored
 * @property {(name: string) => any} readJson any, as JSON.parse says of what it read; null also for what is no JSON
 * @property {(name: string, value: unknown) => boolean} writeJson
 */

/**
 * @param {() => Storage} storage to ask for it fails where it is blocked
 * @returns {Store}
 */
function storeIn(storage) {
  /**
   * @template T
   * @param {(found: Storage) => T} act
   * @param {T} failed
   */
  const attempt = (act, failed) => {
    try {
      return act(storage());
    } catch {
      return failed;
    }
  };
  /** @type {Store} */
  const store = {
    read: (name) => attempt((found) => found.getItem(name), null),
    write: (name, text) => attempt((found) => (text === null ? found.removeItem(name) : found.setItem(name, text), true), false),
    readJson: (name) => attempt((found) => JSON.parse(found.getItem(name) ?? "null"), null),
    writeJson: (name, value) => store.write(name, value === null ? null : JSON.stringify(value)),
  };
  return store;
}

/** Until the tab is closed. */
export const tabStore = storeIn(() => sessionStorage);

/** For the next visit. */
export const browserStore = storeIn(() => localStorage);
