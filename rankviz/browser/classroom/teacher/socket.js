// The socket of the teacher's page: what is new in the room, and how many have answered. It comes back by itself.
import { apiBase } from "./api.js";

const FIRST = 500, LONGEST = 8000; // ms until it is tried again
const SILENCE = 40_000; // ms after which a socket is taken for dead; the server says something each 20 s
const ENDED = 4410, UNKNOWN = 4404;

/**
 * @typedef {object} Listener
 * @property {(frame: { show?: { v: number }, count?: { n: number, of: number } }) => void} onFrame
 * @property {(isOpen: boolean) => void} onState
 * @property {() => void} onEnd the room has ended
 */

/**
 * @typedef {{
 *   code: string, listener: Listener, socket: WebSocket | null, delay: number, timer: number, silenceTimer: number, isClosed: boolean,
 * }} Connection
 */

/**
 * Open the socket and keep it open.
 *
 * @param {string} code
 * @param {Listener} listener
 * @returns {() => void} closes it for good
 */
export function openSocket(code, listener) {
  /** @type {Connection} */
  const s = { code, listener, socket: null, delay: FIRST, timer: 0, silenceTimer: 0, isClosed: false };
  const wake = () => document.visibilityState === "visible" && reconnect(s);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  connect(s);
  return () => {
    s.isClosed = true;
    clearTimeout(s.timer);
    clearTimeout(s.silenceTimer);
    document.removeEventListener("visibilitychange", wake);
    window.removeEventListener("online", wake);
    s.socket?.close();
  };
}

function connect(/** @type {Connection} */ s) {
  const address = new URL(`${apiBase}/class/${s.code}/socket`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  s.socket = socket;
  watchSilence(s, socket);
  socket.onopen = () => {
    s.delay = FIRST;
    s.listener.onState(true);
  };
  socket.onmessage = ({ data }) => {
    watchSilence(s, socket);
    s.listener.onFrame(JSON.parse(data));
  };
  socket.onclose = ({ code }) => {
    if (s.isClosed || s.socket !== socket) return;
    if (code === ENDED || code === UNKNOWN) {
      s.isClosed = true;
      s.listener.onEnd();
      return;
    }
    s.listener.onState(false);
    const delay = s.delay * (0.75 + Math.random() / 2);
    s.delay = Math.min(s.delay * 2, LONGEST);
    clearTimeout(s.timer);
    s.timer = setTimeout(() => connect(s), delay);
  };
}

// Whoever slept may have a dead socket without knowing it.
function watchSilence(/** @type {Connection} */ s, /** @type {WebSocket} */ socket) {
  clearTimeout(s.silenceTimer);
  s.silenceTimer = setTimeout(() => socket.close(), SILENCE);
}

function reconnect(/** @type {Connection} */ s) {
  if (s.isClosed || s.socket?.readyState === WebSocket.OPEN || s.socket?.readyState === WebSocket.CONNECTING) return;
  clearTimeout(s.timer);
  s.delay = FIRST;
  connect(s);
}
