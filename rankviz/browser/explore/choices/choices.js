// The sentence of conventions: words, and between them pills, each opening a popover with one choice.
// Python owns the values; a choice is only painted here ahead of its answer.
import { say } from "../../kit/metric_about.js";
import { arrange, el, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { channel } from "../../kit/part_events.js";
import { definePart as mounted } from "../../kit/part.js";
import { popover } from "../../kit/popover.js";
import { withTerms } from "../../kit/terms.js";
import { CONTROLS, valueOf } from "./controls.js";
import { curvesOf } from "./curves.js";
import { metrics } from "./picker.js";

/** @import { Given, Part } from "../../kit/part.js" */
/** @import { Piece } from "../../kit/terms.js" */
/** @import { Control } from "./control.d.ts" */
/** @import { ChoicesPayload, Chosen, NumberSlot, Slot } from "./payload.d.ts" */
/**
 * @typedef {object} Acts what a control does with its slot
 * @property {(slot: Slot, value: Chosen) => void} choose
 * @property {(slot: Slot, value: Chosen) => void} preview
 * @property {(slot: Slot) => void} forget
 * @property {(slot: Slot) => void} close
 */
/** @typedef {Part<ReturnType<typeof build> & Acts, ChoicesPayload>} Choices */
/** @typedef {ReturnType<typeof control>} SlotControl */
/**
 * @typedef {object} Pill
 * @property {HTMLButtonElement} button
 * @property {HTMLElement} text
 * @property {HTMLElement} prefix
 * @property {HTMLElement} comma
 * @property {HTMLButtonElement} close
 * @property {HTMLElement} pop
 * @property {Map<string, SlotControl>} controls
 * @property {HTMLElement} node
 * @property {Slot} [pictured] the slot whose options are curves
 * @property {ReturnType<typeof curvesOf>} [curves]
 */

/** @type {Record<Slot["kind"], (s: Choices) => Control>} */
const KINDS = { ...CONTROLS, metrics };

// These must not begin a line, so they are tied to the pill before them.
const CLOSING = /^\s*([,.;:!?)，。；：！？）、]+)/;

/** @param {NumberSlot} part @param {number | null} value */
const valueText = (part, value) => (value === null ? (part.none_form ?? "") : part.form.replace("{value}", String(value)));

/** @param {Choices} s @param {Slot} part */
function shownOf(s, part) {
  const { shown = "" } = part;
  if (!s.pending.has(part.slot)) return shown;
  if (part.kind === "number") return valueText(part, valueOf(s, part));
  if (part.kind === "text") return valueOf(s, part);
  const value = valueOf(s, part);
  const option = part.options.find((one) => one.value === value);
  return option ? (option.shown ?? option.label) : shown;
}

/** The words before the pill, which can be pressed. @param {Slot} part @param {Chosen} value */
function prefixOf(part, value) {
  if (part.kind === "number") return (value === null ? part.none_prefix : part.prefix) ?? [];
  return part.options?.find((one) => one.value === value)?.prefix ?? part.prefix ?? [];
}

/**
 * Show what a value would give while it is dragged or typed; `choose` or `forget` ends that.
 *
 * @param {Choices} s
 * @param {Slot} part
 * @param {Chosen} value
 */
function preview(s, part, value) {
  if (!s.live.size) s.news.emit("drag", { on: true });
  if (!s.live.has(part.slot)) s.live.set(part.slot, part.value);
  s.tab.preview({ name: "choose", field: part.slot, value });
}

/** @param {Choices} s @param {Slot} part */
function forget(s, part) {
  if (!s.live.delete(part.slot)) return;
  s.news.emit("drag", { on: false });
  s.tab.endPreviews();
}

/** @param {Choices} s @param {Slot} part @param {Chosen} value */
function choose(s, part, value) {
  const before = s.live.has(part.slot) ? s.live.get(part.slot) : valueOf(s, part);
  if (before === value) return forget(s, part);
  s.pending.set(part.slot, value);
  s.tab.dispatch({ name: "choose", field: part.slot, value });
  forget(s, part);
  // The list shows its cutoff, and sends it along.
  if (part.slot === "cutoff") s.news.emit("cutoff", { cutoff: /** @type {number | null} */ (value) });
  paint(s);
}

/** @param {Choices} s @param {Slot} part */
function control(s, part) {
  const own = KINDS[part.kind](s);
  const legend = el("legend");
  const help = el("p", "help");
  return {
    kind: part.kind,
    opened: own.opened,
    point: own.point,
    node: el("fieldset", "", legend, "curves" in part ? help : "", own.list, "curves" in part ? "" : help),
    patch(/** @type {Slot} */ now) {
      write(legend, now.label);
      say(help, now.help);
      own.patch(now);
    },
  };
}

