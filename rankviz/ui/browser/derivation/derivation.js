// The derivation: each line as name, formula, terms and result, under it the step player, the copies and the steps told in words.
// Formulas are MathML that Python made from its own templates; still only MathML elements are let in.
const NAME = "derivation";
const MATHML = "http://www.w3.org/1998/Math/MathML";
const SVG = "http://www.w3.org/2000/svg";
const MANY = 12; // more terms than this are folded: the first ones, a button, the last ones
const HEAD = 7;
const TAIL = 3;
const PACE = 700;
const ICONS = {
  first: "M4 4h2.200v12H4zM16 4v12L7 10z",
  previous: "M14 4v12L5 10z",
  play: "M5 3.500v13L16.500 10z",
  pause: "M5 4h3.500v12H5zm6.500 0H15v12h-3.500z",
  next: "M6 4v12l9-6z",
  last: "M13.800 4H16v12h-2.200zM4 4v12l9-6z",
  copy: "M7 2h10v12H7zm1.500 1.500v9h7v-9zM3 6h2.500v10.500H13V18H3z",
};
const mounted = new WeakMap();

function el(tag, className = "", ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (tag === "button") node.type = "button";
  node.append(...children);
  return node;
}
function write(node, text = "") {
  if (node.textContent !== text) node.textContent = text;
}
function label(button, text) {
  if (button.title !== text) button.title = button.ariaLabel = text;
}
function put(parent, nodes) {
  const old = parent.childNodes;
  if (nodes.length !== old.length || nodes.some((node, i) => node !== old[i])) parent.replaceChildren(...nodes);
}
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function math(text, display = true) {
  const source = new DOMParser().parseFromString(text, "application/xml").documentElement;
  const all = [source, ...source.querySelectorAll("*")];
  const own = (node) => node.namespaceURI === MATHML && [...node.attributes].every((each) => !/^on|href|style/i.test(each.name));
  if (!all.every(own)) return el("span");
  const node = document.importNode(source, true);
  node.setAttribute("displaystyle", display);
  node.setAttribute("display", "inline");
  if (node.hasAttribute("alttext")) node.setAttribute("aria-label", node.getAttribute("alttext"));
  for (const mi of node.querySelectorAll("mi")) if (mi.textContent.length > 1) mi.setAttribute("mathvariant", "normal");
  return node;
}

// A slot shows one formula and parses it only when it is another one.
function show(slot, text) {
  if (slot.shown === text) return;
  slot.shown = text;
  slot.replaceChildren(...(text ? [math(text)] : []));
}

function showResult(slot, text, title) {
  const value = slot.lastChild;
  if (value.textContent && value.textContent !== text && !still()) value.animate({ color: ["var(--rv-a)", "var(--rv-text)"] }, 150);
  write(value, text);
  value.title = title ?? "";
}

// ---- lines and terms

function newRow(className) {
  const row = { name: el("b", "name"), symbols: el("span", "symbols"), terms: el("span", "terms"), pairs: [], gaps: [] };
  row.equals = el("span", "eq", "=");
  row.result = el("span", "result", el("span", "eq", "="), el("b"));
  row.node = el("div", className, row.name, row.equals, row.symbols, el("span", "eq", "="), row.terms, row.result);
  return row;
}

function drawRow(row, line) {
  row.line = line;
  write(row.name, line.name);
  show(row.symbols, line.symbols);
  row.node.classList.toggle("bare", !line.symbols);
  row.node.classList.toggle("empty", !line.terms.length);
  showResult(row.result, line.result, line.result_title);
}

function draw(s) {
  const { lines, final, mean } = s.data;
  while (s.rows.length < lines.length) s.rows.push(newRow("line"));
  s.rows.length = lines.length;
  lines.forEach((line, i) => drawRow(s.rows[i], line));
  put(s.lines, s.rows.map((row) => row.node));
  s.lines.hidden = !lines.length;
  drawEnd(s, s.final, final);
  drawEnd(s, s.mean, mean);
  s.ends.hidden = !final && !mean;
  s.formula.hidden = !lines.length && s.ends.hidden;
  s.formula.ariaLabel = [...lines, final, mean].filter(Boolean).map((line) => line.name).join(", ");
}

