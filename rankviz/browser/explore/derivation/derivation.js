// The derivation: each line as name, formula, terms and result, under it the step player, the copies and the steps told in words.
import { arrange, el, fillTemplate, write } from "../../kit/elements.js";
import { channel } from "../../kit/part_events.js";
import { definePart } from "../../kit/part.js";
import { withTerms, termLabel, rovingTabindex, termButton as word } from "../../kit/terms.js";
import { aboutLine } from "./metric_line.js";
import { drawCopies, wireMenu } from "./copy_menu.js";
import { drawGeneral, newGeneral } from "./narrow_layout.js";
import { ICONS } from "./icons.js";
import { align, draw, drawSoFar, drawTerms, isLong, label, newRow } from "./lines.js";
import { icon } from "../../kit/svg.js";
import { drawNamed, newNamed } from "./symbol_links.js";
import { speak } from "../../kit/voice.js";

const NAME = "derivation";
const PACE = 700; // ms a step
const narrow = matchMedia("(max-width: 1100px)");

// ---- the rank that is shown

const tell = (s, rank, pinned) => s.news.emit("rank", { rank, pinned });
function pin(s, rank) {
  if (s.hover !== null) tell(s, null, false); // a pointer that rests somewhere would hide the step
  tell(s, rank, true);
  speak("step", [...s.place.children, s.sentence].map(({ textContent }) => textContent).filter(Boolean).join(". "));
}
function hover(s, rank) {
  if (s.hover !== rank) tell(s, rank, false);
}

function mark(s) {
  const lit = s.hover ?? s.pinned;
  s.formula.classList.toggle("open", s.open && s.rows.some(isLong));
  if (s.rows.map((row) => drawTerms(s, row, () => mark(s))).some(Boolean)) align(s);
  for (const term of s.lines.querySelectorAll(".term")) term.classList.toggle("lit", lit !== null && term.dataset.rank === `${lit}`);
  const at = s.ranks.indexOf(lit);
  const step = s.data.steps[at];
  for (const row of s.rows) drawSoFar(row, lit);
  writePlace(s.place, step ? fillTemplate(s.t.rank_of, { rank: step.rank, n: s.ranks.length }) : "", step?.running_total?.text);
  s.news.emit("running_total", { rank: step?.rank ?? null, ...step?.running_total });
  sayStep(s.sentence, step);
  s.bar.classList.toggle("stepping", Boolean(step));
  for (const [act, button] of Object.entries(s.buttons)) {
    // Not `disabled`: a button that is reached by stepping must not lose the focus.
    button.ariaDisabled = String(!s.ranks.length || (at >= 0 && at === aim(s, act, at)));
  }
}

function writePlace(node, place, runningTotal = "") {
  write(node.firstChild, place);
  write(node.lastChild, runningTotal);
}

function reveal(s) {
  const term = s.formula.querySelector(".lit");
  const { top, bottom } = s.formula.getBoundingClientRect();
  const box = term?.getBoundingClientRect();
  if (box && (box.top < top || box.bottom > bottom)) s.formula.scrollTop += box.top - top - 8;
}

/**
 * @param {any} node
 * @param {any} step
 * @param {(key: string, text: string) => HTMLElement} [make]
 */
function sayStep(node, step, make = word) {
  const key = JSON.stringify(step?.text ?? []);
  if (node.shown === key) return;
  node.shown = key;
  node.replaceChildren(...withTerms(step?.text ?? [], make));
  node.settle?.();
}

// Where a step leads to from one of the ranks.
function aim(s, act, at) {
  const last = s.ranks.length - 1;
  return { first: 0, previous: Math.max(0, at - 1), next: Math.min(last, at + 1), last }[act];
}
function go(s, act) {
  if (s.ranks.length) pin(s, s.ranks[aim(s, act, s.ranks.indexOf(s.pinned))]);
}
const atEnd = (s) => s.ranks.indexOf(s.pinned) === s.ranks.length - 1;

