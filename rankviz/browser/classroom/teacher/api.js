// What the teacher's page asks the server. The key of the room is in a cookie that no script reads.

export const RETRY_AFTER = 2000; // ms

/** Why a request failed: status and message of the server; the status is 0 where no server was reached. */
export class RequestError extends Error {
  /**
   * @param {number} status
   * @param {string} [text]
   */
  constructor(status, text = "") {
    super(text);
    this.status = status;
  }

  /** Whether the same will be answered a little later. */
  get isBusy() {
    return this.status === 503;
  }

  /** Whether no server was reached; an error that the server explains is shown in its words. */
  get isUnreached() {
    return this.status === 0 || (this.status >= 502 && !this.message);
  }
}

/** The address of the whole, whatever it is served under: all that stands before /class. */
export const apiBase = location.pathname.replace(/\/class\/?$/, "");

/**
 * @param {string} path below /class
 * @param {object} [body] then it is posted
 * @returns {Promise<any>} as JSON.parse says of what it read; rejected with a RequestError where it failed
 */
export async function post(path, body) {
  const options = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`${apiBase}/class/${path}`, { ...options, cache: "no-store" }).catch(() => { throw new RequestError(0); });
  const data = await response.json().catch(() => ({}));
  if (!response.ok) throw new RequestError(response.status, data.error);
  return data;
}

/**
 * @param {string} path
 * @param {Record<string, string>} params
 */
export const get = (path, params) => post(`${path}?${new URLSearchParams(params)}`);
