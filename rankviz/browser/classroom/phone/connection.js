// The connection to the room: a socket that reconnects by itself, or polling where sockets are blocked. An answer is sent again
// until the server acknowledges it.

import { NewestView } from "../newest_view.js";

/** @import { AnswerMessage, HelloMessage } from "../messages.d.ts" */
/** @import { Answer, Fate, FateData, GoneReason, Listener } from "./payload.d.ts" */

// All in ms: until the next try; then the socket is dead, whatever the browser thinks; until an answer that is not acknowledged is
// sent again; between two polls. Comments in lines of their own are not sent to a phone.
const SHORTEST = 500;
const LONGEST = 8000;
const SILENCE = 40_000;
const RESEND_AFTER = 5000;
const POLL_EVERY = 4000;
// Sockets that never opened, after which they are taken for blocked.
const MOST_BLOCKED = 3;
const [NO_ROOM, ENDED, NO_NEW, TOO_MUCH] = [4404, 4410, 4423, 4429];
const MISSING = 404;

/** Connects to the room and stays connected. */
export class Connection {
  /**
   * @param {string} base address of the server, without a slash at the end
   * @param {string} code
   * @param {string} phone
   * @param {() => string} language
   * @param {Listener} listener
   */
  constructor(base, code, phone, language, listener) {
    this.views = new NewestView();
    this.failedSockets = 0;
    this.delay = SHORTEST;
    this.lastHeard = 0;
    this.isOver = false;
    this.isPolling = false;
    this.timer = /** @type {number | undefined} */ (undefined);
    this.socket = /** @type {WebSocket | null} */ (null);
    this.unacknowledged = /** @type {(Answer & { at: number }) | null} */ (null);
    this.room = `${base}/class/${code}`;
    this.phone = phone;
    this.language = language;
    this.listener = listener;
    const onReturn = () => document.visibilityState === "visible" && this.wake();
    document.addEventListener("visibilitychange", onReturn);
    addEventListener("pageshow", onReturn);
    addEventListener("online", onReturn);
    this.tick = setInterval(() => this.check(), 1000);
    this.open();
  }

  open() {
    if (this.isOver) return;
    clearTimeout(this.timer);
    const socket = (this.socket = new WebSocket(`${this.room.replace(/^http/, "ws")}/socket`));
    this.lastHeard = Date.now();
    let wasOpen = false;
    socket.onopen = () => {
      [wasOpen, this.failedSockets] = [true, 0];
      this.sendHello();
      this.sendAnswer();
    };
    socket.onmessage = ({ data }) => socket === this.socket && this.onMessage(data);
    socket.onclose = (event) => socket === this.socket && this.onClose(event, wasOpen);
  }

  /** Come back at once: a phone that slept may hold a dead socket. */
  wake() {
    if (this.isOver || this.isPolling) return;
    if (this.socket?.readyState === WebSocket.OPEN && Date.now() - this.lastHeard < SILENCE / 2) return;
    this.reconnect();
  }

