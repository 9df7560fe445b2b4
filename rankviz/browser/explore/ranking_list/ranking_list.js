// The ranked list. It changes its own copy and paints at once; the answer says what became of it. Several may stand on a page: `of` in
// the data tells them apart, `read_only` is one that is looked at, `mirrored` has its columns from right to left.

import { fillTemplate, write } from "../../kit/elements.js";
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
import { openPicker, wirePicker } from "./picker.js";

const NAME = "ranking_list";

function wire(s) {
  const { box } = s;
  const keyAt = (target) => Number(target.closest("[data-key]")?.dataset.key ?? NaN);
  box.addEventListener("keydown", (event) => keyIn(s, event));
  box.addEventListener("focusin", ({ target }) => {
    const key = keyAt(target);
    if (key && key !== s.selected) select(s, key);
  });
  box.addEventListener("click", ({ target }) => {
    const act = target.closest("[data-do]")?.dataset.do;
    const key = keyAt(target);
    if (act) return act.startsWith("add") ? add(s, act === "add_missed") : s.tab.dispatch({ name: act });
    if (!key) return;
    if (target.closest(".grade") && !s.locked) openPicker(s, key);
    else if (key !== s.selected) select(s, key);
  });
  box.addEventListener("dblclick", ({ target }) => {
    const key = keyAt(target);
    if (key && !s.locked && !target.closest(".grade, .grip, input")) rename(s, key);
  });
  box.addEventListener("pointerdown", (event) => {
    const { target } = event;
    const key = keyAt(target);
    if (s.locked) return;
    if (target === s.pill) return s.fixed || dragCutoff(s, event);
    const isChip = target.closest(".chip") && !target.closest("button, input");
    if (target.closest(".grip")) {
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

function mount(root, signal, { data }) {
  const s = { root, signal, of: data.of, keys: 0, language: 0, cutoff: null, locked: false };
  Object.assign(s, { rows: [], missed: [], selected: null, hover: null, pinned: null, drag: false, late: null, preview: null });
  s.news = channel(s.of, NAME, signal);
  s.receive = (late) => receive(s, late);
  s.box = root.querySelector(".ranking_list");
  s.box.innerHTML = fillTemplate(SKELETON, { list: ++lists });
  const names = ["body", "line", "pill", "mark", "running-total", "shelf", "say", "toast", "picker", "empty", "lock"];
  for (const name of names) s[name] = s.box.querySelector(`.${name}`);
  s.grid = s.box.querySelector(".rows");
  s.row = s.box.querySelector(".missed");
  s.sides = [
    { list: "rows", parent: s.grid, dom: new Map(), html: ROW },
    { list: "missed", parent: s.row, dom: new Map(), html: CHIP },
  ];
  wirePicker(s);
  wire(s);
  s.news.on("rank", ({ rank, pinned, source }) => {
    s[pinned ? "pinned" : "hover"] = rank;
    if (pinned && source !== NAME) s.selected = s.rows[rank - 1]?.key ?? null;
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

function translate(s) {
  const { texts } = s.data;
  const json = JSON.stringify(texts);
  if (json === s.textsShown) return;
  s.textsShown = json;
  s.language += 1;
  for (const node of s.box.querySelectorAll("[data-text]")) write(node, texts[node.dataset.text]);
  for (const node of s.box.querySelectorAll("[data-label]")) node.ariaLabel = texts[node.dataset.label];
  for (const node of s.box.querySelectorAll("[data-hint]")) node.placeholder = texts[node.dataset.hint];
}

function adopt(s, data) {
  const place = rankOf(s, s.selected);
  const before = [...s.rows, ...s.missed];
  const all = withKeys([...data.rows, ...data.missed], before, () => ++s.keys);
  s.rows = all.slice(0, data.rows.length);
  s.missed = all.slice(data.rows.length);
  s.cutoff = data.cutoff;
  s.scored = data.scored;
  if (s.selected !== null && !find(s, s.selected)) {
    s.selected = s.rows[Math.min(place ?? 1, s.rows.length) - 1]?.key ?? null;
    if (s.selected === null) point(s, null, true);
  }
}

function receive(s, data) {
  s.data = data;
  s.locked = Boolean(data.read_only);
  s.box.classList.toggle("locked", s.locked);
  s.root.querySelector('[data-do="table"]').hidden = Boolean(data.alone);
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

function update(s, { data, tab }) {
  s.tab = tab;
  if (s.drag) s.late = data;
  else receive(s, data);
}

export default definePart(mount, update);