function drawEnd(s, row, line) {
  row.node.hidden = !line;
  if (!line) return;
  const terms = line.numbers ? [{ rank: null, math: line.numbers }] : [];
  drawRow(row, { ...line, terms, result_title: line.title });
  put(row.terms, terms.map((_, i) => pair(row, i)));
}

const sign = (text) => (text ? [el("span", "op", text)] : []);

// A term and the operator before it, which goes with it to the next line; kept as long as it says the same. The first and the last
// of those whose largest is taken stand in the brackets of its max.
function pair(row, i) {
  const term = row.line.terms[i];
  const { largest, terms } = row.line;
  const before = i ? term.op : largest ? "max(" : "";
  const after = largest && i === terms.length - 1 ? ")" : "";
  const key = JSON.stringify([term, before, after]);
  if (row.pairs[i]?.key !== key) {
    const box = el("span", term.muted ? "term muted" : "term", math(term.math));
    if (term.rank !== null) box.dataset.rank = term.rank;
    row.pairs[i] = { key, node: el("span", "pair", ...sign(before), box, ...sign(after)) };
  }
  return row.pairs[i].node;
}

// Which terms stand there when there are many. The selected one stays while another is pointed at: else the line would move away
// from under the pointer.
function unfolded(s, terms) {
  const last = terms.length - TAIL;
  const kept = (i) => i < HEAD || i >= last || [s.hover, s.pinned].includes(terms[i].rank ?? undefined);
  const all = terms.map((_, i) => i);
  if (s.open || terms.length <= MANY) return all;
  // A gap of one term would be as wide as the term.
  return all.filter((i) => kept(i) || (kept(i - 1) && kept(i + 1)));
}

function drawTerms(s, row) {
  const { terms } = row.line;
  const seen = unfolded(s, terms);
  const nodes = [];
  let gaps = 0;
  const folds = seen.filter((i, at) => at && i - seen[at - 1] > 1).length;
  const button = (text, short) => {
    const more = (row.gaps[gaps] ??= el("button", "more"));
    gaps += 1;
    more.onclick = () => {
      s.open = !s.open;
      mark(s);
      row.gaps[0].focus();
    };
    write(more, short);
    label(more, text);
    return more;
  };
  seen.forEach((i, at) => {
    const hidden = at ? i - seen[at - 1] - 1 : 0;
    const text = fill(s.t.more_terms, { n: hidden });
    // Two gaps are two dots each: so the line does not grow by much when a folded term is pointed at.
    if (hidden) nodes.push(el("span", "op", terms[i].op), button(text, folds > 1 ? "…" : text));
    nodes.push(pair(row, i));
  });
  if (s.open && terms.length > MANY) nodes.push(button(s.t.fewer_terms, s.t.fewer_terms));
  const key = [s.open, folds, ...seen].join();
  const same = key === row.key && nodes.every((node) => node.className === "op" || node.parentNode === row.terms);
  row.key = key;
  if (!same) row.terms.replaceChildren(...nodes);
  return !same;
}

// Terms of one rank are as wide in each line as the widest of them in bold: they stand above each other, and nothing moves when
// one is pointed at.
function align(s) {
  const terms = [...s.lines.querySelectorAll(".term")];
  const root = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const widest = new Map();
  s.lines.classList.add("measured");
  const widths = terms.map((term) => term.getBoundingClientRect().width);
  s.lines.classList.remove("measured");
  const key = (term, i) => term.dataset.rank ?? `-${i}`;
  terms.forEach((term, i) => widest.set(key(term, i), Math.max(widths[i], widest.get(key(term, i)) ?? 0)));
  terms.forEach((term, i) => (term.style.minWidth = `${Math.ceil(widest.get(key(term, i))) / root}rem`));
}

// ---- the rank that is shown