/** @param {Choices} s @param {string} key */
function makePill(s, key) {
  const text = el("span", "text");
  const prefix = el("span", "prefix");
  const button = el("button", "pill", { "aria-haspopup": "dialog", "aria-expanded": false }, text);
  const comma = el("span");
  const close = el("button", "close", "×");
  const pop = el("div", "pop", { popover: "auto", role: "dialog", tabindex: -1 });
  /** @type {Pill} */
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

/**
 * @param {Choices} s
 * @param {string} key of its slot; "" of the one at the end
 * @param {string} label
 * @param {string} shown
 * @param {Slot[]} parts
 */
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

/** The options as curves; while what is typed cannot be used, as they were. @param {Choices} s @param {Pill} pill @param {Slot[]} parts */
function pictureOf(s, pill, parts) {
  const part = parts.find((one) => "curves" in one);
  if (!part) return null;
  pill.pictured = part;
  const pictured = () => pill.pictured ?? part;
  pill.curves ??= curvesOf(
    (value) => s.choose(pictured(), value),
    (value) => pill.controls.get(pictured().slot)?.point?.(value),
  );
  if (part.curves && !parts.some(({ slot, refused }) => refused?.[1] && s.live.has(slot))) pill.curves.patch(part.curves);
  return pill.curves.node;
}

/** What is chosen in the pill of a part: its own choice, and those beside it. @param {Slot} part */
const shared = (part) => [part, ...(part.beside ?? [])];

function paint(/** @type {Choices} */ s) {
  const { parts, more } = s.data;
  /** @type {(Pill | Piece[])[]} */
  const pieces = parts.map((part) =>
    part.text ? part.text : patchPill(s, part.slot, part.label, shownOf(s, part), shared(part)),
  );
  if (more) pieces.push(patchPill(s, "", more.label, more.label, more.parts.flatMap(shared)));
  const shape = JSON.stringify([parts.map((part) => part.text ?? [part.slot]), Boolean(more)]);
  if (shape !== s.shape) layOut(s, pieces);
  s.shape = shape;
}

const asNode = (/** @type {string | HTMLElement} */ text) => (typeof text === "string" ? document.createTextNode(text) : text);

/** @param {Choices} s @param {(Pill | Piece[])[]} pieces */
function layOut(s, pieces) {
  const focused = /** @type {HTMLElement | null} */ (s.root.activeElement);
  const nodes = /** @type {Node[]} */ ([]);
  let before = /** @type {Pill | null} */ (null);
  let isComma = false; // and nothing else
  for (const piece of pieces) {
    const [first, ...others] = "node" in piece ? [] : piece;
    const comma = (before && typeof first === "string" && first.match(CLOSING)?.[0]) || "";
    if (before) write(before.comma, comma.trim());
    // A blank, not a margin: it vanishes where the line breaks. After a comma the text brings its own.
    if (nodes.length && !comma) nodes.push(el("span", isComma ? "" : "gap", " "));
    isComma = Boolean(comma) && comma === first && !others.length;
    if ("node" in piece) nodes.push(piece.node);
    else nodes.push(...withTerms([typeof first === "string" ? first.slice(comma.length) : first, ...others]).map(asNode));
    before = "node" in piece ? piece : null;
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

/** @param {ShadowRoot} root @param {AbortSignal} signal @param {string | undefined} of */
const build = (root, signal, of) => ({
  root,
  ids: 0,
  pills: /** @type {Map<string, Pill>} */ (new Map()),
  pending: /** @type {Map<string, Chosen>} */ (new Map()), // what was chosen and is not answered yet
  live: /** @type {Map<string, Chosen>} */ (new Map()), // of what is tried out the value before
  news: channel(of, "choices", signal),
  line: el("div", "line"),
  pops: el("div"),
  shape: "", // what the line shows
});

/** @param {ShadowRoot} root @param {AbortSignal} signal @param {Given<ChoicesPayload>} given */
function mount(root, signal, { data }) {
  const s = /** @type {Choices} */ (build(root, signal, data.of));
  s.choose = (part, value) => choose(s, part, value);
  s.preview = (part, value) => preview(s, part, value);
  s.forget = (part) => forget(s, part);
  s.close = (part) => s.pills.get(part.slot)?.pop.hidePopover();
  elementIn(root, ".choices").append(s.line, s.pops);
  s.news.on("open", ({ slot }) => {
    const pill = s.pills.get(slot);
    if (!pill || pill.pop.matches(":popover-open")) return;
    pill.button.scrollIntoView({ block: "nearest" });
    pill.button.click();
  });
  s.news.on("cutoff", ({ cutoff }) => {
    const part = s.data.parts.find((one) => one.slot === "cutoff");
    const pill = s.pills.get("cutoff");
    if (part?.kind !== "number" || !pill) return;
    write(pill.text, valueText(part, cutoff));
    say(pill.prefix, prefixOf(part, cutoff));
  });
  return s;
}

/** @param {Choices} s @param {Given<ChoicesPayload>} given */
function update(s, { data, tab }) {
  Object.assign(s, { tab, data });
  if (!tab.isPending("choose")) s.pending.clear();
  const slots = data.parts.filter((part) => part.slot !== undefined);
  for (const part of [...slots, ...(data.more?.parts ?? [])].flatMap(shared)) {
    part.refused = data.refused?.[part.slot];
  }
  paint(s);
}

export default mounted(mount, update);
