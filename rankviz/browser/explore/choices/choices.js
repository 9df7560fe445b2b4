// The sentence of conventions: words, and between them pills, each opening a popover with one choice.
// Python owns the values; a choice is only painted here ahead of its answer.
import { say } from "../../kit/metric_about.js";
import { arrange, el, write } from "../../kit/elements.js";
import { channel } from "../../kit/part_events.js";
import { definePart as mounted } from "../../kit/part.js";
import { popover } from "../../kit/popover.js";
import { withTerms } from "../../kit/terms.js";
import { CONTROLS, valueOf } from "./controls.js";
import { curvesOf } from "./curves.js";
import { metrics } from "./picker.js";

const KINDS = { ...CONTROLS, metrics };

// These must not begin a line, so they are tied to the pill before them.
const CLOSING = /^\s*([,.;:!?)，。；：！？）、]+)/;

const valueText = (part, value) => (value === null ? part.none_form : part.form.replace("{value}", value));

function shownOf(s, part) {
  if (!s.pending.has(part.slot)) return part.shown;
  const value = s.pending.get(part.slot);
  if (part.kind === "number") return valueText(part, value);
  if (part.kind === "text") return value;
  const option = part.options.find((one) => one.value === value);
  return option ? (option.shown ?? option.label) : part.shown;
}

// The words before the pill, which can be pressed.
function prefixOf(part, value) {
  if (part.kind === "number") return (value === null ? part.none_prefix : part.prefix) ?? [];
  return part.options?.find((one) => one.value === value)?.prefix ?? part.prefix ?? [];
}

/** Show what a value would give while it is dragged or typed; `choose` or `forget` ends that. */
function preview(s, part, value) {
  if (!s.live.size) s.news.emit("drag", { on: true });
  if (!s.live.has(part.slot)) s.live.set(part.slot, part.value);
  s.tab.preview({ name: "choose", field: part.slot, value });
}

function forget(s, part) {
  if (!s.live.delete(part.slot)) return;
  s.news.emit("drag", { on: false });
  s.tab.endPreviews();
}

function choose(s, part, value) {
  const before = s.live.has(part.slot) ? s.live.get(part.slot) : valueOf(s, part);
  if (before === value) return forget(s, part);
  s.pending.set(part.slot, value);
  s.tab.dispatch({ name: "choose", field: part.slot, value });
  forget(s, part);
  // The list shows its cutoff, and sends it along.
  if (part.slot === "cutoff") s.news.emit("cutoff", { cutoff: value });
  paint(s);
}

function control(s, part) {
  const own = KINDS[part.kind](s);
  const legend = el("legend");
  const help = el("p", "help");
  return {
    kind: part.kind,
    opened: own.opened,
    point: own.point,
    node: el("fieldset", "", legend, "curves" in part ? help : "", own.list, "curves" in part ? "" : help),
    patch(now) {
      write(legend, now.label);
      say(help, now.help);
      own.patch(now);
    },
  };
}

function makePill(s, key) {
  const text = el("span", "text");
  const prefix = el("span", "prefix");
  const button = el("button", "pill", { "aria-haspopup": "dialog", "aria-expanded": false }, text);
  const comma = el("span");
  const close = el("button", "close", "×");
  const pop = el("div", "pop", { popover: "auto", role: "dialog", tabindex: -1 });
  const pill = { button, text, prefix, comma, close, pop, controls: new Map(), node: el("span", "slot", prefix, button, comma) };
  button.popoverTargetElement = pop; // the browser then knows that a click on the open pill closes
  close.onclick = () => pop.hidePopover();
  pop.onkeydown = (event) => event.stopPropagation(); // the page's own keys rest while a choice is open
  popover(pop, () => button.focus(), (open) => {
    button.ariaExpanded = String(open);
    for (const { opened } of pill.controls.values()) opened?.(open);
    // What only an open pill shows is not asked for once it is closed.
    s.tab.dispatch({ name: open && s.data.captioned !== key ? "open_slot" : "remember_open_slot", value: open ? key : null });
  });
  s.pops.append(pop);
  return pill;
}

