// The panel of two lists: which one is ahead and by how much, and the same for every measure, in an order that never changes.

import { arrange, prefersReducedMotion, el, fillTemplate, write } from "../../kit/elements.js";
import { elementIn, elementsIn } from "../../kit/find_elements.js";
import { definePart } from "../../kit/part.js";
import { tag } from "../../kit/list_tag.js";
import { narrow } from "../../kit/media.js";
import { moveFocusByKeys, setTabStop } from "../../kit/roving_focus.js";
import { rovingTabindex, markedText } from "../../kit/terms.js";
import { speak } from "../../kit/voice.js";

/** @import { Given, Part } from "../../kit/part.js" */
/** @import { Ahead, MeasureRow, WinnerPayload } from "./payload.d.ts" */
/** @typedef {Part<ReturnType<typeof build>, WinnerPayload>} Winner */
/** @typedef {ReturnType<typeof rowNodes>} Row */

const SENTENCES = 2; // shown until the panel is opened
const SPEAK_AFTER = 500; // ms

/** @param {HTMLElement} node @param {Ahead} side */
function paintTag(node, side) {
  node.className = side ? `tag ${side}` : "tag even";
  write(node, side ? side.toUpperCase() : "=");
}

function paintHead(/** @type {Winner} */ s) {
  const { data } = s;
  write(s.name, data.measure);
  paintTag(s.tag, data.side);
  s.tag.hidden = !data.side;
  const [before, after] = data.side ? data.texts.lead.split("{ahead}") : ["", ""];
  write(s.before, before.trim());
  write(s.ahead, data.ahead);
  write(s.after, after.trim());
  s.ahead.classList.toggle("word", !data.is_defined || !data.side);
  write(s.values, data.values);
  write(s.brief, data.brief || [data.reason, data.note].filter(Boolean).join(" "));
  const sentences = [data.reason, data.note].filter(Boolean);
  if (s.reasonDrawn === sentences.join("\n")) return;
  s.reasonDrawn = sentences.join("\n");
  s.why.replaceChildren(...sentences.flatMap((text, i) => [i ? " " : "", ...markedText(data.words, text)]));
}

function rowNodes() {
  const [label, a, b, difference] = ["label", "number", "number", "number difference"].map((className) => el("span", className));
  const disagrees = el("span", "disagrees", { hidden: "" }, "≠");
  const letter = tag("");
  const node = el("button", "row", el("span", "named", label, disagrees), a, b, difference, letter);
  return { label, a, b, difference, disagrees, tag: letter, node };
}

/** @param {Winner} s @param {string} key */
function makeRow(s, key) {
  const row = rowNodes();
  row.node.onclick = () => {
    markChosen(s, key); // before the response
    s.tab.dispatch({ name: "choose", field: "metric", value: key });
  };
  s.rows.set(key, row);
  return row;
}

/** @param {Winner} s @param {MeasureRow} data */
function paintRow(s, data) {
  const row = s.rows.get(data.key) ?? makeRow(s, data.key);
  write(row.label, data.label);
  write(row.a, data.a);
  write(row.b, data.b);
  write(row.difference, data.difference);
  row.a.classList.toggle("won", data.side === "a");
  row.b.classList.toggle("won", data.side === "b");
  row.disagrees.hidden = !data.disagrees;
  paintTag(row.tag, data.side);
  row.tag.style.visibility = data.is_defined ? "" : "hidden";
  row.node.title = data.title;
  return row.node;
}

const rowButtons = (/** @type {Winner} */ s) => elementsIn(s.bar, "button.row");

/** @param {Winner} s @param {string | undefined} chosen */
function markChosen(s, chosen) {
  for (const [key, { node }] of s.rows) node.ariaPressed = String(key === chosen);
  setTabStop(rowButtons(s), s.rows.get(chosen ?? "")?.node);
}

function paintRows(/** @type {Winner} */ s) {
  const { rows, more_rows: rest, texts } = s.data;
  const isClosed = rest.some(({ a, key }) => !a && key) && !s.open;
  const chosen = [...rows, ...rest].find((row) => row.is_chosen)?.key;
  const shownRest = s.open ? rest : rest.filter(({ key }) => key === chosen);
  const shownKeys = new Set([...rows, ...shownRest].map(({ key }) => key));
  for (const [key, { node }] of s.rows) if (!shownKeys.has(key)) node.remove() ?? s.rows.delete(key);
  arrange(s.first, rows.map((row) => paintRow(s, row)));
  arrange(s.rest, shownRest.map((row) => paintRow(s, row)));
  markChosen(s, chosen);
  s.bar.ariaLabel = texts.values_label;
  s.more.ariaExpanded = String(s.open);
  s.more.hidden = !rest.length || (isClosed && narrow.matches);
  write(s.more, s.open ? texts.less : texts.more);
  const heads = [texts.measure, "A", "B", texts.difference];
  heads.forEach((text, i) => write(s.heads[i], text));
}

