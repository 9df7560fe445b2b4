// What stands in the place of a part that is covered: a button that lifts it, and a field for who wants to guess the value first.
import { el, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { definePart } from "../../kit/part.js";

/** @import { Given, Part } from "../../kit/part.js" */
/** @import { CoverPayload } from "./payload.d.ts" */
/** @typedef {Part<ReturnType<typeof build>, CoverPayload>} Cover */

function build(/** @type {ParentNode} */ root) {
  const field = el("input", "", { inputmode: "decimal", autocomplete: "off", maxlength: 60 });
  const label = el("span", "label");
  const guess = el("label", "guess", label, field);
  const [button, word, key, error] = [el("button", "show"), el("span", "word"), el("kbd", "", { "aria-hidden": true }), el("p", "error", { role: "alert" })];
  const form = el("form", "hatched", guess, el("div", "act", button, word, key), error);
  const box = elementIn(root, ".cover");
  return { name: el("div", "name"), guess, field, button, word, key, error, label, form, box, isLifted: false };
}

function mount(/** @type {ParentNode} */ root) {
  const s = /** @type {Cover} */ (build(root));
  const lift = () => {
    s.isLifted = true;
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
  s.box.role = "group";
  s.box.append(s.name, s.form);
  return s;
}

/** @param {Cover} s @param {Given<CoverPayload>} given */
function update(s, { data, tab }) {
  Object.assign(s, { data, tab });
  s.box.ariaLabel = data.label;
  write(s.name, data.name);
  write(s.label, data.guess);
  s.guess.hidden = !data.guess;
  s.field.placeholder = data.hint;
  if (s.isLifted && !data.guess_problem) s.field.value = ""; // it is covered again: what was typed has been answered
  s.isLifted = false;
  write(s.button, data.show);
  write(s.word, data.label);
  write(s.key, data.key);
  write(s.error, data.guess_problem);
  s.field.ariaInvalid = String(Boolean(data.guess_problem));
}

export default definePart(mount, update);
