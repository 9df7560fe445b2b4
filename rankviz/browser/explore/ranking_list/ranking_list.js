// The ranked list. It changes its own copy and paints at once; the answer says what became of it. Several may stand on a page: `of` in
// the data tells them apart, `read_only` is one that is looked at, `mirrored` has its columns from right to left.

import { fillTemplate, write } from "../../kit/elements.js";
import { elementAround, elementIn, elementsIn } from "../../kit/find_elements.js";
import { channel } from "../../kit/part_events.js";
import { definePart } from "../../kit/part.js";
import { speak } from "../../kit/voice.js";
import { isRefusal } from "../../tab/transport.js";
import { dragChip, dragCutoff, dragRow } from "./dragging.js";
import { add, isRefused } from "./edits.js";
import { keyIn } from "./keys.js";
import { CHIP, ROW, SKELETON } from "./markup.js";
import { find, withKeys, rankOf } from "./model.js";
import { rename } from "./names.js";
import { focus, hover, highlight, render, point, select } from "./painting.js";
import { openPicker, pickerFields, wirePicker } from "./picker.js";

/** @import { Given, Part } from "../../kit/part.js" */
/** @import { Item, Row } from "./model.js" */
/** @import { Side } from "./painting.js" */
/** @import { RankingListPayload } from "./payload.d.ts" */
/** @typedef {Part<ReturnType<typeof build> & { receive: (late: RankingListPayload) => void }, RankingListPayload>} RankingList */

const NAME = "ranking_list";

function wire(/** @type {RankingList} */ s) {
  const { box } = s;
  const keyAt = (/** @type {EventTarget | null} */ target) => Number(elementAround(target, "[data-key]")?.dataset.key ?? NaN);
  box.addEventListener("keydown", (event) => keyIn(s, event));
  box.addEventListener("focusin", ({ target }) => {
    const key = keyAt(target);
    if (key && key !== s.selected) select(s, key);
  });
  box.addEventListener("click", ({ target }) => {
    const act = elementAround(target, "[data-do]")?.dataset.do;
    const key = keyAt(target);
    if (act) return act.startsWith("add") ? add(s, act === "add_missed") : s.tab.dispatch({ name: /** @type {"table" | "paste"} */ (act) });
    if (!key) return;
    if (elementAround(target, ".grade") && !s.locked) openPicker(s, key);
    else if (key !== s.selected) select(s, key);
  });
  box.addEventListener("dblclick", ({ target }) => {
    const key = keyAt(target);
    if (key && !s.locked && !elementAround(target, ".grade, .grip, input")) rename(s, key);
  });
  box.addEventListener("pointerdown", (event) => {
    const { target } = event;
    const key = keyAt(target);
    if (s.locked) return;
    if (target === s.pill) return s.fixed || dragCutoff(s, event);
    const isChip = elementAround(target, ".chip") && !elementAround(target, "button, input");
    if (elementAround(target, ".grip")) {
      focus(s, key, false);
      dragRow(s, event, key);
    } else if (isChip && !isRefused(s, "")) dragChip(s, event, key);
  });
  s.grid.addEventListener("pointermove", ({ target, pointerType }) => {
    if (pointerType !== "touch" && !s.drag) hover(s, rankOf(s, keyAt(target)));
  });
  s.grid.addEventListener("pointerleave", () => hover(s, null));
}

let lists = 0;

/** @param {ShadowRoot} root @param {AbortSignal} signal @param {string | undefined} of */
function build(root, signal, of) {
  const box = elementIn(root, ".ranking_list");
  box.innerHTML = fillTemplate(SKELETON, { list: ++lists });
  const at = (/** @type {string} */ name) => elementIn(box, `.${name}`);
  const [grid, row, picker] = [at("rows"), at("missed"), at("picker")];
  const rows = /** @type {Side} */ ({ list: "rows", parent: grid, dom: new Map(), html: ROW });
  const missed = /** @type {Side} */ ({ list: "missed", parent: row, dom: new Map(), html: CHIP });
  return {
    ...{ root, signal, of, box, grid, picker },
    ...{ body: at("body"), line: at("line"), pill: at("pill"), mark: at("mark"), sum: at("running-total"), shelf: at("shelf") },
    ...{ toast: at("toast"), empty: at("empty"), lock: at("lock"), missedGrid: elementIn(box, ".chips [role=grid]") },
    ...pickerFields(picker),
    sides: [rows, missed],
    news: channel(of, NAME, signal),
    rows: /** @type {Row[]} */ ([]),
    missed: /** @type {Item[]} */ ([]),
    cutoff: /** @type {number | null} */ (null),
    scored: false,
    keys: 0, // the last one that was given to an entry
    picked: 0, // key of the entry whose menu is open
    selected: /** @type {number | null} */ (null), // key of an entry
    hover: /** @type {number | null} */ (null), // ranks
    pinned: /** @type {number | null} */ (null),
    runningTotal: /** @type {{ rank: number | null, text: string } | null} */ (null),
    drag: false,
    late: /** @type {RankingListPayload | null} */ (null), // what came while a row was held
    preview: /** @type {Row[] | null} */ (null), // the rows while one is held
    lit: /** @type {HTMLElement | undefined} */ (undefined),
    chosen: /** @type {HTMLElement | undefined} */ (undefined), // the selected one
    locked: false,
    fixed: false, // whether the cutoff stays where it is
    painted: false,
    textsShown: "",
    language: 0, // counts what `textsShown` was
    toastTimer: 0,
  };
}