function paintSentences(/** @type {Winner} */ s) {
  const count = s.open ? Infinity : SENTENCES;
  const nodes = s.data.sentences.slice(0, count).map(({ mark: sign, text }) => el("p", sign === "=" ? "muted" : "", el("span", "", sign), " ", ...markedText(s.data.words, text)));
  s.sentences.classList.toggle("open", s.open);
  s.sentences.replaceChildren(...nodes);
}

function speakWhenAtRest(/** @type {Winner} */ s) {
  clearTimeout(s.speaking);
  const { texts, ...data } = s.data;
  const text = fillTemplate(data.side ? texts.ahead : texts.level, { ...data, name: data.measure, side: data.side.toUpperCase() });
  s.speaking = setTimeout(() => speak("winner", text), SPEAK_AFTER);
}

function build(/** @type {ShadowRoot} */ root) {
  const box = (/** @type {string} */ className) => el("div", className);
  const letter = tag("");
  const name = el("div", "name", { id: "name" });
  const [before, after, ahead] = [el("span", "lead"), el("span", "lead"), el("span", "ahead")];
  const line = el("div", "line", letter, before, ahead, after);
  const [values, why, brief] = [box("values"), box("why"), box("brief")]; // `brief` on a phone, instead of the whole sentence
  const heads = ["named", "number", "number", "number difference"].map((className) => el("span", className));
  const [first, rest, sentences] = [box("first"), box("rest"), box("sentences")];
  const bar = el("div", "bar", { role: "toolbar", "aria-orientation": "vertical" }, first, rest);
  const more = el("button", "more");
  const head = el("div", "row head", { "aria-hidden": true }, ...heads, el("span", "tag even"));
  const strip = el("div", "strip", el("div", "table", head, bar, sentences), more);
  const panel = el("section", "panel", { "aria-labelledby": "name" }, name, line, values, why, brief, strip);
  elementIn(root, ".winner").replaceChildren(panel);
  return {
    ...{ tag: letter, name, before, after, ahead, values, why, brief, heads, first, rest, sentences, bar, more },
    updateTabStops: rovingTabindex(panel), // one stop of the Tab key for all words
    rows: /** @type {Map<string, Row>} */ (new Map()),
    open: false,
    hasAsked: false,
    isOpening: false,
    reasonDrawn: "",
    speaking: 0,
  };
}

/** @param {ShadowRoot} root @param {AbortSignal} signal */
function mount(root, signal) {
  const s = /** @type {Winner} */ (build(root));
  moveFocusByKeys(s.bar, () => rowButtons(s));
  s.more.onclick = () => {
    s.open = !s.open;
    paintRows(s);
    paintSentences(s);
    s.updateTabStops();
    s.isOpening = s.open;
    scrollToSentences(s);
    askForMore(s);
  };
  narrow.addEventListener("change", () => askForMore(s), { signal });
  signal.addEventListener("abort", () => clearTimeout(s.speaking));
  return s;
}

/** In a low window the sentences would be below its end. @param {Winner} s */
function scrollToSentences(s) {
  if (s.isOpening) s.sentences.firstElementChild?.scrollIntoView({ block: "nearest", behavior: prefersReducedMotion() ? "auto" : "smooth" });
}

/** The values of what is closed are not computed until it is opened. @param {Winner} s */
function askForMore(s) {
  if (s.open !== s.hasAsked) s.tab.dispatch({ name: "show_all_measures", value: (s.hasAsked = s.open) });
}

/** @param {Winner} s @param {Given<WinnerPayload>} given */
function update(s, { data, tab }) {
  const before = s.data;
  Object.assign(s, { data, tab });
  paintHead(s);
  paintRows(s);
  paintSentences(s);
  s.updateTabStops();
  scrollToSentences(s);
  s.isOpening = false;
  if (before && before.values + before.measure !== data.values + data.measure) speakWhenAtRest(s);
}

export default definePart(mount, update);