function tell(rank, pinned) {
  document.dispatchEvent(new CustomEvent("rankviz:rank", { detail: { rank, pinned, source: NAME } }));
}
function pin(s, rank) {
  if (s.hover !== null) tell(null, false); // a pointer that rests somewhere would hide the step
  tell(rank, true);
}
function hover(s, rank) {
  if (s.hover !== rank) tell(rank, false);
}

function mark(s) {
  const lit = s.hover ?? s.pinned;
  s.formula.classList.toggle("open", s.open && s.rows.some((row) => row.line.terms.length > MANY));
  if (s.rows.map((row) => drawTerms(s, row)).some(Boolean)) align(s);
  for (const term of s.lines.querySelectorAll(".term")) term.classList.toggle("lit", lit !== null && term.dataset.rank === `${lit}`);
  const at = s.ranks.indexOf(lit);
  const step = s.data.steps[at];
  write(s.place, step ? fill(s.t.rank_of, { rank: step.rank, n: s.ranks.length }) : "");
  sayStep(s.said, step);
  for (const [act, button] of Object.entries(s.buttons)) {
    const end = { first: 0, previous: 0, next: s.ranks.length - 1, last: s.ranks.length - 1 }[act];
    // Not `disabled`: a button that is reached by stepping must not lose the focus.
    button.ariaDisabled = String(!s.ranks.length || (at >= 0 && at === end));
  }
}

function reveal(s) {
  const term = s.formula.querySelector(".lit");
  const { top, bottom } = s.formula.getBoundingClientRect();
  const box = term?.getBoundingClientRect();
  if (box && (box.top < top || box.bottom > bottom)) s.formula.scrollTop += box.top - top - 8;
}

function sayStep(node, step) {
  const key = JSON.stringify(step?.text ?? []);
  if (node.shown === key) return;
  node.shown = key;
  node.replaceChildren(...(step?.text ?? []).map((piece) => ("m" in piece ? math(piece.m, false) : piece.t)));
}

function go(s, act) {
  const { length } = s.ranks;
  if (!length) return;
  const at = s.ranks.indexOf(s.pinned);
  const to = { first: 0, previous: Math.max(0, at - 1), next: Math.min(length - 1, at + 1), last: length - 1 }[act];
  pin(s, s.ranks[to]);
}
const atEnd = (s) => s.ranks.indexOf(s.pinned) === s.ranks.length - 1;

function play(s, on) {
  clearInterval(s.timer);
  s.timer = null;
  if (on && s.ranks.length) {
    go(s, atEnd(s) ? "first" : "next");
    if (!atEnd(s)) s.timer = setInterval(() => (go(s, "next"), atEnd(s) && play(s, false)), PACE);
  }
  s.buttons.play.querySelector("path").setAttribute("d", s.timer ? ICONS.pause : ICONS.play);
  if (s.t) label(s.buttons.play, s.timer ? s.t.pause : s.t.play);
}

function press(s, act) {
  if (act === "play") return play(s, !s.timer);
  play(s, false);
  go(s, act);
}

// ---- words

function drawWords(s) {
  const { words } = s.data;
  const folded = words.length > 2;
  const seen = folded && !s.allWords ? words.slice(0, 1) : words;
  const key = JSON.stringify([seen, s.t.more_terms, s.t.fewer_terms]);
  if (s.words.shown === key) return;
  s.words.shown = key;
  s.words.replaceChildren(...seen.map((text) => el("li", "", text)));
  s.words.hidden = !words.length;
  if (!folded) return;
  write(s.moreWords, s.allWords ? s.t.fewer_terms : fill(s.t.more_terms, { n: words.length - 1 }));
  s.moreWords.ariaExpanded = String(s.allWords);
  s.words.append(el("li", "", s.moreWords));
}

// ---- copies

function drawCopies(s) {
  for (const { key, label: text } of s.data.copies) {
    if (!s.items.has(key)) {
      const item = el("button", "item");
      item.onclick = () => copy(s, key);
      s.items.set(key, item);
    }
    if (key !== s.copied) write(s.items.get(key), text);
  }
  put(s.list, s.data.copies.map(({ key }) => s.items.get(key)));
  if (s.list.firstChild) s.list.firstChild.autofocus = true;
}

