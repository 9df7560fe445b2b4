// The panel of two lists: which one is ahead and by how much, and the same for every measure, in an order that never changes.

import { arrange, prefersReducedMotion, el, fillTemplate, write } from "../../kit/elements.js";
import { definePart } from "../../kit/part.js";
import { tag } from "../../kit/list_tag.js";
import { narrow } from "../../kit/media.js";
import { moveFocusByKeys, setTabStop } from "../../kit/roving_focus.js";
import { rovingTabindex, markedText } from "../../kit/terms.js";
import { speak } from "../../kit/voice.js";

const SENTENCES = 2; // shown until the panel is opened
const SPEAK_AFTER = 500; // ms

function paintTag(node, side) {
  node.className = side ? `tag ${side}` : "tag even";
  write(node, side ? side.toUpperCase() : "=");
}

function paintHead(s) {
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

function makeRow(s, key) {
  const row = { label: el("span", "label"), a: el("span", "number"), b: el("span", "number"), difference: el("span", "number difference"), tag: tag("") };
  row.disagrees = el("span", "disagrees", { hidden: "" }, "≠");
  row.node = el("button", "row", el("span", "named", row.label, row.disagrees), row.a, row.b, row.difference, row.tag);
  row.node.onclick = () => {
    markChosen(s, key); // before the response
    s.tab.dispatch({ name: "choose", field: "metric", value: key });
  };
  s.rows.set(key, row);
  return row;
}

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

const rowNodes = (s) => [...s.bar.querySelectorAll("button.row")];

function markChosen(s, chosen) {
  for (const [key, { node }] of s.rows) node.ariaPressed = String(key === chosen);
  setTabStop(rowNodes(s), s.rows.get(chosen)?.node);
}

function paintRows(s) {
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

function paintSentences(s) {
  const count = s.open ? Infinity : SENTENCES;
  const nodes = s.data.sentences.slice(0, count).map(({ mark: sign, text }) => el("p", sign === "=" ? "muted" : "", el("span", "", sign), " ", ...markedText(s.data.words, text)));
  s.sentences.classList.toggle("open", s.open);
  s.sentences.replaceChildren(...nodes);
}

function speakWhenAtRest(s) {
  clearTimeout(s.speaking);
  const { texts, ...data } = s.data;
  const text = fillTemplate(data.side ? texts.ahead : texts.level, { ...data, name: data.measure, side: data.side.toUpperCase() });
  s.speaking = setTimeout(() => speak("winner", text), SPEAK_AFTER);
}

function mount(root, signal) {
  const s = { rows: new Map(), open: false, hasAsked: false };
  const make = (name, tagName = /** @type {keyof HTMLElementTagNameMap} */ ("div"), ...content) => (s[name] = el(tagName, name, ...content));
  s.tag = tag("");
  make("name", "div", { id: "name" });
  [s.before, s.after] = [el("span", "lead"), el("span", "lead")];
  make("line", "div", s.tag, s.before, make("ahead", "span"), s.after);
  make("values");
  make("why");
  make("brief"); // on a phone, instead of the whole sentence
  s.heads = ["named", "number", "number", "number difference"].map((name) => el("span", name));
  make("bar", "div", { role: "toolbar", "aria-orientation": "vertical" }, make("first"), make("rest"));
  make("sentences");
  make("more", "button");
  const head = el("div", "row head", { "aria-hidden": true }, ...s.heads, el("span", "tag even"));
  s.panel = el("section", "panel", { "aria-labelledby": "name" }, s.name, s.line, s.values, s.why, s.brief, el("div", "strip", el("div", "table", head, s.bar, s.sentences), s.more));
  moveFocusByKeys(s.bar, () => rowNodes(s));
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
  root.querySelector(".winner").replaceChildren(s.panel);
  s.updateTabStops = rovingTabindex(s.panel); // one stop of the Tab key for all words
  return s;
}

// In a low window the sentences would be below its end.
function scrollToSentences(s) {
  if (s.isOpening) s.sentences.firstElementChild?.scrollIntoView({ block: "nearest", behavior: prefersReducedMotion() ? "auto" : "smooth" });
}

// The values of what is closed are not computed until it is opened.
function askForMore(s) {
  if (s.open !== s.hasAsked) s.tab.dispatch({ name: "show_all_measures", value: (s.hasAsked = s.open) });
}

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
