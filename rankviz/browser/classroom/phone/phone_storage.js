// What the phone remembers of a room, until its tab is closed: its name there, what it typed, and what has arrived.

import { tabStore } from "../../kit/storage.js";

/** @typedef {{ seq: number, typed: string, fate: "" | "ok" | "late" | "full", before?: Sent }} Sent and what had arrived before it */
/** @typedef {{ phone: string, seq: number, drafts: Record<string, string>, sent: Record<string, Sent> }} Memory */

const NAME = "rankviz.phone.";
const BYTES = 12;

// A random name of 96 bits, which no other phone has.
const newName = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES))))
    .replaceAll("+", "-")
    .replaceAll("/", "_");

/**
 * What is remembered of a room.
 *
 * @param {string} code
 * @returns {Memory}
 */
export function readMemory(code) {
  const memory = tabStore.readJson(NAME + code);
  return typeof memory?.phone === "string" ? memory : { phone: newName(), seq: 0, drafts: {}, sent: {} };
}

/** @param {string} code @param {Memory} memory */
export const writeMemory = (code, memory) => tabStore.writeJson(NAME + code, memory);