function play(s, on) {
  clearInterval(s.timer);
  s.timer = null;
  if (on && s.ranks.length) {
    go(s, atEnd(s) ? "first" : "next");
    if (!atEnd(s)) s.timer = setInterval(() => (go(s, "next"), atEnd(s) && play(s, false)), PACE);
  }
  s.buttons.play.querySelector("path").setAttribute("d", s.timer ? ICONS.pause : ICONS.play);
  if (s.t) label(s.buttons.play, s.timer ? s.t.pause : s.t.play);
}

function press(s, act) {
  if (act === "play") return play(s, !s.timer);
  play(s, false);
  go(s, act);
}

// ---- words

function drawWords(s) {
  const { words } = s.data;
  const folded = words.length > 2;
  s.about.show(s.data.about);
  s.moreRules.parentNode.hidden = !folded;
  write(s.moreRules, s.showsAllRules ? s.t.fewer_terms : fillTemplate(s.t.more_terms, { n: words.length - 1 }));
  s.moreRules.ariaExpanded = String(s.showsAllRules);
  const shownRules = folded && !s.showsAllRules ? words.slice(0, 1) : words;
  arrange(s.ruleList, [s.about.line.parentNode, ...shownRules.map((text) => el("li", "", ...withTerms(text))), s.moreRules.parentNode]);
  s.settleRules();
}

// ---- mounting

function build(root) {
  const s = { root, hover: null, pinned: null, timer: null, open: false, showsAllRules: false, rows: [], ranks: [], items: new Map() };
  s.final = newRow("final");
  s.mean = newRow("final mean");
  s.lines = el("div", "lines");
  s.ends = el("div", "ends", s.final.node, s.mean.node);
  s.formula = el("div", "formula", { role: "group", tabindex: 0 }, s.lines, s.ends);
  const acts = ["first", "previous", "play", "next", "last"];
  s.buttons = Object.fromEntries(acts.map((act) => [act, el("button", "icon", icon(ICONS[act]))]));
  for (const act of acts) s.buttons[act].onclick = () => press(s, act);
  [s.place, s.widest, s.sentence, s.longest] = ["now", "ghost", "now", "ghost"].map((className) => el("span", className));
  for (const node of [s.place, s.widest]) node.append(el("span"), el("span", "sum"));
  s.widest.ariaHidden = s.longest.ariaHidden = "true";
  s.sentence.settle = rovingTabindex(s.sentence);
  s.copyLabel = el("span");
  s.copy = el("button", "copy", icon(ICONS.copy), s.copyLabel);
  s.steps = el("div", "steps", ...Object.values(s.buttons), el("span", "place", s.place, s.widest));
  s.ruleList = el("ul", "rules");
  s.settleRules = rovingTabindex(s.ruleList);
  s.notes = el("div", "notes", s.ruleList);
  s.sentenceBox = el("div", "sentence", s.sentence, s.longest);
  s.bar = el("div", "bar", s.steps, s.sentenceBox, s.copy);
  s.area = el("textarea", "", { readonly: "" });
  s.failed = el("div", "failed", el("p"), s.area);
  s.list = el("div");
  s.live = el("div", "away", { "aria-live": "polite" });
  s.menu = el("div", "menu", { popover: "auto", role: "group" }, s.list, s.failed, s.live);
  s.moreRules = el("button", "more link");
  s.moreRules.onclick = () => {
    s.showsAllRules = !s.showsAllRules;
    drawWords(s);
  };
  el("li", "", s.moreRules);
  s.about = aboutLine();
  el("li", "", s.about.line);
  s.named = newNamed();
  root.replaceChildren(s.formula, s.bar, s.notes, s.menu, s.about.pop);
  return s;
}

// What the symbols are stands where the steps are told, and gives way to them; a narrow window has no room there.
function placeNamed(s) {
  if (narrow.matches) s.notes.prepend(s.named);
  else s.sentenceBox.append(s.named);
}

function tellHeight(node, name, { offsetHeight }) {
  const height = `${offsetHeight}px`;
  if (node.style.getPropertyValue(name) !== height) node.style.setProperty(name, height);
}

