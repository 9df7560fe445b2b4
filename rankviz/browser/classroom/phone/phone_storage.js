// What the phone remembers of a room, until its tab is closed: its name there, what it typed, and what has arrived.

/** @typedef {{ seq: number, typed: string, fate: "" | "ok" | "late" | "full", before?: Sent }} Sent and what had arrived before it */
/** @typedef {{ phone: string, seq: number, drafts: Record<string, string>, sent: Record<string, Sent> }} Memory */

const NAME = "rankviz.phone.";
const BYTES = 12;

// A random name of 96 bits, which no other phone has.
const newName = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES))))
    .replaceAll("+", "-")
    .replaceAll("/", "_");

/** @param {string} code */
function readStored(code) {
  try {
    return JSON.parse(sessionStorage.getItem(NAME + code) ?? "null");
  } catch {
    return null; // there is no storage, or something else stands in it
  }
}

/**
 * What is remembered of a room.
 *
 * @param {string} code
 * @returns {Memory}
 */
export function readMemory(code) {
  const memory = readStored(code);
  return typeof memory?.phone === "string" ? memory : { phone: newName(), seq: 0, drafts: {}, sent: {} };
}

/**
 * @param {string} code
 * @param {Memory} memory
 */
export function writeMemory(code, memory) {
  try {
    sessionStorage.setItem(NAME + code, JSON.stringify(memory));
  } catch {
    // Then it lasts as long as the page.
  }
}
