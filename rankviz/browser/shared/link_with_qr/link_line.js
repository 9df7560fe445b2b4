// A link, with buttons that copy it and show its QR code.
import { copied } from "../../kit/clipboard.js";
import { el, write } from "../../kit/elements.js";

const STATUS_TIME = 2000; // ms that a status text stays

/** @import { LinkLinePayload } from "./payload.d.ts" */
/** @typedef {ReturnType<typeof build> & { data: LinkLinePayload }} LinkLine and the link that it shows */

function build() {
  const field = el("input", "rv-link-address", { readonly: "", spellcheck: false });
  const [copy, code] = [el("button", "rv-link-copy"), el("button", "rv-link-code", { "aria-expanded": false })];
  const picture = el("div", "rv-link-picture", { hidden: "" });
  const status = el("p", "rv-link-status", { role: "status" });
  const reachNote = el("p", "rv-link-reach");
  const node = el("div", "rv-link", el("div", "rv-link-line", field, copy, code), status, reachNote, picture);
  return { field, copy, code, picture, status, reachNote, node, timer: 0, drawnCode: "" };
}

/** The line of a link, and a function that shows another link in it. */
export function linkLine() {
  const s = /** @type {LinkLine} */ (build());
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
  return { node: s.node, show: (/** @type {LinkLinePayload} */ data) => show(s, data) };
}

/** @param {LinkLine} s @param {string} text */
function setStatus(s, text) {
  write(s.status, text);
  clearTimeout(s.timer);
  s.timer = setTimeout(() => write(s.status), STATUS_TIME);
}

/** @param {LinkLine} s @param {LinkLinePayload} data */
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
