// “My number”: the field, the explanation shown with both derivations, and the other ones.
import { el, write } from "../../kit/elements.js";
import { focusedBeside } from "../../kit/find_elements.js";
import { redrawnPart } from "../../kit/part.js";
import { remarks } from "../../kit/library_notes.js";
import { rovingTabindex, markedText } from "../../kit/terms.js";
import { twoDerivations } from "../../shared/two_derivations/two_derivations.js";

/** @import { Drawn } from "../../kit/part.js" */
/** @import { Card, MyNumberPayload } from "./payload.d.ts" */
/**
 * The elements are made at the first drawing.
 *
 * @typedef {Drawn<MyNumberPayload> & Record<"label" | "find" | "hint" | "status" | "body", HTMLElement> & {
 *   input: HTMLInputElement, form: HTMLFormElement, typed?: string, opened?: Set<string>, settle?: () => void,
 * }} State
 */

function buildField(/** @type {State} */ s) {
  s.input = el("input", "", { id: "got", autocomplete: "off", inputmode: "text", spellcheck: false });
  s.label = el("label", "", { for: "got" });
  s.find = el("button", "find");
  s.form = el("form", "", s.label, s.input, s.find);
  s.hint = el("p", "hint", { id: "hint" });
  s.input.setAttribute("aria-describedby", "hint");
  s.find.setAttribute("type", "submit");
  const send = () => {
    const got = s.input.value.trim();
    if (got === s.data.typed) return;
    s.body.classList.add("stale");
    s.tab.dispatch({ name: "set_page_params", value: { got, answer: "", as: "", was: "" } });
  };
  s.form.onsubmit = (event) => {
    event.preventDefault();
    send();
  };
  s.input.onchange = send;
  s.status = el("div", "status", { "aria-live": "polite" });
  s.body = el("div", "body");
  s.box.append(s.form, s.hint, s.status, s.body);
}

function actionButton(/** @type {string} */ label, /** @type {() => void} */ onClick) {
  const button = el("button", "set", label);
  button.onclick = onClick;
  return button;
}

function checkButton(/** @type {State} */ s) {
  const { check_label: checkLabel } = s.data;
  return checkLabel && actionButton(checkLabel, () => s.tab.dispatch({ name: "set_page_params", value: { ask: "tool", of: "" } }));
}

function cardParts(/** @type {State} */ s, /** @type {Card} */ data) {
  const { changes, notes, derivations, applied_text: appliedText, can_set: canSet } = data;
  const { library_notes: libraryNotes, library_notes_label: notesLabel } = data;
  const { texts, words } = s.data;
  const parts = [];
  if (appliedText) parts.push(el("p", "applied", ...markedText(words, appliedText)));
  if (changes.length) {
    const list = changes.map(({ name, page, other }) => el("li", "", ...markedText(words, name), " ", el("span", "from", page), " → ", el("b", "", other)));
    parts.push(el("ul", "changes", ...list));
  }
  if (derivations) parts.push(twoDerivations(derivations));
  parts.push(...notes.map((note) => el("p", "note", ...markedText(words, note))));
  const noteNodes = remarks(libraryNotes, words, (s.opened ??= new Set()));
  if (!notesLabel) parts.push(...noteNodes);
  const actions = [
    appliedText && actionButton(texts.take_back, () => s.tab.dispatch({ name: "take_back" })),
    canSet && actionButton(texts.show, () => s.tab.dispatchAndGo({ name: "show_answer" }, "explore")),
    checkButton(s),
    notesLabel && el("details", "remark", el("summary", "", notesLabel), ...noteNodes), // beside the buttons: closed, it takes no line
  ].filter((each) => each instanceof Node);
  if (actions.length) parts.push(el("div", "actions", ...actions));
  return parts;
}

function otherExplanations(/** @type {State} */ s, /** @type {MyNumberPayload} */ { others, others_label: label, is_open: isOpen }) {
  const rows = others.map(({ params, text, value }) => {
    const button = params && el("button", "link", s.data.texts.compare, el("span", "away", `: ${text}`));
    if (button) button.onclick = () => s.tab.dispatch({ name: "set_page_params", value: params });
    return el("li", params ? "" : "own", el("b", "number", value), el("span", "words", ...markedText(s.data.words, text), ...(button ? [" ", button] : [])));
  });
  const list = el("div", "", el("ol", "", ...rows), ...s.data.separation.map((text) => el("p", "note", ...markedText(s.data.words, text))));
  return isOpen ? el("div", "others", el("p", "", label), list) : el("details", "others", el("summary", "", label), list);
}

export default redrawnPart("my_number", (/** @type {State} */ s) => {
  if (!s.input) buildField(s);
  const { data } = s;
  const { texts } = data;
  write(s.label, texts.typed);
  write(s.find, texts.find);
  write(s.hint, texts.typed_help);
  s.input.placeholder = texts.typed_hint;
  s.input.maxLength = data.max_length;
  if (s.typed !== data.typed) s.input.value = s.typed = data.typed;
  s.input.ariaInvalid = String(Boolean(data.error));
  s.hint.hidden = Boolean(data.error || data.card || data.intro.length);
  const intro = data.intro.map((text) => el("p", "intro", ...markedText(data.words, text)));
  const head = data.card && el("h2", "", { tabindex: -1 }, ...markedText(data.words, data.card.head), data.card.value && el("span", "value", { title: data.card.title }, data.card.value));
  s.status.replaceChildren(...[data.error && el("p", "error", { role: "alert" }, data.error), ...intro, head].filter((each) => each instanceof Node));
  const hadFocus = s.body.contains(focusedBeside(s.box));
  const parts = data.card ? cardParts(s, data.card) : [];
  if (data.others.length) parts.push(otherExplanations(s, data));
  s.body.replaceChildren(...parts, ...data.notes.map((text) => el("p", "note", ...markedText(data.words, text))));
  const button = !data.card && checkButton(s);
  if (button) s.body.append(el("div", "actions", button));
  s.settle ??= rovingTabindex(s.box); // one stop of the Tab key for all words
  s.settle();
  s.body.classList.remove("stale");
  if (hadFocus) head?.focus();
});