async function copy(s, key) {
  const { text } = s.data.copies.find((each) => each.key === key);
  if (!(await toClipboard(s, text))) {
    write(s.failed.firstChild, s.t.copy_failed);
    s.failed.hidden = false;
    s.area.value = text;
    s.area.ariaLabel = s.t.copy_failed;
    return s.area.select();
  }
  s.copied = key;
  write(s.items.get(key), s.t.copied);
  write(s.live, s.t.copied);
  clearTimeout(s.closing);
  s.closing = setTimeout(() => s.menu.hidePopover(), 900);
}

async function toClipboard(s, text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No permission, or no https, as on a teacher's own machine: the old way.
  }
  const area = el("textarea", "away");
  const { activeElement } = s.menu.getRootNode();
  area.value = text;
  s.menu.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  activeElement?.focus();
  return done;
}

// Bound to the button's edges, so it need not be measured and never stands in a wrong place first.
function placeMenu(s) {
  const box = s.copy.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const above = box.top > clientHeight / 2;
  s.menu.style.right = `${Math.max(8, clientWidth - box.right)}px`;
  s.menu.style.bottom = above ? `${clientHeight - box.top + 4}px` : "auto";
  s.menu.style.top = above ? "auto" : `${box.bottom + 4}px`;
}

function wireMenu(s) {
  const follow = () => placeMenu(s);
  s.copy.popoverTargetElement = s.menu;
  s.menu.addEventListener("beforetoggle", ({ newState }) => {
    const open = newState === "open";
    if (open) placeMenu(s);
    // Browsers give the focus back to what had it, but not within a shadow root.
    else if (s.menu.contains(s.menu.getRootNode().activeElement)) s.copy.focus();
    document[open ? "addEventListener" : "removeEventListener"]("scroll", follow, true);
    clearTimeout(s.closing);
    s.failed.hidden = true;
    s.copied = null;
    write(s.live);
    if (s.data) drawCopies(s);
  });
  return () => document.removeEventListener("scroll", follow, true);
}

// ---- mounting

function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  const path = svg.appendChild(document.createElementNS(SVG, "path"));
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.ariaHidden = "true";
  path.setAttribute("d", ICONS[name]);
  return svg;
}

function build(root) {
  const s = { root, hover: null, pinned: null, timer: null, open: false, allWords: false, rows: [], ranks: [], buttons: {}, items: new Map() };
  s.final = newRow("final");
  s.mean = newRow("final mean");
  s.lines = el("div", "lines");
  s.ends = el("div", "ends", s.final.node, s.mean.node);
  s.formula = el("div", "formula", s.lines, s.ends);
  s.formula.role = "group";
  s.formula.tabIndex = 0;
  for (const each of ["first", "previous", "play", "next", "last"]) {
    s.buttons[each] = el("button", "icon", icon(each));
    s.buttons[each].onclick = () => press(s, each);
  }
  [s.place, s.widest, s.said, s.longest] = ["now", "ghost", "now", "ghost"].map((className) => el("span", className));
  s.widest.ariaHidden = s.longest.ariaHidden = "true";
  s.said.ariaLive = "polite";
  s.copyLabel = el("span");
  s.copy = el("button", "copy", icon("copy"), s.copyLabel);
  s.steps = el("div", "steps", ...Object.values(s.buttons), el("span", "place", s.place, s.widest));
  s.bar = el("div", "bar", s.steps, el("div", "said", s.said, s.longest), s.copy);
  s.area = el("textarea");
  s.area.readOnly = true;
  s.failed = el("div", "failed", el("p"), s.area);
  s.list = el("div");
  s.live = el("div", "away");
  s.live.ariaLive = "polite";
  s.menu = el("div", "menu", s.list, s.failed, s.live);
  s.menu.popover = "auto";
  s.menu.role = "group";
  s.words = el("ul", "words");
  s.moreWords = el("button", "more");
  s.moreWords.onclick = () => {
    s.allWords = !s.allWords;
    drawWords(s);
    s.moreWords.focus();
  };
  root.replaceChildren(s.formula, s.bar, s.words, s.menu);
  return s;
}

