// “My number”: the field, the explanation that is looked at with both derivations, and the others.
import { el, write } from "../../kit/elements.js";
import { redrawnPart } from "../../kit/part.js";
import { remarks } from "../../kit/remarks.js";
import { rovingTabindex, markedText } from "../../kit/terms.js";
import { twoDerivations } from "../../shared/two_derivations/two_derivations.js";

function field(s) {
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
    s.tab.dispatch({ name: "place", value: { got, answer: "", as: "", was: "" } });
  };
  s.form.onsubmit = (event) => {
    event.preventDefault();
    send();
  };
  s.input.onchange = send;
  s.said = el("div", "said", { "aria-live": "polite" });
  s.body = el("div", "body");
  s.box.append(s.form, s.hint, s.said, s.body);
}

function action(s, label, act) {
  const button = el("button", "set", label);
  button.onclick = act;
  return button;
}

function checking(s) {
  const { check } = s.data;
  return check && action(s, check, () => s.tab.dispatch({ name: "place", value: { ask: "tool", of: "" } }));
}

function card(s, { changes, notes, told: noted, told_head: folded, two, taken, can_set: canSet }) {
  const { texts, words } = s.data;
  const parts = [];
  if (taken) parts.push(el("p", "taken", ...markedText(words, taken)));
  if (changes.length) {
    const list = changes.map(({ name, here, there }) => el("li", "", ...markedText(words, name), " ", el("span", "from", here), " → ", el("b", "", there)));
    parts.push(el("ul", "changes", ...list));
  }
  if (two) parts.push(twoDerivations(two));
  parts.push(...notes.map((note) => el("p", "note", ...markedText(words, note))));
  const known = remarks(noted, words, (s.opened ??= new Set()));
  if (!folded) parts.push(...known);
  const actions = [
    taken && action(s, texts.take_back, () => s.tab.dispatch({ name: "take_back" })),
    canSet && action(s, texts.show, () => s.tab.dispatchAndGo({ name: "show_answer" }, "explore")),
    checking(s),
    folded && el("details", "remark", el("summary", "", folded), ...known), // beside the buttons: closed, it takes no line
  ].filter(Boolean);
  if (actions.length) parts.push(el("div", "actions", ...actions));
  return parts;
}

function others(s, given, label, isOpen) {
  const rows = given.map(({ place, words, value }) => {
    const button = place && el("button", "link", s.data.texts.compare, el("span", "away", `: ${words}`));
    if (button) button.onclick = () => s.tab.dispatch({ name: "place", value: place });
    return el("li", place ? "" : "own", el("b", "number", value), el("span", "words", ...markedText(s.data.words, words)), ...(button ? [button] : []));
  });
  const list = el("div", "", el("ol", "", ...rows), ...s.data.separate.map((text) => el("p", "note", ...markedText(s.data.words, text))));
  return isOpen ? el("div", "others", el("p", "", label), list) : el("details", "others", el("summary", "", label), list);
}

export default redrawnPart("my_number", (s) => {
  if (!s.input) field(s);
  const { data } = s;
  const { texts } = data;
  write(s.label, texts.typed);
  write(s.find, texts.find);
  write(s.hint, texts.typed_help);
  s.input.placeholder = texts.typed_hint;
  s.input.maxLength = data.most;
  if (s.typed !== data.typed) s.input.value = s.typed = data.typed;
  s.input.ariaInvalid = String(Boolean(data.error));
  s.hint.hidden = Boolean(data.error || data.card || data.lead.length);
  const lead = data.lead.map((text) => el("p", "lead", ...markedText(data.words, text)));
  const head = data.card && el("h2", "", { tabindex: -1 }, ...markedText(data.words, data.card.head), data.card.value && el("span", "value", { title: data.card.title }, data.card.value));
  s.said.replaceChildren(...[data.error && el("p", "error", { role: "alert" }, data.error), ...lead, head].filter(Boolean));
  const had = s.body.contains(/** @type {ShadowRoot} */ (s.box.getRootNode()).activeElement);
  const parts = data.card ? card(s, data.card) : [];
  if (data.others.length) parts.push(others(s, data.others, data.others_label, data.open));
  s.body.replaceChildren(...parts, ...data.notes.map((text) => el("p", "note", ...markedText(data.words, text))));
  const further = !data.card && checking(s);
  if (further) s.body.append(el("div", "actions", further));
  s.settle ??= rovingTabindex(s.box); // one stop of the Tab key for all words
  s.settle();
  s.body.classList.remove("stale");
  if (had) head?.focus();
});
