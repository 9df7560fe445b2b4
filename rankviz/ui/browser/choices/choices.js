// The sentence of conventions: words, and between them pills, each opening a popover with one choice.
// Python owns the values; a choice is only painted here ahead of its answer.
import { arrange, el, write } from "../kit/elements.js";

const mounted = new WeakMap();
// These must not begin a line, so they are tied to the pill before them.
const CLOSING = /^\s*([,.;:!?)，。；：！？）、]+)/;

const valueOf = (s, part) => (s.pending.has(part.slot) ? s.pending.get(part.slot) : part.value);

const said = (part, value) => (value === null ? part.none_form : part.form.replace("{value}", value));

function shownOf(s, part) {
  if (!s.pending.has(part.slot)) return part.shown;
  const value = s.pending.get(part.slot);
  if (part.kind === "number") return said(part, value);
  if (part.kind === "text") return value;
  const option = part.options.find((one) => one.value === value);
  return option ? (option.shown ?? option.label) : part.shown;
}

function choose(s, part, value) {
  if (valueOf(s, part) === value) return;
  s.pending.set(part.slot, value);
  s.tab.ask({ name: "choose", field: part.slot, value });
  // The list shows its cutoff, and sends it along.
  if (part.slot === "cutoff") document.dispatchEvent(new CustomEvent("rankviz:cutoff", { detail: { cutoff: value, source: "choices" } }));
  paint(s);
}

function radios(s) {
  const options = new Map();
  const list = el("div");
  const make = (value) => {
    const one = { input: el("input", "", { type: "radio" }), label: el("b"), caption: el("small") };
    one.node = el("label", "option", {}, one.input, el("span", "", {}, one.label, one.caption));
    one.input.onchange = () => choose(s, one.part, value);
    options.set(value, one);
    return one;
  };
  const patch = (part) => {
    const nodes = part.options.map((option) => {
      const one = options.get(option.value) ?? make(option.value);
      one.part = part;
      one.input.name = part.slot;
      one.input.checked = one.input.autofocus = option.value === valueOf(s, part);
      one.input.disabled = Boolean(option.disabled_reason);
      write(one.label, option.label);
      write(one.caption, option.disabled_reason || option.caption || "…"); // the line is kept until Python has filled it
      return one.node;
    });
    list.classList.toggle("many", nodes.length > 8);
    arrange(list, nodes);
  };
  return { list, patch };
}

function number(s) {
  let part, painted, latest;
  const id = `error-${++s.ids}`;
  const field = el("input", "", { inputmode: "decimal", autocomplete: "off", "aria-describedby": id });
  const [less, more] = ["−", "+"].map((sign) => el("button", "", { type: "button" }, sign));
  const error = el("p", "error", { id, role: "alert" });
  const none = el("input", "", { type: "checkbox" });
  const noneText = el("span");
  const noneRow = el("label", "none", {}, none, noneText);
  const caption = el("small");
  const list = el("div", "", {}, el("div", "number", {}, less, field, more), error, noneRow, caption);
  const complain = (text) => {
    write(error, text);
    field.setAttribute("aria-invalid", Boolean(text));
  };
  const restore = () => {
    field.value = painted ?? "";
    complain("");
  };
  const commit = () => {
    const text = field.value.normalize("NFKC").trim().replace(",", "."); // full-width digits, decimal commas
    const value = text ? Number(text) : part.allow_none ? null : NaN;
    if (value !== null && !(value >= part.min && value <= part.max && (!part.whole || value % 1 === 0))) {
      return complain(part.invalid ?? s.data.texts.invalid);
    }
    choose(s, part, value);
    restore();
  };
  const step = (sign) => {
    const value = valueOf(s, part);
    const next = value === null ? (latest ?? part.min) : Number((value + sign * part.step).toFixed(9));
    choose(s, part, Math.min(part.max, Math.max(part.min, next)));
    restore();
  };
  less.onclick = () => step(-1);
  more.onclick = () => step(1);
  none.onchange = () => choose(s, part, none.checked ? null : (latest ?? part.min));
  field.onfocus = () => field.select();
  field.onchange = commit;
  field.onkeydown = (event) => {
    const sign = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === "Escape") restore();
    else if (event.key === "Enter" && !event.isComposing) commit();
    else if (sign) {
      event.preventDefault();
      step(sign);
    }
  };
  const patch = (now) => {
    part = now;
    const value = valueOf(s, part);
    latest = value ?? latest;
    if (value !== painted) {
      painted = value;
      restore(); // only then: what is being typed must survive other news
    }
    field.setAttribute("aria-label", part.label);
    // On a touch screen the focus would open the keyboard over the popover.
    field.autofocus = !matchMedia("(pointer: coarse)").matches;
    less.ariaLabel = s.data.texts.decrease;
    more.ariaLabel = s.data.texts.increase;
    less.ariaDisabled = String(value !== null && value <= part.min); // not `disabled`: that would drop the focus
    more.ariaDisabled = String(value !== null && value >= part.max);
    noneRow.hidden = !part.allow_none;
    none.checked = value === null;
    write(noneText, part.none_label);
    write(caption, part.caption);
  };
  return { list, patch };
}

