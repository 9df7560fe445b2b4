// A link, with buttons that copy it and show its QR code.
import { copied } from "../../kit/clipboard.js";
import { el, write } from "../../kit/elements.js";

const STATUS_TIME = 2000; // ms that a status text stays

/** The line of a link, and a function that shows another link in it. */
export function linkLine() {
  const s = { field: el("input", "rv-link-address", { readonly: "", spellcheck: false }), copy: el("button", "rv-link-copy"), code: el("button", "rv-link-code", { "aria-expanded": false }) };
  s.picture = el("div", "rv-link-picture", { hidden: "" });
  s.status = el("p", "rv-link-status", { role: "status" });
  s.reachNote = el("p", "rv-link-reach");
  s.node = el("div", "rv-link", el("div", "rv-link-line", s.field, s.copy, s.code), s.status, s.reachNote, s.picture);
  s.field.onfocus = () => s.field.select();
  s.copy.onclick = async () => {
    const { address, texts } = s.data;
    const isDone = await copied(address, s.node);
    setStatus(s, isDone ? texts.copied : texts.copy_failed);
    if (!isDone) s.field.focus();
  };
  s.code.onclick = () => {
    s.picture.hidden = !s.picture.hidden;
    s.code.ariaExpanded = String(!s.picture.hidden);
    if (!s.picture.hidden) s.picture.scrollIntoView({ block: "nearest" }); // a dialog may end above it
  };
  return { node: s.node, show: (data) => show(s, data) };
}

function setStatus(s, text) {
  write(s.status, text);
  clearTimeout(s.timer);
  s.timer = setTimeout(() => write(s.status), STATUS_TIME);
}

function show(s, data) {
  if (s.data?.address !== data.address) write(s.status);
  s.data = data;
  const { address, code, shows_code: showsCode = true, reach_note: reachNote, texts } = data;
  if (s.field.value !== address) s.field.value = address;
  s.field.ariaLabel = texts.address;
  write(s.copy, texts.copy);
  write(s.code, texts.code);
  s.code.hidden = !showsCode;
  write(s.reachNote, reachNote);
  if (s.drawnCode === code + texts.no_code) return;
  s.drawnCode = code + texts.no_code;
  s.picture.innerHTML = code; // made by our own server from the address
  const picture = s.picture.querySelector("svg");
  if (picture) Object.assign(picture, { role: "img", ariaLabel: texts.code });
  else write(s.picture, texts.no_code);
}
