// The derivation: each line as name, formula, terms and result, under it the step player, the copies and the steps told in words.
import { arrange, el, fillTemplate, write } from "../../kit/elements.js";
import { elementAround, elementIn, elementsIn } from "../../kit/find_elements.js";
import { medium } from "../../kit/media.js";
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

/** @import { Given } from "../../kit/part.js" */
/** @import { Piece } from "../../kit/terms.js" */
/** @import { Row } from "./lines.js" */
/** @import { DerivationPayload, Step } from "./payload.d.ts" */
/** @typedef {"first" | "previous" | "next" | "last"} Act */
/** @typedef {HTMLElement & { shown?: string, settle?: () => void }} Said the place of a sentence, and which one it shows */
/** @typedef {ReturnType<typeof build> & { data: DerivationPayload, t: Record<string, string> }} Derivation `t`: its texts */

const NAME = "derivation";
const ACTS = /** @type {const} */ (["first", "previous", "play", "next", "last"]);
const KEYS = /** @type {Record<string, Act | "play">} */ ({ ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "play" });
const PACE = 700; // ms a step

// ---- the rank that is shown

/** @param {Derivation} s @param {number | null} rank @param {boolean} pinned */
const tell = (s, rank, pinned) => s.news.emit("rank", { rank, pinned });
/** @param {Derivation} s @param {number} rank */
function pin(s, rank) {
  if (s.hover !== null) tell(s, null, false); // a pointer that rests somewhere would hide the step
  tell(s, rank, true);
  speak("step", [...s.place.children, s.sentence].map(({ textContent }) => textContent).filter(Boolean).join(". "));
}
/** @param {Derivation} s @param {number | null} rank */
function hover(s, rank) {
  if (s.hover !== rank) tell(s, rank, false);
}

/** @param {Derivation} s @param {number | null} rank */
const indexOf = (s, rank) => (rank === null ? -1 : s.ranks.indexOf(rank));

function mark(/** @type {Derivation} */ s) {
  const lit = s.hover ?? s.pinned;
  s.formula.classList.toggle("open", s.open && s.rows.some(isLong));
  if (s.rows.map((row) => drawTerms(s, row, () => mark(s))).some(Boolean)) align(s);
  for (const term of elementsIn(s.lines, ".term")) term.classList.toggle("lit", lit !== null && term.dataset.rank === `${lit}`);
  const at = indexOf(s, lit);
  const step = /** @type {Step | undefined} */ (s.data.steps[at]);
  for (const row of s.rows) drawSoFar(row, lit);
  writePlace(s.place, step ? fillTemplate(s.t.rank_of, { rank: step.rank, n: s.ranks.length }) : "", step?.running_total?.text);
  s.news.emit("running_total", { rank: step?.rank ?? null, ...step?.running_total });
  sayStep(s.sentence, step);
  s.bar.classList.toggle("stepping", Boolean(step));
  for (const act of ACTS) {
    // Not `disabled`: a button that is reached by stepping must not lose the focus.
    s.buttons[act].ariaDisabled = String(!s.ranks.length || (act !== "play" && at >= 0 && at === aim(s, act, at)));
  }
}

/** @param {Element} node @param {string} place */
function writePlace(node, place, runningTotal = "") {
  const [first, last] = node.children;
  write(first, place);
  write(last, runningTotal);
}

function reveal(/** @type {Derivation} */ s) {
  const term = s.formula.querySelector(".lit");
  const { top, bottom } = s.formula.getBoundingClientRect();
  const box = term?.getBoundingClientRect();
  if (box && (box.top < top || box.bottom > bottom)) s.formula.scrollTop += box.top - top - 8;
}

/**
 * @param {Said} node
 * @param {Step | undefined} step
 * @param {(key: string, text: string) => HTMLElement} [make]
 */
function sayStep(node, step, make = word) {
  const key = JSON.stringify(step?.text ?? []);
  if (node.shown === key) return;
  node.shown = key;
  node.replaceChildren(...withTerms(step?.text ?? [], make));
  node.settle?.();
}

/** Where a step leads to from one of the ranks. @param {Derivation} s @param {Act} act @param {number} at */
function aim(s, act, at) {
  const last = s.ranks.length - 1;
  return { first: 0, previous: Math.max(0, at - 1), next: Math.min(last, at + 1), last }[act];
}
/** @param {Derivation} s @param {Act} act */
function go(s, act) {
  if (s.ranks.length) pin(s, s.ranks[aim(s, act, indexOf(s, s.pinned))]);
}
const atEnd = (/** @type {Derivation} */ s) => indexOf(s, s.pinned) === s.ranks.length - 1;

