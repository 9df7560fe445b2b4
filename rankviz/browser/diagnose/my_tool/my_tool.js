// “My tool”: a list, the code that has another tool compute it, and which formula the number names.
import { copied } from "../../kit/clipboard.js";
import { el, write } from "../../kit/elements.js";
import { redrawnPart } from "../../kit/part.js";
import { remarks } from "../../kit/remarks.js";
import { select } from "../../kit/select.js";
import { rovingTabindex, markedText } from "../../kit/terms.js";
import { tableOf } from "../../shared/table/table.js";

// Another list has no further ones that were begun.
const ask = (s, name) => (value) => s.tab.dispatch({ name: "place", value: { [name]: value, further: "" } });

function field(s) {
  s.label = el("label", "", { for: "gave" });
  s.input = el("input", "", { id: "gave", autocomplete: "off", spellcheck: false });
  s.form = el("form", "", s.label, s.input);
  const send = () => {
    const [typed, { name, before }] = [s.input.value.trim().replaceAll("~", ""), s.data.field];
    if (typed !== s.data.typed) s.tab.dispatch({ name: "place", value: { further: "", [name]: before + typed } });
  };
  s.form.onsubmit = (event) => {
    event.preventDefault();
    send();
  };
  s.input.onchange = send;
  s.said = el("p", "said", { role: "status" });
  s.top = el("div", "top");
  s.note = el("p", "note");
  s.left = el("div", "left");
  s.right = el("div", "right");
  s.below = el("div", "formulas");
  s.code = el("div", "code");
  s.box.append(s.top, s.note, el("div", "columns", s.left, s.code, s.right));
  s.ways = el("div", "row");
  s.right.append(s.form, s.said, s.ways, s.below);
}

function program(s) {
  const { programs, without, texts } = s.data;
  const chosen = programs.find(({ key }) => key === s.key) ?? programs[0];
  const options = programs.map(({ key, name, group }) => ({ value: key, label: name, group }));
  const pick = (key) => {
    s.key = key;
    program(s);
    s.code.querySelector("select").focus();
  };
  const status = el("span", "done", { role: "status" });
  const copy = el("button", "copy", texts.copy);
  copy.onclick = async () => write(status, (await copied(chosen.text, s.code)) ? texts.copied : texts.copy_failed);
  const text = el("pre", "", { tabindex: 0, role: "region", "aria-label": chosen.name }, chosen.text);
  const [note, ...rest] = [chosen.note, ...without].map((each) => each && el("p", "note", ...markedText(s.data.words, each)));
  const none = without.length && el("details", "remark", el("summary", "", texts.without), ...rest);
  const notes = [note, ...remarks(chosen.told, s.data.words, (s.opened ??= new Set()), chosen.key), none].filter(Boolean);
  s.code.replaceChildren(el("div", "row", select({ label: texts.program, value: chosen.key, options }, pick), copy, status), text, ...notes);
}

function redraw(s, parent, nodes) {
  const { activeElement } = s.box.getRootNode();
  const name = parent.contains(activeElement) ? activeElement.dataset.name : null;
  parent.replaceChildren(...nodes);
  if (name) /** @type {HTMLElement} */ (parent.querySelector(`[data-name="${name}"]`))?.focus();
}

function named(s, data) {
  const node = select(data, ask(s, data.name));
  node.querySelector("select").dataset.name = data.name;
  return node;
}

export default redrawnPart("my_tool", (s) => {
  if (!s.input) field(s);
  const { data } = s;
  s.box.toggleAttribute("data-elsewhere", Boolean(data.list)); // a list of its own, not the page's
  redraw(s, s.top, [named(s, data.of), ...(data.list ? [named(s, data.measures)] : [])]);
  s.note.replaceChildren(...markedText(data.words, data.note));
  const open = el("button", "link", data.open);
  open.onclick = () => s.tab.dispatchAndGo({ name: "show_probe" }, "explore");
  s.left.hidden = !data.list;
  s.left.replaceChildren(...(data.list ? [...tableOf(s, { ...data.list, words: data.words }), ...(data.open ? [open] : [])] : []));
  program(s);
  s.right.hidden = !data.table;
  write(s.label, data.label);
  s.input.maxLength = data.most;
  if (s.typed !== data.typed) s.input.value = s.typed = data.typed;
  s.said.replaceChildren(...markedText(data.words, data.said));
  const ways = data.ways.map(({ label, value }) => {
    const way = el("button", "copy", label);
    way.dataset.name = label;
    way.onclick = () => {
      s.tab.dispatch({ name: "place", value });
      s.input.focus();
    };
    return way;
  });
  redraw(s, s.ways, ways);
  s.below.replaceChildren(...(data.table ? tableOf(s, { ...data.table, words: data.words }) : []));
  const [scroller, yours] = [".scroller", ".here"].map((each) => /** @type {HTMLElement} */ (s.below.querySelector(each)));
  s.settle ??= rovingTabindex(s.box); // one stop of the Tab key for all words
  s.settle();
  if (yours) scroller.scrollTop = yours.offsetTop - scroller.clientHeight / 2;
});
