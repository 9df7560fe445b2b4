// The panel in which a question is answered: the field, what is said of the answer, hints, and when it is over where to go on.
import { isTyping } from "../../tab/keys.js";
import { prefersReducedMotion, el, icon, write } from "../../kit/elements.js";
import { channel } from "../../kit/events.js";
import { definePart } from "../../kit/part.js";
import { AGAIN, BULB, draftAnswer, openLearnParams, NEXT, NOTE, recordWork, TICK, submitAnswer } from "../../kit/work.js";

const NAME = "answer_panel";
const ICONS = { next: NEXT, another: AGAIN };
const isTouched = matchMedia("(pointer: coarse)");

// What the middle of another kind of question has chosen.
const elsewhere = ({ data }) => (draftAnswer.number === data.at ? draftAnswer.text : "");

function check(s) {
  const { data } = s;
  const text = data.field ? s.input.value : elsewhere(s);
  if (data.over || (!data.field && !text)) return;
  const isOther = Boolean(data.field && !data.field.typed && !s.checking); // the answer before was a line
  if (submitAnswer(s.tab, data.at, text, isOther)) {
    s.checking = true;
    write(s.check, data.texts.checking);
  } else if (s.checking) return;
  else if (data.goes_on) openLearnParams(s.tab, data.goes_on);
  else if (data.field) s.input.select();
}

// What is typed and not checked yet stays with the question, as its cells do.
const keep = (s) => recordWork(s.tab, s.data.at, { typed: s.input.value, silent: true });

const hint = (s) => s.data.hint && recordWork(s.tab, s.data.at, { hints: s.data.hint.next });

// ---- open

function drawSaid(s, said) {
  s.said.hidden = !said;
  s.said.classList.toggle("wrong", Boolean(said?.wrong));
  const head = said && el("p", "head", icon(NOTE), el("span", "", said.head));
  const asks = (said?.asks ?? []).map((text) => el("p", "", text));
  s.saying.replaceChildren(...(head ? [head] : []), ...asks, ...[said?.look, said?.wait].filter(Boolean).map((text) => el("p", "muted", text)));
}

function drawOpen(s) {
  const { data } = s;
  s.form.hidden = !data.field && !data.check;
  s.label.hidden = s.input.hidden = s.note.hidden = !data.field;
  if (data.field) {
    write(s.label, data.field.label);
    write(s.note, data.field.note);
    s.input.placeholder = data.field.placeholder;
    if (s.at !== data.at || s.wasOver || s.lacksField) s.input.value = s.tab.currentWork()[data.at]?.typed ?? data.field.typed;
  }
  s.check.hidden = !data.check;
  write(s.check, data.check);
  s.check.ariaDisabled = String(!data.field && !elsewhere(s));
  s.hint.hidden = !data.hint;
  write(s.hintLabel, data.hint?.label);
  write(s.left, data.hint?.left);
  s.solution.hidden = !data.solution;
  write(s.solution, data.solution);
  drawSaid(s, data.said);
}

// ---- over

function choice(s, { label, icon: name, place, state }, isFirst) {
  const button = el("button", isFirst ? "primary" : "", el("span", "", label));
  if (name) button[name === "next" ? "append" : "prepend"](icon(ICONS[name]));
  button.onclick = () => {
    if (!place) return s.tab.dispatch({ name: "show_on_explore", value: state });
    s.goesOn = true;
    return openLearnParams(s.tab, place);
  };
  return button;
}

function drawOver(s) {
  const { data } = s;
  write(s.name, data.name);
  write(s.value, data.value);
  s.sign.hidden = !data.solved;
  write(s.detail, data.detail);
  s.detail.hidden = !data.detail;
  s.words.replaceChildren(...data.words.map((text) => el("p", "", text)));
  s.buttons.replaceChildren(...data.buttons.map((each, at) => choice(s, each, at === 0)));
}

// ---- both

function drawTried(s) {
  const { tried: rows, texts } = s.data;
  s.tried.hidden = !rows.length;
  s.tried.replaceChildren(el("p", "", texts.tried), el("ul", "", ...rows.map((text) => el("li", "", text))));
}

// The rank that is said to differ is lit in the list and the formula.
function point(s) {
  const mark = s.data.said?.mark;
  const rank = mark?.axis === "list" ? mark.rank : null;
  if (rank === null && !s.pointed && s.at === s.data.at) return; // what was selected before is of another list
  s.pointed = rank;
  s.news.emit("rank", { rank, pinned: true });
}

// Where one goes on when what had the focus is gone: with an answer.
const next = (s) => [s.input, s.check, s.solution].find((node) => !node.hidden && !node.closest("[hidden]"));

/**
 * Who answered by the keyboard goes on by it: with the field where there is one, else with the way on.
 *
 * @param {any} s
 * @param {Element | null} held what had the focus before this was drawn
 */
