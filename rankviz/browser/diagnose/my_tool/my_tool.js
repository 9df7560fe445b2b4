// “My tool”: a list, the code by which another tool computes it, and which formula the number identifies.
import { copied } from "../../kit/clipboard.js";
import { el, write } from "../../kit/elements.js";
import { elementIn, elementsIn, focusedBeside } from "../../kit/find_elements.js";
import { redrawnPart } from "../../kit/part.js";
import { remarks } from "../../kit/library_notes.js";
import { select } from "../../kit/select.js";
import { rovingTabindex, markedText } from "../../kit/terms.js";
import { tableOf } from "../../shared/table/table.js";

/** @import { Drawn } from "../../kit/part.js" */
/** @import { MyToolPayload } from "./payload.d.ts" */
/**
 * The elements are made at the first drawing.
 *
 * @typedef {Drawn<MyToolPayload> & Record<"label" | "answer" | "top" | "note" | "left" | "right" | "below" | "code" | "links", HTMLElement> & {
 *   input: HTMLInputElement, form: HTMLFormElement, key?: string, typed?: string, opened?: Set<string>, settle?: () => void,
 * }} State `key` of the program that is shown
 */

// Another list starts without numbers for follow-up lists.
const setParam = (/** @type {State} */ s, /** @type {string} */ name) => (/** @type {string} */ value) => s.tab.dispatch({ name: "set_page_params", value: { [name]: value, further: "" } });

function buildField(/** @type {State} */ s) {
  s.label = el("label", "", { for: "gave" });
  s.input = el("input", "", { id: "gave", autocomplete: "off", spellcheck: false });
  s.form = el("form", "", s.label, s.input);
  const send = () => {
    const [typed, { name, prefix }] = [s.input.value.trim().replaceAll("~", ""), s.data.field];
    if (typed !== s.data.typed) s.tab.dispatch({ name: "set_page_params", value: { further: "", [name]: prefix + typed } });
  };
  s.form.onsubmit = (event) => {
    event.preventDefault();
    send();
  };
  s.input.onchange = send;
  s.answer = el("p", "answer", { role: "status" });
  s.top = el("div", "top");
  s.note = el("p", "note");
  s.left = el("div", "left");
  s.right = el("div", "right");
  s.below = el("div", "formulas");
  s.code = el("div", "code");
  s.box.append(s.top, s.note, el("div", "columns", s.left, s.code, s.right));
  s.links = el("div", "row");
  s.right.append(s.form, s.answer, s.links, s.below);
}

function drawProgram(/** @type {State} */ s) {
  const { programs, unavailable, texts } = s.data;
  const program = programs.find(({ key }) => key === s.key) ?? programs[0];
  const options = programs.map(({ key, name, group }) => ({ value: key, label: name, group }));
  const pick = (/** @type {string} */ key) => {
    s.key = key;
    drawProgram(s);
    elementIn(s.code, "select").focus();
  };
  const status = el("span", "done", { role: "status" });
  const copy = el("button", "copy", texts.copy);
  copy.onclick = async () => write(status, (await copied(program.text, s.code)) ? texts.copied : texts.copy_failed);
  const text = el("pre", "", { tabindex: 0, role: "region", "aria-label": program.name }, program.text);
  const [note, ...rest] = [program.note, ...unavailable].map((each) => each && el("p", "note", ...markedText(s.data.words, each)));
  const unavailableNote = unavailable.length > 0 && el("details", "remark", el("summary", "", texts.without), ...rest);
  const ownNotes = remarks(program.library_notes, s.data.words, (s.opened ??= new Set()), program.key);
  const notes = [note, ...ownNotes, unavailableNote].filter((each) => each instanceof Node);
  s.code.replaceChildren(el("div", "row", select({ label: texts.program, value: program.key, options }, pick), copy, status), text, ...notes);
}

/**
 * What had the focus in it keeps it, by its name.
 *
 * @param {State} s
 * @param {HTMLElement} parent
 * @param {HTMLElement[]} nodes
 */
function redraw(s, parent, nodes) {
  const focused = focusedBeside(s.box);
  const name = parent.contains(focused) ? focused?.getAttribute("name") : "";
  parent.replaceChildren(...nodes);
  if (name) elementsIn(parent, "select, button").find((node) => node.getAttribute("name") === name)?.focus();
}

export default redrawnPart("my_tool", (/** @type {State} */ s) => {
  if (!s.input) buildField(s);
  const { data } = s;
  s.box.toggleAttribute("data-elsewhere", Boolean(data.list)); // the list is not the page's
  const choices = [data.list_choice, ...(data.list ? [data.measure_choice] : [])];
  redraw(s, s.top, choices.map((choice) => select(choice, setParam(s, choice.name))));
  s.note.replaceChildren(...markedText(data.words, data.note));
  const open = el("button", "link", data.open_label);
  open.onclick = () => s.tab.dispatchAndGo({ name: "show_probe" }, "explore");
  s.left.hidden = !data.list;
  s.left.replaceChildren(...(data.list ? [...tableOf(s, { ...data.list, words: data.words }), ...(data.open_label ? [open] : [])] : []));
  drawProgram(s);
  s.right.hidden = !data.table;
  write(s.label, data.label);
  s.input.maxLength = data.max_length;
  if (s.typed !== data.typed) s.input.value = s.typed = data.typed;
  s.answer.replaceChildren(...markedText(data.words, data.answer_text));
  const links = data.links.map(({ label, params }) => {
    const button = el("button", "copy", label);
    button.name = label;
    button.onclick = () => {
      s.tab.dispatch({ name: "set_page_params", value: params });
      s.input.focus();
    };
    return button;
  });
  redraw(s, s.links, links);
  s.below.replaceChildren(...(data.table ? tableOf(s, { ...data.table, words: data.words }) : []));
  const [scroller, typedRow] = [".scroller", ".here"].map((each) => /** @type {HTMLElement | null} */ (s.below.querySelector(each)));
  s.settle ??= rovingTabindex(s.box); // one stop of the Tab key for all words
  s.settle();
  if (scroller && typedRow) scroller.scrollTop = typedRow.offsetTop - scroller.clientHeight / 2;
});