/** @param {ShadowRoot} root @param {AbortSignal} signal @param {Given<RankingListPayload>} given */
function mount(root, signal, { data }) {
  const s = /** @type {RankingList} */ (build(root, signal, data.of));
  s.receive = (late) => receive(s, late);
  wirePicker(s);
  wire(s);
  s.news.on("rank", ({ rank, pinned, source }) => {
    s[pinned ? "pinned" : "hover"] = rank;
    if (pinned && source !== NAME) s.selected = s.rows[Number(rank) - 1]?.key ?? null;
    highlight(s);
  });
  s.news.on("running_total", ({ rank, text = "" }) => {
    s.runningTotal = { rank, text };
    highlight(s);
  });
  s.news.on("rank?", () => s.pinned !== null && point(s, s.pinned, true));
  s.news.on("cutoff", ({ cutoff, source }) => {
    if (source === NAME) return;
    s.cutoff = cutoff;
    render(s);
  });
  // An edit that was said already, and is not done.
  const refused = (/** @type {CustomEventInit} */ { detail }) => isRefusal(detail) && speak("list", "");
  document.addEventListener("rankviz:status", /** @type {EventListener} */ (refused), { signal });
  signal.addEventListener("abort", () => clearTimeout(s.toastTimer));
  return s;
}

function translate(/** @type {RankingList} */ s) {
  const { texts } = s.data;
  const json = JSON.stringify(texts);
  if (json === s.textsShown) return;
  s.textsShown = json;
  s.language += 1;
  for (const node of elementsIn(s.box, "[data-text]")) write(node, texts[node.dataset.text ?? ""]);
  for (const node of elementsIn(s.box, "[data-label]")) node.ariaLabel = texts[node.dataset.label ?? ""];
}

/** @param {RankingList} s @param {RankingListPayload} data */
function adopt(s, data) {
  const place = rankOf(s, s.selected);
  const before = [...s.rows, ...s.missed];
  const all = withKeys([...data.rows, ...data.missed], before, () => ++s.keys);
  s.rows = /** @type {Row[]} */ (all.slice(0, data.rows.length));
  s.missed = all.slice(data.rows.length);
  s.cutoff = data.cutoff;
  s.scored = data.scored;
  if (s.selected !== null && !find(s, s.selected)) {
    s.selected = s.rows[Math.min(place ?? 1, s.rows.length) - 1]?.key ?? null;
    if (s.selected === null) point(s, null, true);
  }
}

/** @param {RankingList} s @param {RankingListPayload} data */
function receive(s, data) {
  s.data = data;
  s.locked = Boolean(data.read_only);
  s.box.classList.toggle("locked", s.locked);
  elementIn(s.root, '[data-do="table"]').hidden = Boolean(data.alone);
  s.box.classList.toggle("asked", Boolean(data.asked)); // in a question, which says itself that there is no cutoff
  s.box.classList.toggle("mirrored", Boolean(data.mirrored));
  s.box.classList.toggle("only", Boolean(data.only));
  s.box.classList.toggle("no-drag", data.only === "grade");
  s.grid.ariaReadOnly = String(s.locked);
  s.fixed = s.locked || Boolean(data.fixed_cutoff);
  s.box.classList.toggle("fixed", s.fixed);
  s.pill.ariaDisabled = String(s.fixed);
  write(s.lock, data.note);
  translate(s);
  adopt(s, data);
  render(s);
  if (!find(s, s.picked)) s.picker.hidePopover();
}

/** @param {RankingList} s @param {Given<RankingListPayload>} given */
function update(s, { data, tab }) {
  s.tab = tab;
  if (s.drag) s.late = data;
  else receive(s, data);
}

export default definePart(mount, update);
