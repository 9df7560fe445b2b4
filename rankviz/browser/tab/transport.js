// The ways to ask. A server is asked over HTTP, and over Streamlit's WebSocket where the route is missing or nothing gets through;
// where no server is, another way is given. Nothing else knows which one it is.

/** @typedef {import("./messages.js").ResponseHead & { parts: Map<string, string> }} Answer */
/** @typedef {import("./messages.js").PostedRequest} PostedRequest */
/** @typedef {(name: string, value: unknown) => void} Send */
/**
 * @typedef {((body: string, signal?: AbortSignal) => Promise<{ text: string } | { problem: string }>) & { isStarting?: () => boolean }} Transport
 *   a question as JSON, answered by the text of its answer, or by the name of what is said of edits that cannot be done; and whether
 *   nothing can be answered yet
 */

const ROUTE = "rankviz/answer";
const AGAIN = 1000; // ms until a question without an answer is asked again; then twice as long, and so on
const MOST_AGAIN = 8000;
const SOON = 400; // ms until it is said that there will be an answer only when the page has started
const PATIENCE = 3000; // ms until that is said, and until Streamlit is asked again
const MOST_FAILED = 3; // times without a connection until Streamlit is asked as well
const LONGEST = 10_000; // ms without an answer over HTTP, until it is given up and Streamlit is asked as well
const LONGEST_IN_BACKGROUND = 60_000; // files and the slow parts of a page are not waited for

const s = {
  routed: true,
  failed: 0, // how often in a row there was no connection
  lastNumber: 0, // number of the last request that was sent over Streamlit
  waiting: /** @type {Set<(number: number, answer: Answer) => void>} */ (new Set()), // for what Streamlit answers
  status: "", // name of the text on how it stands with the answer
  background: /** @type {AbortController | null} */ (null), // of the background request that is under way
};

/** Take an answer that Streamlit gives, unless it was taken already. */
export function onStreamlitResponse(/** @type {number} */ number, /** @type {Answer} */ answer) {
  for (const hear of s.waiting) hear(number, answer);
}

/** The server was started again: it may have a route by now. */
export const retryHttp = () => Object.assign(s, { routed: true, failed: 0 });

/** @returns {Promise<null>} */
const pause = (/** @type {number} */ time) => new Promise((done) => setTimeout(() => done(null), time));

let alone = /** @type {Transport | null} */ (null); // where no server is

/** Ask in another way than a server. */
export const useTransport = (/** @type {Transport} */ way) => (alone = way);

async function byWay(/** @type {Transport} */ way, /** @type {string} */ body, /** @type {AbortSignal | undefined} */ signal = undefined) {
  const answer = await way(body, signal);
  return "text" in answer ? parseResponse(answer.text) : answer.problem;
}

/** Tell the page how it stands with the answer; "" where there is nothing to be said. */
export function setStatus(/** @type {string} */ detail) {
  s.status = detail;
  document.dispatchEvent(new CustomEvent("rankviz:status", { detail }));
}

/** Whether a status says that edits were not done, and not only that one has to wait. @param {string} status */
export const isRefusal = (status) => !["", "waiting", "starting", "computing", "making_file"].includes(status);

/** The last status, for a part that is mounted later. */
export const currentStatus = () => s.status;

/**
 * @param {string} body
 * @param {Send} send tells Streamlit
 * @returns {Promise<Answer | null>} null where the server will never answer this
 */
export async function request(body, send) {
  let isLate = false;
  const late = (/** @type {string} */ name) => {
    isLate ||= Boolean(name);
    if (name) setStatus(name);
  };
  const starting = () => (alone?.isStarting?.() ? "starting" : "");
  const waits = [setTimeout(() => late(starting()), SOON), setTimeout(() => late(alone ? starting() || "computing" : "waiting"), PATIENCE)];
  const answer = await (alone ? byWay(alone, body) : viaHttpOrStreamlit(body, send));
  waits.forEach(clearTimeout);
  if (typeof answer === "string") setStatus(answer);
  else if (isLate) setStatus("");
  return typeof answer === "string" ? null : answer;
}

/**
 * Ask over HTTP, again until there is an answer, or that this will never be answered; where no connection comes about, or an answer
 * hangs, over Streamlit as well, since something may let only that through. It is a pure question: whichever answer comes first will do.
 *
 * @param {string} body
 * @param {Send} send
 * @param {AbortController} [quiet] lets go of it; it is then answered by ""
 */