// A formula or a table of the person's own. What Python refuses stays in the field, with the reason under it.
function text(s) {
  let part, painted;
  const id = `error-${++s.ids}`;
  const field = el("input", "own", { autocomplete: "off", spellcheck: "false", "aria-describedby": id, maxlength: 2000 });
  const error = el("p", "error", { id, role: "alert" });
  const caption = el("small");
  const list = el("div", "", {}, field, error, caption);
  const commit = () => {
    const typed = field.value.trim();
    if (typed !== part.value && typed !== part.refused[0]) choose(s, part, typed);
  };
  field.onchange = commit;
  field.onkeydown = (event) => {
    if (event.key === "Escape" && field.value !== part.value) {
      event.preventDefault();
      field.value = part.value;
    } else if (event.key === "Enter" && !event.isComposing) commit();
  };
  const patch = (now) => {
    part = now;
    const [typed, reason] = part.refused;
    const value = typed || part.value;
    if (value !== painted) field.value = painted = value; // only then: what is being typed must survive other news
    field.setAttribute("aria-label", part.label);
    field.setAttribute("aria-invalid", Boolean(reason));
    write(error, reason);
    write(caption, part.caption);
  };
  return { list, patch };
}

const CONTROLS = { number, radio: radios, text };

function control(s, part) {
  const own = CONTROLS[part.kind](s);
  const legend = el("legend");
  const help = el("p", "help");
  return {
    kind: part.kind,
    node: el("fieldset", "", {}, legend, own.list, help),
    patch(now) {
      write(legend, now.label);
      write(help, now.help);
      own.patch(now);
    },
  };
}

// Under the pill, or above it where there is more room; needs no measuring of the popover, so it never jumps.
function place({ button, pop }) {
  const box = button.getBoundingClientRect();
  const root = document.documentElement;
  const rem = parseFloat(getComputedStyle(root).fontSize);
  const wide = root.clientWidth;
  const width = Math.min(wide <= 640 ? wide : (pop.querySelector(".many") ? 33 : 20) * rem, wide - 24);
  const below = innerHeight - box.bottom - 16;
  const up = below < 14 * rem && box.top - 16 > below;
  Object.assign(pop.style, {
    width: `${width}px`,
    left: `${Math.max(12, Math.min(box.left, wide - width - 12))}px`,
    top: up ? "auto" : `${box.bottom + 4}px`,
    bottom: up ? `${innerHeight - box.top + 4}px` : "auto",
    maxHeight: `${up ? box.top - 16 : below}px`,
  });
}

