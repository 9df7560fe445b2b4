// The dialog that makes a link for a class: what is covered or locked, in which language, with a preview as students will see it. That is
// the page itself, in a frame that gets every choice.
import { arrange, el, write } from "../../kit/elements.js";
import { linkLine } from "../../shared/link_with_qr/link_line.js";
import { openTeacherPage } from "../../tab/class_broadcast.js";

const SIZES = { screen: [1280, 720], phone: [390, 844] };
const HIGHEST = 420; // px of the preview

// Radio buttons that look like the parts of a switch.
function makeRow(s, name, options) {
  const row = { options: new Map(), label: el("legend"), node: el("fieldset", "") };
  const parts = el("span", "parts");
  row.node.append(row.label, parts);
  for (const { value } of options) {
    const input = el("input", "", { type: "radio", name: `rv-share-${name}`, value });
    const text = el("span");
    input.onchange = () => s.choose(name, value);
    row.options.set(value, { input, text });
    parts.append(el("label", "", input, text));
  }
  s.rows.set(name, row);
  return row;
}

function drawRow(s, { name, label, value, options }) {
  const row = s.rows.get(name) ?? makeRow(s, name, options);
  write(row.label, label);
  for (const option of options) {
    const { input, text } = row.options.get(option.value);
    write(text, option.label);
    input.checked = option.value === (s.chosen?.[name] ?? value);
  }
  return row.node;
}

function fit(s) {
  const [width, height] = SIZES[s.size];
  const scale = Math.min(0.55, s.holder.clientWidth / width, HIGHEST / height);
  Object.assign(s.frame.style, { width: `${width}px`, height: `${height}px`, scale: String(scale) });
  Object.assign(s.paper.style, { width: `${Math.floor(width * scale)}px`, height: `${Math.floor(height * scale)}px` });
}

function resize(s, size) {
  s.size = size;
  fit(s);
}

// The frame is of this page's own origin. A part that is covered there was never sent there, unless it was shown before.
function sendHandout(s) {
  const { contentWindow } = s.frame;
  const language = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
  const text = JSON.stringify({ ...s.data.handout, language: s.data.handout.language || language });
  if (text === s.sentHandout) return;
  s.sentHandout = text;
  contentWindow.document.dispatchEvent(new contentWindow.CustomEvent("rankviz:handout", { detail: text }));
}

/** The body of the dialog. */
export default function share(tab) {
  const s = { tab, rows: new Map(), size: "screen", line: linkLine(), sentHandout: "", isReady: false };
  s.options = el("div", "options");
  s.note = el("p", "note");
  s.classNote = el("p", "note");
  s.title = el("span", "title");
  s.frame = el("iframe", "", { inert: "", tabindex: -1, scrolling: "no" });
  s.frame.addEventListener("rankviz:ready", () => {
    s.isReady = true;
    s.waiting.remove();
    sendHandout(s);
  });
  s.waiting = el("p", "waiting", { role: "status" });
  s.paper = el("div", "paper", s.waiting, s.frame);
  s.open = el("a", "rv-link-open");
  s.toClass = el("button", "to-class");
  s.toClass.onclick = () => tab.afterPending(() => openTeacherPage());
  s.line.node.querySelector(".rv-link-line")?.append(s.open, s.toClass);
  s.holder = el("div", "holder", s.paper);
  s.sizes = { rows: new Map(), choose: (_, size) => resize(s, size) };
  s.head = el("div", "head", s.title);
  const left = el("div", "left", s.options, s.note, s.classNote);
  s.right = el("div", "right", s.head, s.holder);
  s.columns = el("div", "columns", left, s.right);
  s.tooLong = el("p", "too-long");
  const sizes = new ResizeObserver(() => fit(s));
  sizes.observe(s.holder);
  s.choose = (name, value) => {
    s.chosen = { ...Object.fromEntries(s.data.rows.map((row) => [row.name, row.value])), ...s.chosen, [name]: value };
    tab.dispatch({ name: "set_draft", value: JSON.stringify(s.chosen) });
  };
  s.node = el("div", "rv-share");
  return { node: s.node, show: (data) => show(s, data), leave: () => sizes.disconnect() };
}

function show(s, data) {
  write(s.tooLong, data.problem);
  arrange(s.node, data.line ? [s.columns, s.line.node] : [s.tooLong]);
  if (!data.line) return;
  s.data = data;
  arrange(s.options, data.rows.map((row) => drawRow(s, row)));
  write(s.note, data.texts.note);
  write(s.classNote, data.class_note);
  write(s.title, data.texts.preview);
  const options = ["screen", "phone"].map((value) => ({ value, label: data.texts[value] }));
  arrange(s.head, [s.title, drawRow(s.sizes, { name: "size", label: data.texts.width, value: s.size, options })]);
  s.frame.title = data.texts.preview;
  s.line.show(data.line);
  s.open.href = data.line.address;
  write(s.open, data.texts.here);
  write(s.toClass, data.class_label);
  s.toClass.hidden = !data.class_label;
  write(s.waiting, data.texts.waiting);
  s.right.hidden = !data.has_preview;
  if (s.isReady) sendHandout(s);
  else if (data.has_preview && !s.frame.src) s.frame.src = data.line.address;
}
