// Python beside the page: it starts Pyodide with what answers questions, and answers them one after the other. It imports nothing, so
// it may be loaded from its address or from a text.

/** @typedef {import("./pyodide_transport.js").Source} Source */
/** @typedef {import("./pyodide_transport.js").Names} Names */
/** @typedef {{ start?: { files: Record<string, Source>, names: Names }, number?: number, body?: string }} Sent */

const NOWHERE = "https://nowhere.invalid/"; // where Pyodide believes its files to be; it is given them instead
const WASM = "application/wasm";
const LOCK = { info: { abi_version: "2025_0", arch: "wasm32", platform: "emscripten_4_0_9", python: "3.13.2", version: "0.28.3" }, packages: {} };
const BEGIN = "from rankviz.page.endpoint import handle_request\nlambda body: handle_request(body).decode()";

/** Why there is no Python: the name of what the page says, and of a file. */
class Problem extends Error {
  constructor(/** @type {string} */ name, /** @type {string} */ file = "") {
    super(`${name} ${file}`.trim());
  }
}

const here = /** @type {any} */ (self); // the types of a page have nothing of a worker
let starting = /** @type {Promise<(body: string) => string> | null} */ (null);

/** @param {string} text */
function bytes(text) {
  const characters = atob(text);
  const array = new Uint8Array(characters.length);
  for (let i = 0; i < array.length; i++) array[i] = characters.charCodeAt(i);
  return array;
}

const unpacked = (/** @type {string} */ text) => new Response(new Blob([bytes(text)]).stream().pipeThrough(new DecompressionStream("gzip")));

/**
 * A file, unless something else is found in its place.
 *
 * @param {string} name
 * @param {Source} source
 */
async function read(name, { address, packed, size }) {
  const problem = new Problem("no_file", name);
  const response = await (packed === undefined ? fetch(address ?? "") : unpacked(packed));
  if (!response.ok) throw problem;
  // Only of what comes straight from its host can the browser keep what it makes of it.
  if (response.headers.get("Content-Type") === WASM) return response;
  const data = await response.arrayBuffer();
  if (data.byteLength !== size) throw problem;
  return new Response(data, { headers: { "Content-Type": name.endsWith(".wasm") ? WASM : "" } });
}

/** Run a script, whatever its host says it is. */
async function run(/** @type {Response} */ file) {
  const address = URL.createObjectURL(new Blob([await file.arrayBuffer()], { type: "text/javascript" }));
  return import(address).finally(() => URL.revokeObjectURL(address));
}

/** Pyodide would wait for ever for a machine that is none, or has no room: give a promise that fails then. */
function watched(/** @type {string} */ machine) {
  const make = WebAssembly.instantiateStreaming;
  return new Promise((_, fail) => {
    WebAssembly.instantiateStreaming = async (...given) => {
      try {
        return await make(...given);
      } catch (error) {
        const isForbidden = /security policy|unsafe-eval|disallowed/i.test(String(error));
        fail(error instanceof RangeError ? new Problem("no_memory") : isForbidden ? new Problem("no_wasm") : new Problem("no_file", machine));
        throw error;
      }
    };
  });
}

/**
 * @param {Record<string, Promise<Response>>} files
 * @param {Names} names
 */
async function begin(files, { core, script, machine, wheel, own }) {
  const ask = here.fetch;
  here.fetch = (/** @type {unknown} */ address, /** @type {unknown} */ how) =>
    String(address).startsWith(NOWHERE) ? files[String(address).slice(NOWHERE.length)] : ask(address, how);
  const { loadPyodide } = await run(await files[core]);
  await run(await files[script]);
  const loading = loadPyodide({ indexURL: NOWHERE, packageBaseUrl: NOWHERE, lockFileContents: JSON.stringify(LOCK) });
  const python = await Promise.race([loading, watched(machine)]);
  for (const [name, format] of [[wheel, "wheel"], [own, "zip"]]) python.unpackArchive(await (await files[name]).arrayBuffer(), format);
  return python.runPython(BEGIN);
}

/** @param {{ files: Record<string, Source>, names: Names }} given */
async function start({ files, names }) {
  if (typeof WebAssembly === "undefined") throw new Problem("no_wasm");
  const reading = Object.entries(files).map(([name, source]) => /** @type {const} */ ([name, read(name, source).catch((error) => {
    throw error instanceof Problem ? error : new Problem("no_file", name);
  })]));
  const [answer] = await Promise.all([begin(Object.fromEntries(reading), names), ...reading.map(([, file]) => file)]);
  return answer;
}

/** What the page says of an error. */
const named = (/** @type {unknown} */ error) =>
  error instanceof Problem ? error.message : error instanceof RangeError || (error instanceof Error && /memory/i.test(error.name)) ? "no_memory" : "no_python";

here.onmessage = async ({ data: { start: given, number, body } } = /** @type {MessageEvent<Sent>} */ ({})) => {
  if (given) starting = start(given);
  try {
    const answer = await starting;
    here.postMessage(given ? { ready: true } : { number, text: answer?.(body ?? "") });
  } catch (error) {
    if (!(error instanceof Problem)) console.error(error);
    here.postMessage({ number, problem: given ? named(error) : "failed" });
  }
};
