// The socket of the teacher's page: what is new in the room, and how many have answered. It comes back by itself.
import { apiBase } from "./api.js";

const FIRST = 500, LONGEST = 8000; // ms until it is tried again
const SILENCE = 40_000; // ms after which a socket is taken for dead; the server says something each 20 s
const ENDED = 4410, UNKNOWN = 4404;

/**
 * @typedef {object} Heard
 * @property {(frame: any) => void} frame
 * @property {(open: boolean) => void} state
 * @property {() => void} ended
 */

/**
 * @param {string} code
 * @param {Heard} heard
 * @returns {() => void} ends it
 */
export function listen(code, heard) {
  const s = { code, heard, socket: /** @type {WebSocket | null} */ (null), wait: FIRST, timer: 0, silence: 0, over: false };
  const wake = () => document.visibilityState === "visible" && again(s);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  connect(s);
  return () => {
    s.over = true;
    clearTimeout(s.timer);
    clearTimeout(s.silence);
    document.removeEventListener("visibilitychange", wake);
    window.removeEventListener("online", wake);
    s.socket?.close();
  };
}

function connect(s) {
  const address = new URL(`${apiBase}/class/${s.code}/socket`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  s.socket = socket;
  listenFor(s, socket);
  socket.onopen = () => {
    s.wait = FIRST;
    s.heard.state(true);
  };
  socket.onmessage = ({ data }) => {
    listenFor(s, socket);
    s.heard.frame(JSON.parse(data));
  };
  socket.onclose = ({ code }) => {
    if (s.over || s.socket !== socket) return;
    if (code === ENDED || code === UNKNOWN) {
      s.over = true;
      s.heard.ended();
      return;
    }
    s.heard.state(false);
    const wait = s.wait * (0.75 + Math.random() / 2);
    s.wait = Math.min(s.wait * 2, LONGEST);
    clearTimeout(s.timer);
    s.timer = setTimeout(() => connect(s), wait);
  };
}

// Whoever slept may have a dead socket without knowing it.
function listenFor(s, socket) {
  clearTimeout(s.silence);
  s.silence = setTimeout(() => socket.close(), SILENCE);
}

function again(s) {
  if (s.over || s.socket?.readyState === WebSocket.OPEN || s.socket?.readyState === WebSocket.CONNECTING) return;
  clearTimeout(s.timer);
  s.wait = FIRST;
  connect(s);
}