/** @param {Derivation} s @param {boolean} on */
function play(s, on) {
  clearInterval(s.timer);
  s.timer = 0;
  if (on && s.ranks.length) {
    go(s, atEnd(s) ? "first" : "next");
    if (!atEnd(s)) s.timer = setInterval(() => (go(s, "next"), atEnd(s) && play(s, false)), PACE);
  }
  s.buttons.play.querySelector("path")?.setAttribute("d", s.timer ? ICONS.pause : ICONS.play);
  if (s.t) label(s.buttons.play, s.timer ? s.t.pause : s.t.play);
}

/** @param {Derivation} s @param {Act | "play"} act */
function press(s, act) {
  if (act === "play") return play(s, !s.timer);
  play(s, false);
  go(s, act);
}

// ---- words

function drawWords(/** @type {Derivation} */ s) {
  const { words } = s.data;
  const folded = words.length > 2;
  s.about.show(s.data.about);
  s.moreItem.hidden = !folded;
  write(s.moreRules, s.showsAllRules ? s.t.fewer_terms : fillTemplate(s.t.more_terms, { n: words.length - 1 }));
  s.moreRules.ariaExpanded = String(s.showsAllRules);
  const shownRules = folded && !s.showsAllRules ? words.slice(0, 1) : words;
  arrange(s.ruleList, [s.aboutItem, ...shownRules.map((text) => el("li", "", ...withTerms(text))), s.moreItem]);
  s.settleRules();
}

// ---- mounting

/** @param {HTMLElement} root @param {string | undefined} of @param {AbortSignal} signal */
function build(root, of, signal) {
  const news = channel(of, NAME, signal);
  const [final, mean] = [newRow("final"), newRow("final mean")];
  const lines = el("div", "lines");
  const ends = el("div", "ends", final.node, mean.node);
  const formula = el("div", "formula", { role: "group", tabindex: 0 }, lines, ends);
  const made = ACTS.map((act) => [act, el("button", "icon", icon(ICONS[act]))]);
  const buttons = /** @type {Record<Act | "play", HTMLButtonElement>} */ (Object.fromEntries(made));
  const [place, widest] = ["now", "ghost"].map((className) => el("span", className, el("span"), el("span", "sum")));
  /** @type {Said[]} */
  const [sentence, longest] = [el("span", "now"), el("span", "ghost")];
  widest.ariaHidden = longest.ariaHidden = "true";
  sentence.settle = rovingTabindex(sentence);
  const copyLabel = el("span");
  const copy = el("button", "copy", icon(ICONS.copy), copyLabel);
  const steps = el("div", "steps", ...Object.values(buttons), el("span", "place", place, widest));
  const ruleList = el("ul", "rules");
  const notes = el("div", "notes", ruleList);
  const sentenceBox = el("div", "sentence", sentence, longest);
  const general = newGeneral(news, signal);
  const bar = el("div", "bar", general.node, steps, sentenceBox, copy);
  const area = el("textarea", "", { readonly: "" });
  const failed = el("div", "failed", el("p"), area);
  const list = el("div");
  const live = el("div", "away", { "aria-live": "polite" });
  const menu = el("div", "menu", { popover: "auto", role: "group" }, list, failed, live);
  const moreRules = el("button", "more link");
  const about = aboutLine();
  root.replaceChildren(formula, bar, notes, menu, about.pop);
  return {
    ...{ root, news, final, mean, lines, ends, formula, buttons, place, widest, sentence, longest, copyLabel, copy, steps, notes, sentenceBox },
    ...{ general, bar, area, failed, list, live, menu, moreRules, about, ruleList },
    settleRules: rovingTabindex(ruleList),
    moreItem: el("li", "", moreRules),
    aboutItem: el("li", "", about.line),
    named: newNamed(),
    hover: /** @type {number | null} */ (null), // ranks
    pinned: /** @type {number | null} */ (null),
    timer: 0, // of the player; 0 while it stands
    open: false, // whether no term is folded
    showsAllRules: false,
    rows: /** @type {Row[]} */ ([]),
    ranks: /** @type {number[]} */ ([]), // of the player
    formulas: "", // what is drawn
    items: /** @type {Map<string, HTMLButtonElement>} */ (new Map()), // of the menu
    copied: /** @type {string | null} */ (null), // the one that was copied
    closing: 0,
  };
}