  reconnect() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.open();
  }

  /** Once a second: reconnect a silent socket, and send an answer again that has not arrived. */
  check() {
    if (this.isOver || this.isPolling) return;
    if (this.socket?.readyState === WebSocket.OPEN) {
      if (Date.now() - this.lastHeard > SILENCE) this.reconnect();
      else if (this.unacknowledged && Date.now() - this.unacknowledged.at > RESEND_AFTER) this.sendAnswer();
    }
  }

  sendHello() {
    this.write({ hello: { phone: this.phone, after: this.views.version, language: this.language() } });
  }

  /** @param {{ hello: HelloMessage } | { answer: AnswerMessage }} frame */
  write(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  /**
   * Keep sending an answer until it has arrived.
   *
   * @param {Answer | null} answer
   */
  answer(answer) {
    this.unacknowledged = answer && { ...answer, at: 0 };
    if (answer) this.sendAnswer();
  }

  sendAnswer() {
    if (!this.unacknowledged) return;
    this.unacknowledged.at = Date.now();
    const { q, seq, typed } = this.unacknowledged;
    if (this.isPolling) this.post({ phone: this.phone, q, seq, typed });
    else this.write({ answer: { q, seq, typed } });
  }

  /** @param {string} text */
  onMessage(text) {
    this.lastHeard = Date.now();
    this.delay = SHORTEST; // not when it opens: while the database is away the server closes at once
    this.listener.onLine(true);
    const frame = JSON.parse(text);
    const [name, data] = Object.entries(frame)[0] ?? [];
    if (name === "show") this.onShow(data);
    else if (name === "mine") this.listener.onMine(data);
    else if (name === "count") this.listener.onCount(data);
    else if (name && ["ok", "late", "full", "bad"].includes(name)) this.onFate(/** @type {Fate} */ (name), data);
  }

  /** @param {Fate} name @param {FateData} data */
  onFate(name, data) {
    const seq = typeof data === "object" ? data.seq : data;
    if (this.unacknowledged && seq >= this.unacknowledged.seq) this.unacknowledged = null;
    this.listener.onFate(name, data);
  }

  /** @param {{ v: number }} shown its version */
  onShow({ v }) {
    if (this.views.lacks(v)) this.fetch(v);
  }

  /**
   * Fetch what is shown, until it is there.
   *
   * @param {number | string} version
   */
  async fetch(version = "latest") {
    const phone = version === "latest" ? `&phone=${encodeURIComponent(this.phone)}` : "";
    const isNewest = this.views.request();
    let view;
    try {
      const response = await fetch(`${this.room}/view/${version}?lang=${this.language()}${phone}`);
      if (response.status === MISSING) return this.isOver || this.end("no_room");
      view = response.ok ? await response.json() : null;
    } catch {
      view = null;
    }
    if (this.isOver) return undefined;
    if (!view) {
      if (typeof version === "number") setTimeout(() => this.views.lacks(version) && this.fetch(version), this.nextDelay());
      return this.listener.onLine(false);
    }
    this.listener.onLine(true);
    const isNew = this.views.lacks(view.version);
    if (!isNewest(view.version)) return undefined;
    if (isNew) this.listener.onView(view);
    if (view.mine) this.listener.onMine(view.mine);
    if (view.count) this.listener.onCount(view.count);
    return undefined;
  }

  /** Fetch everything again, as in another language. */
  refetch() {
    this.views.restart();
    if (this.isPolling) this.fetch();
    else this.sendHello();
  }

  /** @param {CloseEvent} event @param {boolean} wasOpen */
  onClose({ code, reason }, wasOpen) {
    this.socket = null;
    if (code === NO_ROOM) return this.end("no_room");
    if (code === ENDED) return this.end("ended");
    if (code === NO_NEW) return this.end(reason === "full" ? "full_room" : "locked");
    if (code === TOO_MUCH) return this.end("too_much");
    this.listener.onLine(false);
    if (!wasOpen) this.failedSockets += 1;
    if (this.failedSockets >= MOST_BLOCKED && navigator.onLine) return this.startPolling();
    this.timer = setTimeout(() => this.open(), this.nextDelay());
    return undefined;
  }

  // Longer every time, and never all phones at once.
  nextDelay() {
    const delay = this.delay * (1 + Math.random());
    this.delay = Math.min(LONGEST, this.delay * 2);
    return delay;
  }

  /** Ask every few seconds, where sockets are blocked. */
  startPolling() {
    this.isPolling = true;
    const poll = async () => {
      await this.fetch();
      if (this.unacknowledged) this.sendAnswer();
      if (!this.isOver) this.timer = setTimeout(poll, POLL_EVERY);
    };
    poll();
  }

  /** @param {Answer & { phone: string }} body */
  async post(body) {
    try {
      const response = await fetch(`${this.room}/answer`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...body, lang: this.language() }) });
      if (!response.ok) return;
      const [name, data] = Object.entries(await response.json())[0];
      this.onFate(/** @type {Fate} */ (name), data);
    } catch {
      this.listener.onLine(false); // it is sent again
    }
  }

  /** @param {GoneReason} reason */
  end(reason) {
    this.stop();
    this.listener.onGone(reason);
  }

  stop() {
    this.isOver = true;
    clearTimeout(this.timer);
    clearInterval(this.tick);
    const old = this.socket;
    this.socket = null;
    old?.close();
  }
}