function patchPill(s, key, label, shown, parts) {
  const pill = s.pills.get(key) ?? makePill(s, key);
  s.pills.set(key, pill);
  write(pill.text, shown);
  say(pill.prefix, parts[0].slot === key ? prefixOf(parts[0], valueOf(s, parts[0])) : []);
  pill.button.ariaLabel = label === shown ? label : s.data.texts.named.replace("{label}", label).replace("{shown}", () => shown);
  pill.pop.ariaLabel = label;
  pill.node.dataset.slots = parts.map(({ slot }) => slot).join(" ");
  pill.close.ariaLabel = s.data.texts.close;
  const before = new Set(pill.pop.children);
  const nodes = parts.map((part) => {
    let own = pill.controls.get(part.slot);
    if (own?.kind !== part.kind) {
      own = control(s, part);
      pill.controls.set(part.slot, own);
    }
    own.patch(part);
    return own.node;
  });
  const picture = pictureOf(s, pill, parts);
  arrange(pill.pop, [...(s.data.texts.close ? [pill.close] : []), ...(picture ? [picture] : []), ...nodes]);
  // What is to be settled besides comes into sight.
  if (before.has(nodes[0])) nodes.find((node) => !before.has(node))?.scrollIntoView({ block: "nearest" });
  return pill;
}

// The options as curves; while what is typed cannot be used, as they were.
function pictureOf(s, pill, parts) {
  const part = parts.find((one) => "curves" in one);
  if (!part) return null;
  pill.pictured = part;
  pill.curves ??= curvesOf(
    (value) => s.choose(pill.pictured, value),
    (value) => pill.controls.get(pill.pictured.slot).point(value),
  );
  if (part.curves && !parts.some(({ slot, refused }) => refused[1] && s.live.has(slot))) pill.curves.patch(part.curves);
  return pill.curves.node;
}

// What is chosen in the pill of a part: its own choice, and those beside it.
const shared = (part) => [part, ...(part.beside ?? [])];

function paint(s) {
  const { parts, more } = s.data;
  const pieces = parts.map((part) =>
    part.slot ? patchPill(s, part.slot, part.label, shownOf(s, part), shared(part)) : part.text,
  );
  if (more) pieces.push(patchPill(s, "", more.label, more.label, more.parts.flatMap(shared)));
  const shape = JSON.stringify([parts.map((part) => part.text ?? [part.slot]), Boolean(more)]);
  if (shape !== s.shape) layOut(s, pieces);
  s.shape = shape;
}

const asNode = (text) => (typeof text === "string" ? document.createTextNode(text) : text);

function layOut(s, pieces) {
  const focused = s.root.activeElement;
  const nodes = [];
  let before = /** @type {ReturnType<typeof makePill> | null} */ (null);
  let isComma = false; // and nothing else
  for (const piece of pieces) {
    const [first, ...others] = piece.node ? [] : piece;
    const comma = (before && typeof first === "string" && first.match(CLOSING)?.[0]) || "";
    if (before) write(before.comma, comma.trim());
    // A blank, not a margin: it vanishes where the line breaks. After a comma the text brings its own.
    if (nodes.length && !comma) nodes.push(el("span", isComma ? "" : "gap", " "));
    isComma = Boolean(comma) && comma === first && !others.length;
    if (piece.node) nodes.push(piece.node);
    else nodes.push(...withTerms([comma ? first.slice(comma.length) : first, ...others]).map(asNode));
    before = piece.node ? piece : null;
  }
  if (before) write(before.comma);
  for (const [key, pill] of s.pills) {
    if (pieces.includes(pill)) continue;
    pill.pop.remove();
    s.pills.delete(key);
  }
  arrange(s.line, nodes);
  if (focused && focused !== s.root.activeElement) focused.focus();
}

function mount(root, signal, { data }) {
  const s = { root, ids: 0, pills: new Map(), pending: new Map(), live: new Map() };
  s.news = channel(data.of, "choices", signal);
  s.choose = (part, value) => choose(s, part, value);
  s.preview = (part, value) => preview(s, part, value);
  s.forget = (part) => forget(s, part);
  s.close = (part) => s.pills.get(part.slot).pop.hidePopover();
  s.line = el("div", "line");
  s.pops = el("div");
  root.querySelector(".choices").append(s.line, s.pops);
  s.news.on("open", ({ slot }) => {
    const pill = s.pills.get(slot);
    if (!pill || pill.pop.matches(":popover-open")) return;
    pill.button.scrollIntoView({ block: "nearest" });
    pill.button.click();
  });
  s.news.on("cutoff", ({ cutoff }) => {
    const part = s.data.parts.find((one) => one.slot === "cutoff");
    if (!part) return;
    write(s.pills.get("cutoff").text, valueText(part, cutoff));
    say(s.pills.get("cutoff").prefix, prefixOf(part, cutoff));
  });
  return s;
}

function update(s, { data, tab }) {
  Object.assign(s, { tab, data });
  if (!tab.isPending("choose")) s.pending.clear();
  for (const part of [...data.parts, ...(data.more?.parts ?? [])].flatMap(shared)) {
    part.refused = data.refused?.[part.slot] ?? ["", ""];
  }
  paint(s);
}

export default mounted(mount, update);