async function viaHttpOrStreamlit(body, send, quiet) {
  const under = quiet ?? new AbortController();
  const { signal } = under;
  const whenAborted = new Promise((/** @type {(result: string) => void} */ done) => signal.addEventListener("abort", () => done("")));
  /** @type {Promise<Answer | string> | undefined} */
  let other;
  const ask = () => (other ??= viaStreamlit(body, send, under));
  const others = () => (other || s.failed >= MOST_FAILED ? [ask()] : []);
  try {
    for (let time = AGAIN; s.routed && !signal.aborted; time = Math.min(2 * time, MOST_AGAIN)) {
      let answer = await Promise.race([viaHttp(body, signal, quiet ? LONGEST_IN_BACKGROUND : LONGEST), whenAborted, ...others()]);
      if (answer === "again") answer = await Promise.race([pause(time), whenAborted, ...others()]);
      if (answer !== null) return answer;
    }
    return await Promise.race([whenAborted, ...(signal.aborted ? [] : [ask()])]);
  } finally {
    under.abort();
  }
}

/**
 * Ask what may as well stay unanswered: without a word on it, until it is let go of. Over Streamlit, which answers one question after
 * the other, it gives way to any other.
 *
 * @param {string} body
 * @param {Send} send
 * @param {AbortController} under
 * @returns {Promise<Answer | null>}
 */
export async function requestInBackground(body, send, under) {
  s.background = under;
  const answer = await (alone ? byWay(alone, body, under.signal) : viaHttpOrStreamlit(body, send, under));
  if (s.background === under) s.background = null;
  return typeof answer === "string" ? null : answer;
}

/**
 * @param {string} body
 * @param {AbortSignal} signal
 * @param {number} limit in ms: an answer may hang for ever, and would hold whatever waits behind it
 * @returns {Promise<Answer | string | null>} null where there is no route, "again", or the name of what is said of edits that cannot be done
 */
async function viaHttp(body, signal, limit) {
  const headers = { "Content-Type": "application/json" };
  const attempt = new AbortController();
  const giveUp = () => attempt.abort();
  signal.addEventListener("abort", giveUp);
  const timer = setTimeout(() => {
    s.failed = MOST_FAILED;
    giveUp();
  }, limit);
  // A proxy that asks for its own cookie gets it; one that leads to a login instead is no route.
  try {
    const response = await fetch(new URL(ROUTE, document.baseURI), { method: "POST", headers, body, redirect: "manual", signal: attempt.signal });
    s.failed = 0;
    if (response.headers.get("Content-Type")?.startsWith("application/x-rankviz")) return parseResponse(await response.text());
    if ([429, 502, 503, 504].includes(response.status)) return "again";
    if (response.status === 413) return "too_large";
    if (response.status === 400 || response.status === 500) return "not_done";
  } catch {
    if (!signal.aborted) s.failed += 1; // else it was let go of, not lost
    return "again"; // no connection
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
  s.routed = false;
  return null;
}

/**
 * @param {string} body
 * @param {Send} tell
 * @param {AbortController} under
 * @returns {Promise<Answer | string>}
 */
function viaStreamlit(body, tell, under) {
  if (under === s.background && s.waiting.size) return Promise.resolve("");
  if (under !== s.background) s.background?.abort();
  const numbers = new Set();
  return new Promise((resolve) => {
    const send = () => {
      numbers.add((s.lastNumber += 1));
      tell("request", /** @satisfies {PostedRequest} */ ({ number: s.lastNumber, body }));
    };
    const timer = setInterval(send, PATIENCE);
    const hear = (/** @type {number} */ number, /** @type {Answer} */ answer) => {
      if (numbers.has(number)) resolve(answer.parts.size ? answer : "not_done");
    };
    s.waiting.add(hear);
    under.signal.addEventListener("abort", () => {
      clearInterval(timer);
      s.waiting.delete(hear);
    });
    send();
  });
}

/**
 * A line for the whole, then one for each part: its name, a space, and its data as JSON, of which only what changed is read.
 *
 * @param {string} text
 * @returns {Answer}
 */
export function parseResponse(text) {
  const [head, ...lines] = text.split("\n");
  const split = (/** @type {string} */ line) => /** @type {[string, string]} */ ([line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]);
  return { ...JSON.parse(head), parts: new Map(lines.map(split)) };
}
