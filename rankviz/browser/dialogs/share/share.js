// The dialog that makes a link for a class: what is covered or locked, in which language, with a preview as students will see it. That is
// the page itself, in a frame that gets every choice.
import { arrange, el, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { linkLine } from "../../shared/link_with_qr/link_line.js";
import { openTeacherPage } from "../../tab/class_broadcast.js";

const SIZES = { screen: [1280, 720], phone: [390, 844] };
const HIGHEST = 420; // px of the preview

/** @import { Tab } from "../../kit/part.js" */
/** @import { ChoiceRow, SharePayload, ShareWithLink } from "./payload.d.ts" */
/** @typedef {{ node: HTMLElement, label: HTMLElement, options: Map<string, { input: HTMLInputElement, text: HTMLElement }> }} Row */
/** @typedef {{ rows: Map<string, Row>, chosen: Record<string, string>, choose: (name: string, value: string) => void }} Rows by their names */
/** @typedef {ReturnType<typeof build>} State */

/**
 * Radio buttons that look like the parts of a switch.
 *
 * @param {Rows} s
 * @param {string} name
 * @param {ChoiceRow["options"]} options
 */
function makeRow(s, name, options) {
  /** @type {Row} */
  const row = { options: new Map(), label: el("legend"), node: el("fieldset", "") };
  const parts = el("span", "parts");
  row.node.append(row.label, parts);
  for (const { value } of options) {
    const input = el("input", "", { type: "radio", name: `rv-share-${name}`, value });
    const text = el("span");
    input.onchange = () => s.choose(name, value);
    row.options.set(value, { input, text });
    parts.append(el("label", "", input, text));
  }
  s.rows.set(name, row);
  return row;
}

function drawRow(/** @type {Rows} */ s, /** @type {ChoiceRow} */ { name, label, value, options }) {
  const row = s.rows.get(name) ?? makeRow(s, name, options);
  write(row.label, label);
  for (const option of options) {
    const shown = row.options.get(option.value);
    if (!shown) continue; // the options of a row are always the same
    write(shown.text, option.label);
    shown.input.checked = option.value === (s.chosen[name] ?? value);
  }
  return row.node;
}

function fit(/** @type {State} */ s) {
  const [width, height] = SIZES[s.size];
  const scale = Math.min(0.55, s.holder.clientWidth / width, HIGHEST / height);
  Object.assign(s.frame.style, { width: `${width}px`, height: `${height}px`, scale: String(scale) });
  Object.assign(s.paper.style, { width: `${Math.floor(width * scale)}px`, height: `${Math.floor(height * scale)}px` });
}

function resize(/** @type {State} */ s, /** @type {State["size"]} */ size) {
  s.size = size;
  fit(s);
}

// The frame is of this page's own origin. A part that is covered there was never sent there, unless it was shown before.
function sendHandout(/** @type {State} */ s) {
  const frameWindow = /** @type {(Window & typeof globalThis) | null} */ (s.frame.contentWindow);
  if (!frameWindow || !s.data.line) return;
  const language = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
  const text = JSON.stringify({ ...s.data.handout, language: s.data.handout.language || language });
  if (text === s.sentHandout) return;
  s.sentHandout = text;
  frameWindow.document.dispatchEvent(new frameWindow.CustomEvent("rankviz:handout", { detail: text }));
}

/**
 * @param {Tab} tab
 * @param {SharePayload} data
 */
function build(tab, data) {
  const [options, note, classNote, title] = [el("div", "options"), el("p", "note"), el("p", "note"), el("span", "title")];
  const frame = el("iframe", "", { inert: "", tabindex: -1, scrolling: "no" });
  const waiting = el("p", "waiting", { role: "status" });
  const paper = el("div", "paper", waiting, frame);
  const holder = el("div", "holder", paper);
  const head = el("div", "head", title);
  const left = el("div", "left", options, note, classNote);
  const right = el("div", "right", head, holder);
  return {
    ...{ tab, data, size: /** @type {keyof typeof SIZES} */ ("screen"), line: linkLine(), sentHandout: "", isReady: false },
    ...{ options, note, classNote, title, frame, waiting, paper, holder, head, right, columns: el("div", "columns", left, right) },
    ...{ open: el("a", "rv-link-open"), toClass: el("button", "to-class"), tooLong: el("p", "too-long"), node: el("div", "rv-share") },
  };
}

/** The rows of what is chosen, which is kept in the draft of the dialog. @returns {Rows} */
function rowsOf(/** @type {State} */ s) {
  /** @type {Rows} */
  const rows = {
    rows: new Map(),
    chosen: {},
    choose: (name, value) => {
      const shown = s.data.line ? s.data.rows.map((row) => [row.name, row.value]) : [];
      rows.chosen = { ...Object.fromEntries(shown), ...rows.chosen, [name]: value };
      s.tab.dispatch({ name: "set_draft", value: JSON.stringify(rows.chosen) });
    },
  };
  return rows;
}

/**
 * The body of the dialog.
 *
 * @param {Tab} tab
 * @param {() => void} _
 * @param {SharePayload} first
 */
export default function share(tab, _, first) {
  const s = build(tab, first);
  s.frame.addEventListener("rankviz:ready", () => {
    s.isReady = true;
    s.waiting.remove();
    sendHandout(s);
  });
  s.toClass.onclick = () => tab.afterPending(() => openTeacherPage());
  elementIn(s.line.node, ".rv-link-line").append(s.open, s.toClass);
  const rows = rowsOf(s);
  /** @type {Rows} */
  const sizes = { rows: new Map(), chosen: {}, choose: (name, size) => resize(s, /** @type {State["size"]} */ (size)) };
  const observer = new ResizeObserver(() => fit(s));
  observer.observe(s.holder);
  const show = (/** @type {SharePayload} */ data) => {
    write(s.tooLong, data.problem);
    arrange(s.node, data.line ? [s.columns, s.line.node] : [s.tooLong]);
    if (data.line) draw(s, data, rows, sizes);
  };
  return { node: s.node, show, leave: () => observer.disconnect() };
}

/**
 * @param {State} s
 * @param {ShareWithLink} data
 * @param {Rows} rows
 * @param {Rows} sizes
 */
function draw(s, data, rows, sizes) {
  s.data = data;
  arrange(s.options, data.rows.map((row) => drawRow(rows, row)));
  write(s.note, data.texts.note);
  write(s.classNote, data.class_note);
  write(s.title, data.texts.preview);
  const options = ["screen", "phone"].map((value) => ({ value, label: data.texts[value] }));
  arrange(s.head, [s.title, drawRow(sizes, { name: "size", label: data.texts.width, value: s.size, options })]);
  s.frame.title = data.texts.preview;
  s.line.show(data.line);
  s.open.href = data.line.address;
  write(s.open, data.texts.here);
  write(s.toClass, data.class_label);
  s.toClass.hidden = !data.class_label;
  write(s.waiting, data.texts.waiting);
  s.right.hidden = !data.has_preview;
  if (s.isReady) sendHandout(s);
  else if (data.has_preview && !s.frame.src) s.frame.src = data.line.address;
}