function makePill(s, key) {
  const text = el("span", "text");
  const button = el("button", "pill", { type: "button", "aria-haspopup": "dialog", "aria-expanded": false }, text);
  const comma = el("span");
  const close = el("button", "close", { type: "button" }, "×");
  const pop = el("div", "pop", { popover: "auto", role: "dialog", tabindex: -1 });
  const pill = { button, text, comma, close, pop, controls: new Map(), node: el("span", "slot", {}, button, comma) };
  button.popoverTargetElement = pop; // the browser then knows that a click on the open pill closes
  close.onclick = () => pop.hidePopover();
  pop.onkeydown = (event) => event.stopPropagation(); // the page's own keys rest while a choice is open
  pop.addEventListener("beforetoggle", (event) => {
    const open = event.newState === "open";
    button.setAttribute("aria-expanded", open);
    if (open) {
      s.open = pill;
      if (s.data.captioned !== key) s.tab.ask({ name: "open_slot", value: key });
      return place(pill);
    }
    if (s.open === pill) s.open = null;
    if (pop.contains(s.root.activeElement)) button.focus(); // browsers lose this focus in a shadow root
  });
  s.pops.append(pop);
  return pill;
}

function patchPill(s, key, label, shown, parts) {
  const pill = s.pills.get(key) ?? makePill(s, key);
  s.pills.set(key, pill);
  write(pill.text, shown);
  pill.button.ariaLabel = label === shown ? label : s.data.texts.named.replace("{label}", label).replace("{shown}", () => shown);
  pill.pop.ariaLabel = label;
  pill.close.ariaLabel = s.data.texts.close;
  const nodes = parts.map((part) => {
    let own = pill.controls.get(part.slot);
    if (own?.kind !== part.kind) {
      own = control(s, part);
      pill.controls.set(part.slot, own);
    }
    own.patch(part);
    return own.node;
  });
  arrange(pill.pop, s.data.texts.close ? [pill.close, ...nodes] : nodes);
  return pill;
}

// What is chosen in the pill of a part: its own choice, and those beside it.
const shared = (part) => [part, ...(part.beside ?? [])];

function paint(s) {
  const { parts, more } = s.data;
  const pieces = parts.map((part) =>
    part.slot ? patchPill(s, part.slot, part.label, shownOf(s, part), shared(part)) : part.text.trim(),
  );
  if (more) pieces.push(patchPill(s, "", more.label, more.label, more.parts.flatMap(shared)));
  const shape = JSON.stringify([parts.map((part) => part.text ?? [part.slot]), Boolean(more)]);
  if (shape !== s.shape) layOut(s, pieces);
  s.shape = shape;
}

function layOut(s, pieces) {
  const focused = s.root.activeElement;
  const nodes = [];
  let before = null;
  for (let piece of pieces) {
    const comma = (before && typeof piece === "string" && piece.match(CLOSING)?.[0]) || "";
    if (before) write(before.comma, comma.trim());
    if (comma) piece = piece.slice(comma.length);
    // A blank, not a margin: it vanishes where the line breaks. After a comma the text brings its own.
    if (nodes.length && !comma) nodes.push(el("span", "gap", {}, " "));
    nodes.push(piece.node ?? document.createTextNode(piece));
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

function mount(root) {
  const s = { root, ids: 0, pills: new Map(), pending: new Map(), open: null };
  s.line = el("div", "line");
  s.pops = el("div");
  root.querySelector(".choices").append(s.line, s.pops);
  const follow = () => s.open && place(s.open);
  const dragged = ({ detail }) => {
    const part = s.data.parts.find((one) => one.slot === "cutoff");
    if (part) write(s.pills.get("cutoff").text, said(part, detail.cutoff));
  };
  document.addEventListener("scroll", follow, true);
  document.addEventListener("rankviz:cutoff", dragged);
  window.addEventListener("resize", follow);
  s.stop = () => {
    document.removeEventListener("scroll", follow, true);
    document.removeEventListener("rankviz:cutoff", dragged);
    window.removeEventListener("resize", follow);
  };
  return s;
}

export default function ({ data, parentElement, tab }) {
  const s = mounted.get(parentElement) ?? mount(parentElement);
  mounted.set(parentElement, s);
  Object.assign(s, { tab, data });
  if (!tab.waits("choose")) s.pending.clear();
  for (const part of [...data.parts, ...(data.more?.parts ?? [])].flatMap(shared)) {
    part.refused = data.refused?.[part.slot] ?? ["", ""];
  }
  paint(s);
  // Streamlit also calls this when newer data overtook a call; only a component that left the page must stop.
  return () => parentElement.isConnected || s.stop();
}
