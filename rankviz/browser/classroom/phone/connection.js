// The line to the room: a socket that comes back by itself, or where sockets are blocked questions every few seconds. What was
// answered is sent until the server says that it is kept.

/**
 * @typedef {{
 *   view: (data: any) => void, mine: (data: any) => void, fate: (name: string, data: any) => void, count: (data: any) => void,
 *   line: (isUp: boolean) => void, gone: (why: "no_room" | "ended" | "locked" | "full_room" | "too_much") => void,
 * }} Hears what is told of the room
 */

const SHORTEST = 500; // ms until the next try
const LONGEST = 8000;
const SILENCE = 40_000; // then the socket is dead, whatever the browser thinks
const AGAIN = 5000; // until an answer that is not acknowledged is sent again
const ASKING = 4000;
const MOST_BLOCKED = 3; // sockets that never opened: then they are blocked
const [NO_ROOM, ENDED, NO_NEW, TOO_MUCH] = [4404, 4410, 4423, 4429];
const MISSING = 404;

/** Opens the line and keeps it open. */
export class Connection {
  /**
   * @param {string} base address of the server, without a slash at the end
   * @param {string} code
   * @param {string} phone
   * @param {() => string} language
   * @param {Hears} hears
   */
  constructor(base, code, phone, language, hears) {
    this.version = 0;
    this.blocked = 0;
    this.wait = SHORTEST;
    this.heard = 0;
    this.isOver = false;
    this.isAsking = false;
    this.timer = /** @type {number | undefined} */ (undefined);
    this.socket = /** @type {WebSocket | null} */ (null);
    this.waiting = /** @type {{ q: number, seq: number, typed: string, at: number } | null} */ (null);
    this.room = `${base}/class/${code}`;
    this.phone = phone;
    this.language = language;
    this.hears = hears;
    const back = () => document.visibilityState === "visible" && this.wake();
    document.addEventListener("visibilitychange", back);
    addEventListener("pageshow", back);
    addEventListener("online", back);
    this.tick = setInterval(() => this.look(), 1000);
    this.open();
  }

  open() {
    if (this.isOver) return;
    clearTimeout(this.timer);
    const socket = (this.socket = new WebSocket(`${this.room.replace(/^http/, "ws")}/socket`));
    this.heard = Date.now();
    let wasOpen = false;
    socket.onopen = () => {
      [wasOpen, this.blocked] = [true, 0];
      this.hello();
      this.send();
    };
    socket.onmessage = ({ data }) => socket === this.socket && this.take(data);
    socket.onclose = (event) => socket === this.socket && this.closed(event, wasOpen);
  }

  /** Come back at once: a phone that slept may hold a dead socket. */
  wake() {
    if (this.isOver || this.isAsking) return;
    if (this.socket?.readyState === WebSocket.OPEN && Date.now() - this.heard < SILENCE / 2) return;
    this.again();
  }

  again() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.open();
  }

  /** Once a second: is anybody there, and has the answer arrived? */
  look() {
    if (this.isOver || this.isAsking) return;
    if (this.socket?.readyState === WebSocket.OPEN) {
      if (Date.now() - this.heard > SILENCE) this.again();
      else if (this.waiting && Date.now() - this.waiting.at > AGAIN) this.send();
    }
  }

  hello() {
    this.write({ hello: { phone: this.phone, after: this.version, language: this.language() } });
  }

  /** @param {object} frame */
  write(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  /**
   * Keep sending an answer until it has arrived.
   *
   * @param {{ q: number, seq: number, typed: string } | null} answer
   */
  answer(answer) {
    this.waiting = answer && { ...answer, at: 0 };
    if (answer) this.send();
  }

  send() {
    if (!this.waiting) return;
    this.waiting.at = Date.now();
    const { q, seq, typed } = this.waiting;
    if (this.isAsking) this.post({ phone: this.phone, q, seq, typed });
    else this.write({ answer: { q, seq, typed } });
  }

  /** @param {string} text */
  take(text) {
    this.heard = Date.now();
    this.wait = SHORTEST; // not when it opens: while the database is away the server closes at once
    this.hears.line(true);
    const frame = JSON.parse(text);
    const [name, data] = Object.entries(frame)[0] ?? [];
    if (name === "show") this.shown(data);
    else if (name === "mine" || name === "count") this.hears[name](data);
    else if (name && ["ok", "late", "full", "bad"].includes(name)) this.fated(name, data);
  }

  fated(name, data) {
    const seq = typeof data === "object" ? data.seq : data;
    if (this.waiting && seq >= this.waiting.seq) this.waiting = null;
    this.hears.fate(name, data);
  }

  shown({ v }) {
    if (v !== this.version) this.fetch(v);
  }

  /**
   * Fetch what is shown, until it is there.
   *
   * @param {number | string} version
   */
  async fetch(version = "latest") {
    const more = version === "latest" ? `&phone=${encodeURIComponent(this.phone)}` : "";
    let answer;
    try {
      const found = await fetch(`${this.room}/view/${version}?lang=${this.language()}${more}`);
      if (found.status === MISSING) return this.end("no_room");
      answer = found.ok ? await found.json() : null;
    } catch {
      answer = null;
    }
    if (!answer) {
      if (version !== "latest") setTimeout(() => this.version !== version && this.fetch(version), this.later());
      return this.hears.line(false);
    }
    this.hears.line(true);
    if (answer.version !== this.version || version !== "latest") {
      this.version = answer.version;
      this.hears.view(answer);
    }
    if (answer.mine) this.hears.mine(answer.mine);
    if (answer.count) this.hears.count(answer.count);
    return undefined;
  }

  /** In another language. */
  anew() {
    this.version = 0;
    if (this.isAsking) this.fetch();
    else this.hello();
  }

  closed({ code, reason }, wasOpen) {
    this.socket = null;
    if (code === NO_ROOM) return this.end("no_room");
    if (code === ENDED) return this.end("ended");
    if (code === NO_NEW) return this.end(reason === "full" ? "full_room" : "locked");
    if (code === TOO_MUCH) return this.end("too_much");
    this.hears.line(false);
    if (!wasOpen) this.blocked += 1;
    if (this.blocked >= MOST_BLOCKED && navigator.onLine) return this.ask();
    this.timer = setTimeout(() => this.open(), this.later());
    return undefined;
  }

  // Longer every time, and never all phones at once.
  later() {
    const wait = this.wait * (1 + Math.random());
    this.wait = Math.min(LONGEST, this.wait * 2);
    return wait;
  }

  /** Ask every few seconds, where sockets are blocked. */
  ask() {
    this.isAsking = true;
    const turn = async () => {
      await this.fetch();
      if (this.waiting) this.send();
      if (!this.isOver) this.timer = setTimeout(turn, ASKING);
    };
    turn();
  }

  async post(body) {
    try {
      const found = await fetch(`${this.room}/answer`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...body, lang: this.language() }) });
      if (!found.ok) return;
      const [name, data] = Object.entries(await found.json())[0];
      this.fated(name, data);
    } catch {
      this.hears.line(false); // it is sent again
    }
  }

  end(why) {
    this.stop();
    this.hears.gone(why);
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
