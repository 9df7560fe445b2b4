// A box for a pasted list. What is typed goes to Python while it is typed, and what Python read of it stands under the box; the
// button takes over what is in the box, whatever has been heard of it.
import { write } from "../kit/elements.js";
import { part } from "../kit/part.js";

const PAUSE = 250; // ms without a key, after which what was typed is read

function mount(root) {
  const [label, box, told, use] = ["label", "textarea", "p", "button"].map((tag) => root.querySelector(tag));
  const s = { label, box, told, use, isNew: true };
  const tell = () => {
    clearTimeout(s.timer);
    const text = box.value.slice(0, s.data.limit + 1);
    if (text !== s.sent) s.send("draft", (s.sent = text));
  };
  box.oninput = () => {
    clearTimeout(s.timer);
    s.timer = setTimeout(tell, PAUSE);
  };
  use.onclick = () => {
    tell();
    s.take("use", s.sent);
  };
  return s;
}

function update(s, { data, setStateValue, setTriggerValue }) {
  Object.assign(s, { data, send: setStateValue, take: setTriggerValue });
  write(s.label, data.label);
  write(s.use, data.use);
  write(s.told, data.told);
  s.told.role = data.refused ? "alert" : "status";
  s.box.ariaInvalid = String(data.refused);
  if (!s.isNew) return;
  s.isNew = false;
  s.box.value = s.sent = data.text; // only once: from then on the box is the person's
  // On a touch screen the focus would open the keyboard over the dialog.
  if (matchMedia("(pointer: coarse)").matches) return;
  // Selected at the moment of the focus, whoever gives it: later it would be what was typed meanwhile.
  s.box.addEventListener("focus", () => s.box.select(), { once: true });
  setTimeout(() => s.box.focus());
}

export default part(mount, update);
