// The score panel: the chosen measure in large figures, under it all measures in an order that never changes.
import { copied } from "../../kit/clipboard.js";
import { arrange, prefersReducedMotion, el, fillTemplate, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { narrow } from "../../kit/media.js";
import { channel } from "../../kit/part_events.js";
import { definePart } from "../../kit/part.js";
import { moveFocusByKeys, setTabStop } from "../../kit/roving_focus.js";
import { termButton } from "../../kit/terms.js";
import { speak } from "../../kit/voice.js";
import { showChanges, showOptimistic } from "./changes.js";
import { COPY, icon } from "../../kit/svg.js";

/** @import { Given, Part } from "../../kit/part.js" */
/** @import { ScoreRow, ScoresPayload } from "./payload.d.ts" */
/** @typedef {{ label: HTMLElement, change: HTMLElement, number: HTMLElement, node: HTMLButtonElement }} Row */
/** @typedef {Part<ReturnType<typeof build>, ScoresPayload>} Scores */

const ROW = 1.625; // rem, as in the style sheet
const REST = 500; // ms

/** @param {Scores} s @param {ScoresPayload | undefined} before */
function paintHead(s, before) {
  const { data } = s;
  write(s.name, data.name);
  s.name.setAttribute("data-term", data.term);
  if (s.value.textContent !== data.value) {
    s.value.replaceChildren(data.undefined && data.word ? termButton(data.word, data.value) : data.value);
    // The new figures stand at once; only their colour settles, so quick edits do not flicker.
    if (before && !prefersReducedMotion()) s.value.animate({ color: ["var(--rv-a)", "var(--rv-text)"] }, 150);
  }
  s.value.title = data.title ?? "";
  s.value.classList.toggle("word", data.undefined);
  s.value.classList.toggle("long", !data.undefined && data.value.length > 8);
  write(s.detail, data.undefined ? "" : data.detail);
  write(s.reason, data.undefined ? data.reason : "");
  write(s.put, data.undefined ? data.put : "");
  s.note.title = data.undefined ? data.reason + data.put : "";
  write(s.guess, data.guess);
  write(s.sentence, data.sentence);
  s.copy.ariaLabel = s.copy.title = data.texts.copy;
}

// The list tells of an edit whose value is known already; the answer will say the same.
/** @param {Scores} s @param {{ edit: string }} news */
function show(s, { edit }) {
  const known = s.data.prefetched?.[edit];
  if (!known) return;
  const before = s.data;
  const [value, title, detail] = known;
  const withValue = (/** @type {ScoreRow} */ row) => (row.chosen ? { ...row, value, title, undefined: false } : row);
  const rows = { rows: before.rows.map(withValue), more_rows: before.more_rows.map(withValue) };
  s.data = { ...before, ...rows, value, title, detail, undefined: false };
  paintHead(s, before);
  paintMeasures(s);
  showOptimistic(s, before);
  speakWhenAtRest(s);
  s.news.emit("optimistic", { part: "scores" });
}

/** @param {Scores} s @param {string} key @returns {Row} */
function makeRow(s, key) {
  const [label, change, number] = [el("span", "label"), el("span", "change"), el("span", "number")];
  const row = { label, change, number, node: el("button", "row", label, change, number) };
  row.node.onclick = () => {
    mark(s, key); // ahead of the answer
    s.tab.dispatch({ name: "choose", field: "metric", value: key });
  };
  s.buttons.set(key, row);
  return row;
}

/** @param {Scores} s @param {string | undefined} chosen */
function mark(s, chosen) {
  for (const [key, { node }] of s.buttons) node.ariaPressed = String(key === chosen);
  setTabStop(s.bar.querySelectorAll("button"), s.buttons.get(chosen ?? "")?.node ?? s.rows.firstElementChild);
}

/** @param {Scores} s @param {ScoreRow[]} rows @param {HTMLElement} parent */
function paintRows(s, rows, parent) {
  const nodes = rows.map(({ key, label, value, title, undefined: none }) => {
    const row = s.buttons.get(key) ?? makeRow(s, key);
    write(row.label, label);
    write(row.number, value);
    row.node.title = title ?? "";
    row.node.classList.toggle("none", Boolean(none));
    return row.node;
  });
  arrange(parent, nodes);
}

/**
 * The panel may be as high as there is room for between where it begins and the derivation.
 *
 * @param {Scores} s
 * @param {boolean} all
 */
function openRest(s, all, brief = false) {
  [s.open, s.brief] = [all, brief];
  s.panel.style.setProperty("--top", `${s.panel.getBoundingClientRect().top}px`);
}

function paintMeasures(/** @type {Scores} */ s) {
  const { rows, more_rows: rest = [], texts } = s.data;
  const all = [...rows, ...rest];
  for (const [key, { node }] of s.buttons) {
    if (all.some((row) => row.key === key)) continue;
    node.remove();
    s.buttons.delete(key);
  }
  paintRows(s, rows, s.rows);
  paintRows(s, rest, s.rest);
  const chosen = all.find((row) => row.chosen)?.key;
  mark(s, chosen);
  // A measure that is chosen from outside must be seen; otherwise the person decides.
  if (chosen !== s.chosen && !s.open && rest.some((row) => row.key === chosen)) openRest(s, true, true);
  s.rest.classList.toggle("open", s.open);
  // Opened for that alone, or with feedback on a guess, the panel keeps its height, so that nothing under it moves.
  const guessHeight = narrow.matches || !s.data.guess ? 0 : s.guess.offsetHeight; // asking for it lays out the page
  s.bar.classList.toggle("short", guessHeight > 0);
  s.bar.style.maxHeight = s.brief || (guessHeight && !s.open) ? `calc(${rows.length * ROW}rem - ${guessHeight}px)` : "";
  if (chosen !== s.chosen) reveal(s, s.buttons.get(chosen ?? "")?.node);
  s.chosen = chosen;
  const full = s.open && !s.brief;
  s.more.hidden = !rest.length;
  s.more.ariaExpanded = String(full);
  write(s.more, full ? texts.less : texts.more);
  s.bar.ariaLabel = texts.values;
}

// The values of what is closed are not computed until it is opened.
function askForMore(/** @type {Scores} */ s) {
  const showsAll = s.open || narrow.matches; // the strip of a phone shows all
  if (showsAll !== s.requestsAll) s.tab.dispatch({ name: "show_all_measures", value: (s.requestsAll = showsAll) });
}

/** Among the rows, or in the sideways strip of a phone; never scrolls the page. @param {Scores} s @param {HTMLElement | undefined} node */
function reveal(s, node) {
  if (!node) return;
  const place = node.offsetTop - s.bar.offsetTop - s.bar.scrollTop;
  if (place < 0 || place + node.offsetHeight > s.bar.clientHeight) s.bar.scrollTop += place - s.bar.clientHeight / 2;
  if (s.strip.scrollWidth <= s.strip.clientWidth) return;
  const off = node.getBoundingClientRect().left - s.strip.getBoundingClientRect().left;
  s.strip.scrollBy({ left: off - 8, behavior: prefersReducedMotion() ? "auto" : "smooth" });
}

/** @param {Scores} s @param {string} [value] */
function paintToggle(s, value) {
  const { toggle, texts } = s.data;
  s.toggle.hidden = !toggle;
  if (!toggle) return;
  s.toggle.ariaLabel = texts.numbers;
  for (const [key, node] of s.kinds) {
    write(node, toggle[`label_${key}`]);
    node.title = key === "fractions" ? texts.fractions_note : "";
    node.ariaPressed = String(key === (value ?? toggle.value));
  }
}

async function copy(/** @type {Scores} */ s) {
  const { copy: text, texts } = s.data;
  if (!(await copied(text, s.panel))) return;
  s.copy.classList.add("done");
  write(s.copyStatus, texts.copied);
  clearTimeout(s.timer);
  s.timer = setTimeout(() => {
    s.copy.classList.remove("done");
    write(s.copyStatus);
  }, 1500);
}

// Once the values have come to rest: what is seen of them, in one sentence.
function speakWhenAtRest(/** @type {Scores} */ s) {
  clearTimeout(s.speaking);
  if (s.isDragged) return;
  s.speaking = setTimeout(() => {
    const { name, value, texts } = s.data;
    const values = { name, value, change: s.delta.textContent, against: s.against.title };
    speak("scores", fillTemplate(values.change ? texts.spoken_change : texts.spoken, values));
  }, REST);
}

/** @typedef {"decimals" | "fractions"} Numbers */

/** @param {ShadowRoot} root @param {AbortSignal} signal @param {string | undefined} of */
function build(root, signal, of) {
  const box = (/** @type {string} */ name) => el("div", name);
  const span = (/** @type {string} */ name) => el("span", name);
  const kindOf = (/** @type {Numbers} */ key) => /** @type {const} */ ([key, el("button", "kind")]);
  const kinds = [kindOf("decimals"), kindOf("fractions")];
  const name = termButton("", "");
  name.id = "name";
  const [value, delta, against] = [span("value"), box("delta"), box("against")];
  const change = el("div", "change", { "aria-hidden": true, hidden: "" }, delta, against);
  const [detail, reason, put] = [span("detail"), span("reason"), span("put")];
  const note = el("div", "note", detail, reason, put);
  const guess = el("div", "guess", { role: "status" });
  const [sentence, rows, rest] = [box("sentence"), box("rows"), box("rest")];
  const bar = el("div", "bar", { role: "toolbar", "aria-orientation": "vertical" }, rows, rest);
  const toggle = el("div", "toggle", { role: "group" }, ...kinds.map(([, node]) => node));
  const [more, copyButton] = [el("button", "more"), el("button", "copy", icon(COPY), icon("M4 10.500 8 15l8-10"))];
  const strip = el("div", "strip", bar, el("div", "foot", more, toggle, copyButton));
  const copyStatus = el("div", "away", { role: "status" });
  const lines = [el("div", "name", name), el("div", "line", value, change), note, guess, sentence, strip, copyStatus];
  const panel = el("section", "panel", { "aria-labelledby": "name" }, ...lines);
  elementIn(root, ".scores").replaceChildren(panel); // a page may come back with what it had
  return {
    ...{ kinds, name, value, delta, against, change, detail, reason, put, note, guess, sentence, rows, rest, bar, toggle, more, strip, panel },
    ...{ copy: copyButton, copyStatus },
    news: channel(of, "scores", signal),
    buttons: /** @type {Map<string, Row>} */ (new Map()),
    open: false,
    brief: false,
    requestsAll: false,
    isDragged: false,
    chosen: /** @type {string | undefined} */ (undefined),
    from: /** @type {Map<string, string> | null | undefined} */ (undefined), // the parts before the last step
    was: /** @type {ScoresPayload | null} */ (null), // what the values were there
    shows: false, // what has changed
    step: /** @type {object | null | undefined} */ (undefined), // that brought it
    of: "",
    beside: "",
    ...{ timer: 0, speaking: 0, leaving: 0 },
  };
}

/** @param {ShadowRoot} root @param {AbortSignal} signal @param {Given<ScoresPayload>} given */
function mount(root, signal, { data }) {
  const s = /** @type {Scores} */ (build(root, signal, data.of));
  moveFocusByKeys(s.bar, () => [...s.bar.querySelectorAll("button")].filter((node) => node.offsetParent));
  s.more.onclick = () => {
    openRest(s, s.brief || !s.open);
    paintMeasures(s);
    // What was asked for is seen: as much of it as there is room for.
    if (s.open && s.bar.scrollHeight > s.bar.clientHeight) s.bar.scrollTop = s.rest.offsetTop - s.bar.offsetTop;
    askForMore(s);
  };
  s.copy.onclick = () => copy(s);
  s.news.on("edit", (edit) => show(s, edit));
  s.news.on("drag", ({ on }) => {
    s.isDragged = on;
    speakWhenAtRest(s);
  });
  narrow.addEventListener("change", () => askForMore(s), { signal });
  for (const [key, node] of s.kinds) {
    node.onclick = () => {
      paintToggle(s, key); // ahead of the answer
      s.tab.dispatch({ name: "numbers", value: key });
    };
  }
  return s;
}

/** @param {Scores} s @param {Given<ScoresPayload>} given */
function update(s, { data, tab }) {
  const before = s.data;
  Object.assign(s, { data, tab });
  s.requestsAll ||= data.more && narrow.matches; // they came with the page
  paintHead(s, before);
  paintMeasures(s);
  compare(s);
  if (before && before.name + before.value + before.basis.entries !== data.name + data.value + data.basis.entries) speakWhenAtRest(s);
  paintToggle(s);
  askForMore(s);
}

// What the values were before the last step is read once a step.
function compare(/** @type {Scores} */ s) {
  const from = s.tab.partsBeforeStep();
  if (from !== s.from) s.was = JSON.parse(from?.get("scores") || "null");
  s.from = from;
  showChanges(s, from, s.was);
}

export default definePart(mount, update);
