// What stands in the place of a part that is covered: a button that lifts it, and a field for who wants to guess the value first.
import { el, write } from "../../kit/elements.js";
import { definePart } from "../../kit/part.js";

function mount(root) {
  const s = { name: el("div", "name"), guess: el("label", "guess"), field: el("input", "", { inputmode: "decimal", autocomplete: "off", maxlength: 60 }) };
  s.button = el("button", "show");
  s.word = el("span", "word");
  s.key = el("kbd", "", { "aria-hidden": true });
  s.error = el("p", "error", { role: "alert" });
  s.label = el("span", "label");
  s.guess.append(s.label, s.field);
  s.form = el("form", "hatched", s.guess, el("div", "act", s.button, s.word, s.key), s.error);
  const lift = () => {
    s.lifted = true;
    s.tab.dispatch({ name: "uncover", value: [s.data.lifts, s.guess.hidden ? "" : s.field.value.trim()] });
  };
  // The page's own keys rest while a number is typed; the one that covered is in no number, and lifts as well.
  s.field.onkeydown = (event) => {
    event.stopPropagation();
    if (event.key.toLowerCase() !== "o" || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    lift();
  };
  s.form.onsubmit = (event) => (event.preventDefault(), lift());
  s.button.onclick = lift;
  s.box = root.querySelector(".cover");
  s.box.role = "group";
  s.box.append(s.name, s.form);
  return s;
}

function update(s, { data, tab }) {
  Object.assign(s, { data, tab });
  s.box.ariaLabel = data.label;
  write(s.name, data.name);
  write(s.label, data.guess);
  s.guess.hidden = !data.guess;
  s.field.placeholder = data.hint;
  if (s.lifted && !data.guess_problem) s.field.value = ""; // it is covered again: what was typed has been answered
  s.lifted = false;
  write(s.button, data.show);
  write(s.word, data.label);
  write(s.key, data.key);
  write(s.error, data.guess_problem);
  s.field.ariaInvalid = String(Boolean(data.guess_problem));
}

export default definePart(mount, update);