/** What the symbols are stands where the steps are told, and gives way to them; a narrow window has no room there. @param {Derivation} s */
function placeNamed(s) {
  if (medium.matches) s.notes.prepend(s.named.row);
  else s.sentenceBox.append(s.named.row);
}

/** @param {HTMLElement} node @param {string} name @param {HTMLElement} measured */
function tellHeight(node, name, { offsetHeight }) {
  const height = `${offsetHeight}px`;
  if (node.style.getPropertyValue(name) !== height) node.style.setProperty(name, height);
}

/** @param {Derivation} s @param {AbortSignal} signal */
function wire(s, signal) {
  placeNamed(s);
  medium.addEventListener("change", () => placeNamed(s), { signal });
  const rankAt = (/** @type {Event} */ { target }) => Number(elementAround(target, "[data-rank]")?.dataset.rank ?? NaN);
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
    if (event.ctrlKey || event.altKey || event.metaKey || elementAround(target, "[popover]")) return;
    const step = KEYS[key];
    if (key === "Escape") {
      play(s, false);
      tell(s, null, true);
    } else if (step && !(key === " " && elementAround(target, "button"))) {
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
  const board = elementAround(/** @type {ShadowRoot} */ (s.root.getRootNode()).host, ".rv-board");
  const sizes = new ResizeObserver(() => {
    s.formula.classList.toggle("below", s.ends.offsetTop >= s.lines.offsetTop + s.lines.offsetHeight);
    if (board) tellHeight(board, "--rv-derivation-height", s.root);
    tellHeight(s.bar, "--sentence-height", s.sentenceBox);
  });
  for (const node of [s.root, s.formula, s.lines, s.ends, s.sentenceBox]) sizes.observe(node);
  document.fonts.addEventListener("loadingdone", () => s.data && align(s), { signal });
  signal.addEventListener("abort", () => {
    play(s, false);
    sizes.disconnect();
  });
}

/** @param {Derivation} s @param {Record<string, string>} texts */
function translate(s, texts) {
  s.t = texts;
  for (const act of ACTS) label(s.buttons[act], texts[act === "play" && s.timer ? "pause" : act]);
  write(s.copyLabel, texts.copy);
  s.menu.ariaLabel = texts.copy;
}

/** @param {Derivation} s @param {DerivationPayload} data @param {boolean} isOtherList */
function receive(s, data, isOtherList) {
  const formulas = JSON.stringify([data.lines, data.final, data.mean]);
  if (s.timer && (formulas !== s.formulas || isOtherList)) play(s, false);
  s.data = data;
  s.ranks = data.steps.map(({ rank }) => rank);
  translate(s, data.texts);
  if (formulas !== s.formulas) draw(s);
  s.formulas = formulas;
  // Unseen, the longest ones keep the room that the others need, so that nothing moves while stepping.
  const letters = (/** @type {Piece} */ piece) => (typeof piece === "string" ? piece : piece.text).length;
  const length = (/** @type {Step} */ { text }) => text.reduce((sum, piece) => sum + letters(piece), 0);
  const longest = data.steps.reduce((a, b) => (a && length(a) >= length(b) ? a : b), /** @type {Step | undefined} */ (undefined));
  sayStep(s.longest, longest, termLabel);
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

/** @param {ShadowRoot} root @param {AbortSignal} signal @param {Given<DerivationPayload>} given */
function mount(root, signal, { data }) {
  const s = /** @type {Derivation} */ (build(elementIn(root, ".derivation"), data.of, signal));
  for (const act of ACTS) s.buttons[act].onclick = () => press(s, act);
  s.moreRules.onclick = () => {
    s.showsAllRules = !s.showsAllRules;
    drawWords(s);
  };
  wire(s, signal);
  return s;
}

/** @param {Derivation} s @param {Given<DerivationPayload>} given */
function update(s, { data, isOtherList }) {
  const isNew = !s.data;
  receive(s, data, isOtherList);
  if (!isNew) return;
  s.news.emit("rank?");
  s.news.emit("legend?");
}

export default definePart(mount, update);
