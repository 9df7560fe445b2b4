// Data that are alike, as `rankviz.page.static.response_table` writes them: the first as it is, and what is different in each other.

/** @typedef {any} Data of JSON of any shape, in which only what is alike is looked at */

/**
 * What was written as differences to something else.
 *
 * @param {Data} old
 * @param {Data} found
 * @returns {Data}
 */
export function changed(old, found) {
  if (Array.isArray(found)) return found.length === 1 ? found[0] : old.slice(0, found[1]) + found[0] + old.slice(old.length - found[2]);
  if (!Object.keys(found).length) return old;
  const after = Object.entries(found).map(([name, each]) => [name, name === "length" ? each : changed(old[name], each)]);
  return Object.assign(Array.isArray(old) ? [...old] : { ...old }, Object.fromEntries(after));
}

/** The data of a table, each made when it is first asked for. */
export class Pools {
  /** @param {Record<string, string>} texts */
  constructor(texts) {
    this.texts = texts;
    this.read = /** @type {Map<string, Data[]>} */ (new Map());
    this.made = /** @type {Map<string, Data[]>} */ (new Map());
  }

  /**
   * @param {string} name
   * @param {number} number
   * @returns {Data}
   */
  data(name, number) {
    if (!this.read.has(name)) {
      this.read.set(name, JSON.parse(this.texts[name]));
      this.made.set(name, []);
    }
    const [written, made] = [/** @type {Data[]} */ (this.read.get(name)), /** @type {Data[]} */ (this.made.get(name))];
    if (number === 0) return written[0];
    return (made[number] ??= changed(this.data(name, written[number][0]), written[number][1]));
  }

  /** How many there are. @param {string} name */
  count(name) {
    this.data(name, 0);
    return this.read.get(name)?.length ?? 0;
  }
}
