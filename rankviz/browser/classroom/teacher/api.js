// What the teacher's page asks the server. The key of the room is in a cookie that no script reads.

/** What went wrong, in words; without a status nobody was reached. */
export class Trouble extends Error {
  /**
   * @param {number} status
   * @param {string} [text]
   */
  constructor(status, text = "") {
    super(text);
    this.status = status;
  }
}

/** The address of the whole, whatever it is served under: all that stands before /class. */
export const apiBase = location.pathname.replace(/\/class\/?$/, "");

/**
 * @param {string} path below /class
 * @param {object} [body] then it is posted
 * @returns {Promise<any>} Trouble where it did not work
 */
export async function post(path, body) {
  const given = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(`${apiBase}/class/${path}`, { ...given, cache: "no-store" }).catch(() => { throw new Trouble(0); });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Trouble(answer.status, data.error);
  return data;
}

/**
 * @param {string} path
 * @param {Record<string, string>} given
 */
export const get = (path, given) => post(`${path}?${new URLSearchParams(given)}`);
