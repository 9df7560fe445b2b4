// The way to Python in the reader's browser: questions wait until it is there, and are asked one after the other.

import { setStatus } from "../../tab/transport.js";
import { keepFor } from "./register_service_worker.js";

/** @typedef {import("../../tab/transport.js").Transport} Way */
/**
 * @typedef {{ size: number, address?: string, element?: string, packed?: string }} Source
 *   a file: how many bytes it has; and where it is, or the element that holds it, or itself, as base64 of gzip
 */
/** @typedef {{ core: string, script: string, machine: string, wheel: string, own: string }} Names which file is which */
/** @typedef {Awaited<ReturnType<Way>>} Found */
/** @typedef {{ body: string, signal?: AbortSignal, done: (found: Found) => void }} Waiting */
/**
 * @typedef {{ worker: { address?: string, text?: string }, files: Record<string, Source>, names: Names, offline: string }} Python
 *   what it is made of: the worker, where it is or itself, and the files; and the address of what keeps the page for the time without
 *   a network, "" where the page is one file
 */

const absolute = (/** @type {string} */ address) => new URL(address, document.baseURI).href;

/**
 * The way by which this page asks.
 *
 * @param {{ data: Python, view: import("../../tab/messages.js").ViewState }} site
 * @returns {Way}
 */
export function createTransport({ view, data: { worker, files, names, offline } }) {
  const here = worker.address === undefined ? worker : { address: absolute(worker.address) };
  const sources = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, workerSource(file)]));
  const way = startPython({ worker: here, files: sources, names, offline }, (problem) => {
    if (problem) return setStatus(problem);
    if (offline) keepFor(absolute(offline));
    // The first answer takes ten times as long as the next: nobody waits for this one.
    const language = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
    return void way(JSON.stringify({ open: { search: "", view: { ...view, language, is_static: true } } }));
  });
  return way;
}

/** A file as it is sent to the worker; the element that held it is removed. */
function workerSource(/** @type {Source} */ { size, address = "", element }) {
  if (element === undefined) return { size, address: absolute(address) };
  const node = document.getElementById(element);
  const packed = node?.textContent ?? "";
  node?.remove();
  return { size, packed };
}

/**
 * Start Python.
 *
 * @param {Python} made
 * @param {(problem: string) => void} tell is called with "" when it is there, or with why it never will be
 * @returns {Way}
 */
function startPython({ worker: code, files, names }, tell) {
  const s = {
    waiting: /** @type {Waiting[]} */ ([]),
    lastNumber: 0,
    now: /** @type {Waiting | null} */ (null),
    ready: false,
    problem: "",
  };

  function end(/** @type {string} */ problem) {
    if (s.problem) return;
    s.problem = problem;
    tell(problem);
    for (const { done } of [...(s.now ? [s.now] : []), ...s.waiting.splice(0)]) done({ problem });
    s.now = null;
  }

  function next() {
    if (!s.ready || s.now) return;
    while (s.waiting[0]?.signal?.aborted) s.waiting.shift()?.done({ problem: "" });
    s.now = s.waiting.shift() ?? null;
    if (s.now) worker?.postMessage({ number: (s.lastNumber += 1), body: s.now.body });
  }

  function hear(/** @type {MessageEvent<{ ready?: true, number?: number, text?: string, problem?: string }>} */ { data }) {
    if (data.ready) {
      s.ready = true;
      performance.mark("rankviz:python");
      tell("");
    } else if (!data.number) return end(data.problem ?? "");
    else {
      s.now?.done(data.text === undefined ? { problem: data.problem ?? "" } : { text: data.text });
      s.now = null;
    }
    next();
  }

  let worker = begun(code, hear, fail);

  // A host may say that the worker is something else than a script; as a text it runs all the same.
  async function fail() {
    const { address } = code;
    const text = s.ready || !address ? "" : await fetch(address).then((found) => (found.ok ? found.text() : ""), () => "");
    code = { text };
    if (!text) return end(s.ready ? "failed" : "no_worker");
    worker = begun(code, hear, fail);
    worker?.postMessage({ start: { files, names } });
  }

  worker?.postMessage({ start: { files, names } });
  /** @type {Way} */
  const way = (body, signal) =>
    new Promise((done) => {
      if (s.problem) return done({ problem: s.problem });
      s.waiting.push({ body, signal, done });
      next();
    });
  return Object.assign(way, { isStarting: () => !s.ready && !s.problem });
}

/**
 * @param {Python["worker"]} code
 * @param {(event: MessageEvent) => void} hear
 * @param {() => void} fail
 */
function begun({ address, text }, hear, fail) {
  try {
    const worker = new Worker(address ?? URL.createObjectURL(new Blob([text ?? ""], { type: "text/javascript" })));
    worker.addEventListener("message", hear);
    worker.addEventListener("error", fail);
    return worker;
  } catch {
    setTimeout(fail); // the caller has none yet
    return null;
  }
}