function aim(s, held) {
  const { data, root } = s;
  const had = s.box.contains(held) || s.checking || s.goesOn;
  const isFresh = s.at !== data.at;
  if (isFresh && had && s.at) document.querySelector('[data-testid="stMain"]')?.scrollTo({ top: 0 });
  const isFirst = s.at === 0 && document.activeElement === document.body && !isTouched.matches;
  const appears = data.field && s.lacksField && !isFresh; // by what was answered elsewhere
  if (!had && !isFirst && !appears) return;
  if (data.over) {
    if (!isFresh || s.goesOn) s.buttons.querySelector("button")?.focus({ preventScroll: isTouched.matches });
  } else if (isTouched.matches && (isFresh || s.checking) && !appears) {
    s.input.blur(); // a keyboard would come up over the list, or over what is said
  } else if (data.field && (s.checking || isFresh || appears)) {
    s.input.focus({ preventScroll: !appears }); // on a phone it stands below what was pressed
    s.input.select();
  } else if (!isFresh && held?.closest("[hidden]")) next(s)?.focus({ preventScroll: true });
  else if (data.field && !root.activeElement) s.input.focus({ preventScroll: true });
}

// What is said of an answer is seen: on a phone it stands below the buttons.
function bringSaid(s) {
  const saying = s.said.hidden ? "" : s.saying.innerText;
  if (saying && s.at === s.data.at && saying !== s.told) s.said.scrollIntoView({ block: "nearest", behavior: prefersReducedMotion() ? "auto" : "smooth" });
  s.told = saying;
}

function update(s, { data, tab }) {
  Object.assign(s, { data, tab });
  const held = s.root.activeElement;
  s.open.hidden = data.over;
  s.over.hidden = !data.over;
  if (data.over) drawOver(s);
  else drawOpen(s);
  drawTried(s);
  point(s);
  aim(s, held);
  bringSaid(s);
  if (s.at === data.at && s.checking && data.goes_on) openLearnParams(tab, data.goes_on); // an answer that is only kept
  Object.assign(s, { at: data.at, wasOver: data.over, lacksField: !data.over && !data.field, checking: false, goesOn: false });
}

function build(s) {
  s.label = el("label", "name", { for: "answer" });
  s.input = el("input", "field", { id: "answer", autocomplete: "off", inputmode: "text", spellcheck: false, maxlength: 200, "aria-describedby": "answer-note answer-said" });
  s.note = el("p", "note", { id: "answer-note" });
  s.check = el("button", "primary");
  s.form = el("form", "", s.label, s.input, s.note, s.check);
  [s.hintLabel, s.left] = [el("span"), el("span", "left")];
  s.hint = el("button", "hint", { "aria-keyshortcuts": "h", title: "h" }, icon(BULB), s.hintLabel, s.left);
  s.solution = el("button", "solution");
  s.saying = el("div", "", { id: "answer-said", role: "status" });
  s.said = el("div", "said", s.saying);
  s.open = el("div", "open", s.form, s.hint, s.solution, s.said);
  s.name = el("p", "name");
  s.sign = el("span", "sign", icon(TICK));
  s.value = el("span", "value");
  s.detail = el("p", "detail");
  s.words = el("div", "words", { role: "status" });
  s.buttons = el("div", "buttons");
  s.over = el("div", "over", s.name, el("p", "result", s.sign, s.value), s.detail, s.words, s.buttons);
  s.tried = el("div", "tried");
  s.box.append(s.open, s.over, s.tried);
}

function wire(s, signal) {
  s.check.setAttribute("type", "submit");
  s.form.onsubmit = (event) => {
    event.preventDefault();
    check(s);
  };
  s.input.oninput = () => keep(s);
  s.hint.onclick = () => hint(s);
  s.solution.onclick = () => {
    s.goesOn = true;
    recordWork(s.tab, s.data.at, { shown: true });
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || !s.data || !s.root.host.isConnected || s.root.host.hidden || isTyping(event)) return;
    const first = s.data.over && s.buttons.querySelector("button");
    if (key === "h" && !s.data.over) hint(s);
    else if (key === "n" && first) first.click();
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", press, { signal });
  s.news.on("answer?", () => s.input.focus());
  s.news.on("answer", ({ check: now = false }) => {
    if (!s.data) return;
    s.check.ariaDisabled = String(!s.data.field && !elsewhere(s));
    if (now) check(s);
  });
}

function mount(root, signal, { data }) {
  const s = { root, box: root.querySelector(".answer_panel"), at: 0, pointed: null, checking: false, goesOn: false, wasOver: false };
  s.news = channel(data.of, NAME, signal);
  build(s);
  wire(s, signal);
  return s;
}

export default definePart(mount, update);