function wire(s) {
  const rankAt = ({ target }) => Number(target.closest("[data-rank]")?.dataset.rank ?? NaN);
  // A finger only touches: its tap is a click, and what it touched must not stay pointed at.
  s.lines.addEventListener("pointerover", (event) => event.pointerType !== "touch" && hover(s, rankAt(event) || null));
  s.lines.addEventListener("pointerleave", () => hover(s, null));
  s.lines.addEventListener("click", (event) => {
    const rank = rankAt(event);
    if (!rank) return;
    play(s, false);
    tell(rank, true);
  });
  s.root.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest(".menu")) return;
    const step = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "play" }[key];
    if (key === "Escape") {
      play(s, false);
      tell(null, true);
    } else if (step && !(key === " " && target.closest("button"))) {
      event.preventDefault();
      press(s, step);
    }
  });
  const onRank = ({ detail }) => {
    if (detail.pinned && detail.source !== NAME && detail.rank !== s.pinned) play(s, false);
    s[detail.pinned ? "pinned" : "hover"] = detail.rank;
    if (!s.data) return;
    mark(s);
    if (detail.pinned || detail.source !== NAME) reveal(s);
  };
  const stopMenu = wireMenu(s);
  // Where the last line stands is left to the wrapping; only the hairline between must know. What else the window holds depends on the height.
  const board = s.root.getRootNode().host.closest(".rv-board");
  const sizes = new ResizeObserver(() => {
    s.formula.classList.toggle("below", s.ends.offsetTop >= s.lines.offsetTop + s.lines.offsetHeight);
    const height = `${s.root.offsetHeight}px`;
    if (board.style.getPropertyValue("--rv-proof") !== height) board.style.setProperty("--rv-proof", height);
  });
  for (const node of [s.root, s.formula, s.lines, s.ends]) sizes.observe(node);
  document.addEventListener("rankviz:rank", onRank);
  s.stop = () => {
    play(s, false);
    clearTimeout(s.closing);
    stopMenu();
    sizes.disconnect();
    document.removeEventListener("rankviz:rank", onRank);
    mounted.delete(s.parent);
  };
}

function translate(s, texts) {
  s.t = texts;
  for (const each of ["first", "previous", "next", "last"]) label(s.buttons[each], texts[each]);
  label(s.buttons.play, s.timer ? texts.pause : texts.play);
  write(s.copyLabel, texts.copy);
  s.menu.ariaLabel = texts.copy;
}

function receive(s, data) {
  const formulas = JSON.stringify([data.lines, data.final, data.mean]);
  if (s.timer && (formulas !== s.formulas || data.epoch !== s.data.epoch)) play(s, false);
  s.data = data;
  s.ranks = data.steps.map(({ rank }) => rank);
  translate(s, data.texts);
  if (formulas !== s.formulas) draw(s);
  s.formulas = formulas;
  // Unseen, the longest ones keep the room that the others need, so that nothing moves while stepping.
  const length = ({ text }) => text.reduce((sum, piece) => sum + (piece.t ?? piece.m.replace(/<[^>]*>/g, "")).length, 0);
  sayStep(s.longest, data.steps.reduce((a, b) => (a && length(a) >= length(b) ? a : b), undefined));
  write(s.widest, fill(s.t.rank_of, { rank: Math.max(0, ...s.ranks), n: s.ranks.length }));
  drawWords(s);
  drawCopies(s);
  mark(s);
}

export default function ({ data, parentElement }) {
  let s = mounted.get(parentElement);
  if (!s) {
    s = build(parentElement.querySelector(".derivation"));
    s.parent = parentElement;
    mounted.set(parentElement, s);
    wire(s);
    receive(s, data);
    document.fonts.ready.then(() => align(s));
    document.dispatchEvent(new CustomEvent("rankviz:rank?"));
  } else receive(s, data);
  // Streamlit also calls this when newer data overtook a call; only a component that left the page must stop.
  return () => parentElement.isConnected || s.stop();
}
