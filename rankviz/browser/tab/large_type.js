// Large type for a room: its size, the whole screen, and the names by which style sheets know of it.

import { focused } from "../kit/elements.js";

const LARGE = "rv-large";
const ROW = { most: 56 / 22, least: 1.6 }; // rows of the list and the head above them, in sizes of the type
const HEAD = 36 / 22;
const LEAST = 12; // px

/** The size of the type that fits the window: 3 % of its height, less where that is too wide. */
export const typeSize = () => Math.max(LEAST, Math.round(Math.min(4 + innerHeight / 40, innerWidth / 56)));

/** Class of the box that a part is drawn in. */
export const typeClass = () => (isLarge() ? " large" : "");

export const isLarge = () => document.documentElement.classList.contains(LARGE);

let worn = 0;
let row = 0; // px
/** What had the focus before, and cannot have it meanwhile. */
let home = /** @type {HTMLElement | null} */ (null);

/**
 * Let the page be drawn in large type, or (0) as it is.
 *
 * @param {number} size
 */
export function applyTypeSize(size) {
  if (size === worn) return;
  if (!worn) home = focused();
  worn = size;
  const { documentElement: root } = document;
  root.classList.toggle(LARGE, size > 0);
  root.style.fontSize = size ? `${size}px` : "";
  setRow(Math.round(ROW.most * size));
  root.style.setProperty("--rv-large-head", `${Math.round(HEAD * size)}px`);
  for (const host of document.querySelectorAll("[data-part]")) {
    for (const box of (host.shadowRoot ?? host).children) box.classList.toggle("large", size > 0);
  }
  if (!size && document.activeElement === document.body) home?.focus();
}

function setRow(/** @type {number} */ height) {
  row = height;
  document.documentElement.style.setProperty("--rv-large-row", `${row}px`);
  document.dispatchEvent(new CustomEvent("rankviz:row_height"));
}

/** The heights that rows may have, the highest first; none where they are as high as on a screen. */
export const rowHeights = () => (worn ? [ROW.most, 2.3, 2.1, 1.9, ROW.least].map((height) => Math.round(height * worn)) : []);

/** How high a row is, 0 where it is as high as the server draws it. */
export const rowHeight = () => row;

/**
 * Give the rows what height the window leaves them, within bounds.
 *
 * @param {number} height of all that the page shows, with the rows as they are
 * @param {number} count of rows
 */
export function fitRows(height, count) {
  if (!worn || !count) return;
  const room = (innerHeight - (height - count * row)) / count;
  const fitting = Math.floor(Math.min(Math.max(room, ROW.least * worn), ROW.most * worn + 0.5));
  if (fitting !== row) setRow(fitting);
}

let isWholeWanted = false;
let isGivenBack = false;
let change = Promise.resolve();

/**
 * Ask for the whole screen, or give it back; a browser may say no, and then the window must do.
 *
 * The browser takes its time over either, and the other may be wanted before it is done: what is wanted last holds.
 *
 * @param {boolean} on
 */
export function fillScreen(on) {
  isWholeWanted = on;
  change = change.then(takeScreen).catch(() => {});
}

async function takeScreen() {
  const { documentElement: root, fullscreenElement } = document;
  if (isWholeWanted === Boolean(fullscreenElement)) return;
  isGivenBack = !isWholeWanted;
  try {
    await (isWholeWanted ? root.requestFullscreen?.() : document.exitFullscreen());
  } finally {
    isGivenBack = false;
  }
}

/** Whether the page itself is giving the whole screen back, not the person by Esc. */
export const isScreenGivenBack = () => isGivenBack;