function wire(s, signal) {
  placeNamed(s);
  narrow.addEventListener("change", () => placeNamed(s), { signal });
  const rankAt = ({ target }) => Number(target.closest("[data-rank]")?.dataset.rank ?? NaN);
  // A finger only touches: its tap is a click, and what it touched must not stay pointed at.
  s.lines.addEventListener("pointerover", (event) => event.pointerType !== "touch" && hover(s, rankAt(event) || null));
  s.lines.addEventListener("pointerleave", () => hover(s, null));
  s.lines.addEventListener("click", (event) => {
    const rank = rankAt(event);
    if (!rank) return;
    play(s, false);
    tell(s, rank, true);
  });
  s.root.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest("[popover]")) return;
    const step = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "play" }[key];
    if (key === "Escape") {
      play(s, false);
      tell(s, null, true);
    } else if (step && !(key === " " && target.closest("button"))) {
      event.preventDefault();
      press(s, step);
    }
  });
  s.news.on("rank", ({ rank, pinned, source }) => {
    if (pinned && source !== NAME && rank !== s.pinned) play(s, false);
    s[pinned ? "pinned" : "hover"] = rank;
    if (!s.data) return;
    mark(s);
    if (pinned || source !== NAME) reveal(s);
  });
  wireMenu(s, signal);
  // Where the last line stands is left to the wrapping; only the hairline between must know. What else the window holds depends on the height.
  const board = s.root.getRootNode().host.closest(".rv-board");
  const sizes = new ResizeObserver(() => {
    s.formula.classList.toggle("below", s.ends.offsetTop >= s.lines.offsetTop + s.lines.offsetHeight);
    tellHeight(board, "--rv-derivation-height", s.root);
    tellHeight(s.bar, "--sentence-height", s.sentenceBox);
  });
  for (const node of [s.root, s.formula, s.lines, s.ends, s.sentenceBox]) sizes.observe(node);
  document.fonts.addEventListener("loadingdone", () => s.data && align(s), { signal });
  signal.addEventListener("abort", () => {
    play(s, false);
    sizes.disconnect();
  });
}

function translate(s, texts) {
  s.t = texts;
  for (const each of ["first", "previous", "next", "last"]) label(s.buttons[each], texts[each]);
  label(s.buttons.play, s.timer ? texts.pause : texts.play);
  write(s.copyLabel, texts.copy);
  s.menu.ariaLabel = texts.copy;
}

function receive(s, data, isOtherList) {
  const formulas = JSON.stringify([data.lines, data.final, data.mean]);
  if (s.timer && (formulas !== s.formulas || isOtherList)) play(s, false);
  s.data = data;
  s.ranks = data.steps.map(({ rank }) => rank);
  translate(s, data.texts);
  if (formulas !== s.formulas) draw(s);
  s.formulas = formulas;
  // Unseen, the longest ones keep the room that the others need, so that nothing moves while stepping.
  const length = ({ text }) => text.reduce((sum, piece) => sum + (piece.text ?? piece).length, 0);
  sayStep(s.longest, data.steps.reduce((a, b) => (a && length(a) >= length(b) ? a : b), undefined), termLabel);
  const sums = data.steps.map((step) => step.running_total?.text ?? "");
  const rank = fillTemplate(s.t.rank_of, { rank: Math.max(0, ...s.ranks), n: s.ranks.length });
  writePlace(s.widest, rank, sums.reduce((a, b) => (b.length > a.length ? b : a), ""));
  drawNamed(s.named, data);
  drawGeneral(s.general, data.lines);
  drawWords(s);
  s.copy.hidden = !data.copies.length;
  s.steps.hidden = Boolean(data.asked); // its ranks would tell what is asked
  s.bar.classList.toggle("asking", s.steps.hidden);
  drawCopies(s);
  mark(s);
}

function mount(root, signal, { data }) {
  const s = build(root.querySelector(".derivation"));
  s.news = channel(data.of, NAME, signal);
  s.general = newGeneral(s.news, signal);
  s.bar.prepend(s.general.node);
  wire(s, signal);
  return s;
}

function update(s, { data, isOtherList }) {
  const isNew = !s.data;
  receive(s, data, isOtherList);
  if (!isNew) return;
  s.news.emit("rank?");
  s.news.emit("legend?");
}

export default definePart(mount, update);
