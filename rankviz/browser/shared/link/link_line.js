// A link, with buttons that copy it and show its code.
import { copied } from "../../kit/clipboard.js";
import { el, write } from "../../kit/elements.js";

const SAID = 2000; // ms that a word stays

/** The line, and what shows another link in it. */
export function linkLine() {
  const s = { field: el("input", "rv-link-address", { readonly: "", spellcheck: false }), copy: el("button", "rv-link-copy"), code: el("button", "rv-link-code", { "aria-expanded": false }) };
  s.picture = el("div", "rv-link-picture", { hidden: "" });
  s.said = el("p", "rv-link-said", { role: "status" });
  s.reach = el("p", "rv-link-reach");
  s.node = el("div", "rv-link", el("div", "rv-link-line", s.field, s.copy, s.code), s.said, s.reach, s.picture);
  s.field.onfocus = () => s.field.select();
  s.copy.onclick = async () => {
    const { address, texts } = s.data;
    const isDone = await copied(address, s.node);
    say(s, isDone ? texts.copied : texts.copy_failed);
    if (!isDone) s.field.focus();
  };
  s.code.onclick = () => {
    s.picture.hidden = !s.picture.hidden;
    s.code.ariaExpanded = String(!s.picture.hidden);
    if (!s.picture.hidden) s.picture.scrollIntoView({ block: "nearest" }); // a dialog may end above it
  };
  return { node: s.node, show: (data) => show(s, data) };
}

function say(s, text) {
  write(s.said, text);
  clearTimeout(s.timer);
  s.timer = setTimeout(() => write(s.said), SAID);
}

function show(s, data) {
  if (s.data?.address !== data.address) write(s.said);
  s.data = data;
  const { address, code, coded = true, reach, texts } = data;
  if (s.field.value !== address) s.field.value = address;
  s.field.ariaLabel = texts.address;
  write(s.copy, texts.copy);
  write(s.code, texts.code);
  s.code.hidden = !coded;
  write(s.reach, reach);
  if (s.shown === code + texts.no_code) return;
  s.shown = code + texts.no_code;
  s.picture.innerHTML = code; // made by our own server, of an address
  const picture = s.picture.querySelector("svg");
  if (picture) Object.assign(picture, { role: "img", ariaLabel: texts.code });
  else write(s.picture, texts.no_code);
}
