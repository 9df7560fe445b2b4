// The ranked list. It changes its own copy and paints at once; the answer says what became of it.
import { arrange, calm, fill, write } from "../kit/elements.js";
import { clamp, parsed, printed, shade, short } from "../kit/numbers.js";

const NAME = "ranking_list";
const mounted = new WeakMap();
const SKELETON = `
<div class="head"><span class="rank" data-text="rank_head"></span><span class="title"><span data-text="head"></span>
  <button class="link" data-do="table" data-text="table"></button>
  <button class="link" data-do="add" data-text="add" data-label="add_row"></button></span>
  <span class="grade-head" data-text="grade_head"></span></div>
<div class="body"><div class="rows" role="grid" data-label="head" aria-describedby="keys"></div>
  <p class="empty"><span data-text="empty"></span> <button class="link" data-do="add" data-text="add" data-label="add_row">
  </button> <button class="link" data-do="paste" data-text="paste"></button></p>
  <div class="mark" hidden></div><div class="line"></div>
  <div class="pill" role="slider" tabindex="0" aria-orientation="vertical" aria-valuemin="1" data-label="cutoff_label"></div></div>
<div class="shelf"><div class="shelf-head" data-text="missed"></div><div class="chips">
  <div role="grid" data-label="missed" aria-describedby="keys"><div class="missed" role="row"></div></div>
  <button class="link" data-do="add_missed" data-text="add" data-label="add_missed"></button></div></div>
<p class="say" role="status"></p><p class="toast" popover="manual" aria-hidden="true"></p><p id="keys" hidden data-text="keys"></p>
<div class="picker" popover="auto" role="dialog"><div class="grades"></div>
  <label class="score"><span data-text="score"></span><input inputmode="decimal" autocomplete="off"></label>
  <p class="error" role="alert"></p><div class="acts"><button data-act="rename" data-text="rename"></button>
  <button data-act="shelve"></button><button data-act="remove" data-text="remove"></button></div></div>`;
const ROW = `<div class="row" role="row" tabindex="-1"><span class="grip" aria-hidden="true"></span>
  <span class="rank" role="gridcell"></span><span class="cell" role="gridcell"><bdi class="name" dir="auto"></bdi>
  <span class="note"></span></span><span role="gridcell"><button class="grade" tabindex="-1"></button></span></div>`;
const CHIP = `<div class="chip" role="gridcell" tabindex="-1"><span class="cell"><bdi class="name" dir="auto"></bdi></span>
  <button class="grade" tabindex="-1"></button></div>`;

function built(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content.firstElementChild;
}

/* ---- the model ---- */
function find(s, key) {
  for (const list of [s.rows, s.missed]) {
    const i = list.findIndex((item) => item.key === key);
    if (i >= 0) return { list, i, item: list[i], shown: list === s.rows };
  }
  return null;
}

const rankOf = (s, key) => s.rows.findIndex((item) => item.key === key) + 1 || null;

// Always the whole list.
function edited(s, list) {
  const rows = list.map(({ id, grade, score }) => [id, grade, score ?? null]);
  return { name: "list", rows, missed: s.missed.map(({ id, grade }) => [id, grade]), cutoff: s.cutoff };
}

// What the value will be may be known ahead, but only of the list that the last answer was about.
function commit(s, sentence, values, edit) {
  const isKnown = edit && s.tab.isIdle() && !s.late;
  s.tab.ask(edited(s, s.rows));
  if (isKnown) document.dispatchEvent(new CustomEvent("rankviz:edit", { detail: { edit } }));
  paint(s);
  say(s, sentence, values);
}

function moved(s, from, to) {
  // Rank and tie belong to the place; so do the scores where they decide the order: the documents move past them.
  const places = s.rows.map(({ rank, note, tie, score }) => ({ rank, note, tie, ...(s.scored && { score }) }));
  const rows = [...s.rows];
  rows.splice(to, 0, ...rows.splice(from, 1));
  return rows.map((row, i) => ({ ...row, ...places[i] }));
}

const move = (s, from, to) => (s.rows = moved(s, from, to));

const renumber = (s) => s.rows.forEach((row, i) => (row.rank = String(i + 1)));

function insert(s, item, at) {
  let score = null;
  if (s.scored) {
    // Without a score it would stop the others from deciding the order, so it gets the next lower one.
    const last = s.rows.at(-1)?.score ?? 1;
    score = Math.max(Number((last - ((s.rows.at(-2)?.score ?? last) - last || 1)).toPrecision(12)), -Number.MAX_VALUE);
  }
  s.rows.push({ ...item, score, note: "", tie: null });
  renumber(s);
  move(s, s.rows.length - 1, at);
}

function add(s, shelf) {
  const all = [...s.rows, ...s.missed];
  if (all.length >= s.data.limit) return say(s, "full", { limit: s.data.limit }, true);
  const used = new Set(all.map((item) => item.id));
  let n = all.length + 1;
  while (used.has(`d${n}`)) n += 1;
  const item = { key: ++s.keys, id: `d${n}`, grade: shelf ? 1 : 0 };
  if (shelf) s.missed.push(item);
  else insert(s, item, s.rows.length);
  s.selected = item.key;
  commit(s, "said_added", { name: item.id });
  focus(s, item.key);
}

function grade(s, key, value) {
  const { item, i, shown } = find(s, key);
  if (value === null && !shown) return say(s, "refused_unjudged", { name: item.id }, true);
  if (value === item.grade) return;
  item.grade = value;
  const sentence = value === null ? "said_unjudged" : "said_graded";
  commit(s, sentence, { name: item.id, grade: short(value) }, shown && `${i}=${value ?? "?"}`);
}

function rescore(s, key, value) {
  const { item } = find(s, key);
  if (value === item.score) return;
  Object.assign(item, { score: value, note: "", tie: null });
  commit(s, "said_scored", { name: item.id, score: value === null ? "–" : printed(value) });
}

function remove(s, key) {
  const { list, i, item } = find(s, key);
  list.splice(i, 1);
  renumber(s);
  s.selected = (list[i] ?? list[i - 1] ?? s.rows.at(-1) ?? s.missed[0])?.key ?? null;
  commit(s, "said_removed", { name: item.id });
}

// Between "retrieved" and "judged, not retrieved".
function shelve(s, key, at) {
  const { list, i, item, shown } = find(s, key);
  if (shown && item.grade === null) {
    paint(s);
    return say(s, "refused_unjudged", { name: item.id }, true);
  }
  list.splice(i, 1);
  const { id } = item;
  if (shown) s.missed.push({ key, id, grade: item.grade });
  else insert(s, { key, id, grade: item.grade }, at ?? s.rows.length);
  renumber(s);
  commit(s, shown ? "said_missed" : "said_moved", { name: id, rank: rankOf(s, key) });
}

function moveTo(s, key, to) {
  const from = rankOf(s, key) - 1;
  if (from < 0 || to < 0 || to >= s.rows.length || to === from) return paint(s);
  move(s, from, to);
  commit(s, "said_moved", { name: s.rows[to].id, rank: to + 1 }, Math.abs(from - to) === 1 && `${Math.min(from, to)}<`);
}

function setCutoff(s, k, final = true) {
  const changed = k !== s.cutoff;
  s.cutoff = k;
  paint(s);
  if (changed) document.dispatchEvent(new CustomEvent("rankviz:cutoff", { detail: { cutoff: k, source: NAME } }));
  if (!final) return;
  s.tab.ask(edited(s, s.rows));
  say(s, k === null ? "cutoff_none" : "cutoff", { k });
}

function shiftCutoff(s, step) {
  const n = s.rows.length;
  const k = s.cutoff === null ? (step < 0 ? n : null) : clamp(s.cutoff + step, 1, s.data.limit);
  if (n && k !== s.cutoff) setCutoff(s, k);
}

function history(s, name) {
  if (!s.tab.can(name) && s.tab.isIdle()) return say(s, `nothing_${name}`, {}, true);
  s.tab.ask({ name });
  say(s, `said_${name}`);
}

/* ---- painting ---- */
function say(s, sentence, values, loud = false) {
  write(s.say, fill(s.data.texts[sentence], values));
  if (!loud) return;
  write(s.toast, s.say.textContent); // a refusal is shown, not only spoken
  s.toast.showPopover();
  clearTimeout(s.toastTimer);
  s.toastTimer = setTimeout(() => s.toast.hidePopover(), 5000);
}

function make(s, key, html) {
  const node = built(html);
  node.dataset.key = key;
  const part = (name) => node.querySelector(`.${name}`);
  return { node, rank: part("rank"), name: part("name"), note: part("note"), grade: part("grade") };
}

function patch(s, d, item, i, shown) {
  const { texts } = s.data;
  const beyond = shown && s.cutoff !== null && i >= s.cutoff;
  const tied = (j) => item.tie !== null && s.rows[j]?.tie === item.tie;
  const tie = shown ? `${tied(i - 1) ? "up" : ""}${tied(i + 1) ? "down" : ""}` : "";
  const note = shown ? item.note || (s.scored && item.score !== null ? printed(item.score) : "") : "";
  const rank = item.rank ?? "";
  const signature = [item.id, item.grade, rank, note, tie, beyond, s.language].join("\n");
  if (d.signature === signature) return;
  d.signature = signature;
  const values = { name: item.id, rank, note, grade: item.grade === null ? "?" : printed(item.grade) };
  const kind = item.grade === null ? "_unjudged" : "";
  const label = fill(texts[(shown ? "row" : "chip") + kind], values);
  write(d.name, item.id);
  d.name.title = item.id;
  write(d.grade, short(item.grade));
  d.grade.dataset.grade = shade(item.grade);
  d.grade.classList.toggle("small", short(item.grade).length > 3);
  d.grade.title = values.grade;
  d.grade.ariaLabel = fill(texts[`grade_of${kind}`], values);
  d.node.ariaLabel = note ? fill(texts.row_note, { row: label, note }) : label;
  d.node.classList.toggle("beyond", beyond);
  d.node.dataset.tie = tie;
  if (!shown) return;
  write(d.rank, rank);
  d.rank.classList.toggle("wide", rank.length > 2);
  d.rank.classList.toggle("long", rank.length > 4);
  write(d.note, note);
}

// Rows are as high as the grid says, so where a row came from needs no measuring.
function glide(s, moves) {
  const height = s.grid.firstElementChild.offsetHeight;
  const top = s.grid.getBoundingClientRect().top;
  const inSight = (y) => top + y > -2 * height && top + y < innerHeight + height;
  for (const { d, from, to, lift } of moves) {
    const way = (from - to) * height + lift;
    if (!way || !(inSight(to * height) || inSight(to * height + way))) continue;
    d.motion?.cancel();
    const motion = d.node.animate([{ transform: `translateY(${way}px)` }, {}], { duration: 250, easing: "ease" });
    d.motion = motion;
    motion.onfinish = () => d.motion === motion && (d.motion = null);
  }
}

function paintItems(s, side) {
  const items = s[side.list];
  const shown = side.list === "rows";
  const known = new Set(items.map((item) => item.key));
  for (const [key, d] of side.dom) {
    if (known.has(key)) continue;
    d.node.remove();
    side.dom.delete(key);
  }
  const moves = [];
  const fresh = [];
  items.forEach((item, i) => {
    const d = side.dom.get(item.key) ?? make(s, item.key, side.html);
    if (!side.dom.has(item.key)) {
      side.dom.set(item.key, d);
      fresh.push(d.node);
    } else if (d.i !== i || d.lifted) {
      const lift = d.lifted || d.motion ? new DOMMatrix(getComputedStyle(d.node).transform).m42 : 0;
      d.node.style.transform = "";
      d.lifted = false;
      d.signature = null; // the drag has written ranks
      if (shown) moves.push({ d, from: d.i, to: i, lift });
    }
    d.i = i;
    patch(s, d, item, i, shown);
  });
  arrange(side.parent, items.map(({ key }) => side.dom.get(key).node));
  if (!s.painted || calm()) return;
  for (const node of fresh) node.animate([{ opacity: 0 }, {}], 150);
  if (moves.length) glide(s, moves);
}

function paintCutoff(s) {
  const n = s.rows.length;
  const k = s.cutoff;
  const values = { k, n };
  const { texts } = s.data;
  s.line.hidden = k === null || !n;
  s.pill.hidden = !n;
  s.line.style.top = s.pill.style.top = `calc(${Math.min(k ?? n, n)} * var(--rv-row))`;
  write(s.pill, fill(k === null ? texts.cutoff_none : k > n ? texts.cutoff_beyond : texts.cutoff, values));
  s.pill.ariaValueNow = k ?? n;
  s.pill.ariaValueMax = s.data.limit;
  s.pill.ariaValueText = fill(k > n ? texts.cutoff_beyond_spoken : k === null ? texts.cutoff_none : texts.cutoff, values);
  s.pill.classList.toggle("none", k === null);
}

function paint(s) {
  const held = s.root.activeElement?.closest("[data-key]");
  for (const side of s.sides) paintItems(s, side);
  s.grid.hidden = !s.rows.length;
  s.root.querySelector(".empty").hidden = s.rows.length > 0;
  s.row.parentNode.hidden = !s.missed.length;
  paintCutoff(s);
  s.painted = true;
  if (s.selected !== null && rankOf(s, s.selected) !== s.pinned) point(s, rankOf(s, s.selected), true);
  mark(s);
  if (!held || s.root.activeElement?.closest(".list")) return;
  if (s.selected === null) s.root.querySelector(".empty button").focus();
  else focus(s, s.selected);
}

// Which row is lit, which is selected, and the one stop of the Tab key in each of the two grids.
function mark(s) {
  const lit = nodeOf(s, (s.preview ?? s.rows)[(s.hover ?? s.pinned) - 1]?.key);
  if (lit !== s.lit) {
    s.lit?.classList.remove("on");
    lit?.classList.add("on");
    s.lit = lit;
  }
  const selected = nodeOf(s, s.selected);
  if (selected !== s.chosen) {
    if (s.chosen) s.chosen.ariaSelected = null;
    if (selected) selected.ariaSelected = "true";
    s.chosen = selected;
  }
  for (const side of s.sides) {
    const old = side.stop;
    side.stop = [selected, old, side.parent.firstElementChild].find((node) => node?.parentNode === side.parent);
    if (old && old !== side.stop) old.tabIndex = -1;
    if (side.stop) side.stop.tabIndex = 0;
  }
}

const domOf = (s, key) => s.sides[0].dom.get(key) ?? s.sides[1].dom.get(key);
const nodeOf = (s, key) => domOf(s, key)?.node;

function point(s, rank, pinned) {
  document.dispatchEvent(new CustomEvent("rankviz:rank", { detail: { rank, pinned, source: NAME } }));
}

function hover(s, rank) {
  if (s.hover !== rank) point(s, rank, false);
}

function select(s, key) {
  s.selected = key;
  hover(s, null); // a resting pointer must not hide what the keyboard does
  point(s, rankOf(s, key), true);
}

function focus(s, key, scroll = true) {
  const node = nodeOf(s, key);
  node?.focus({ preventScroll: true });
  if (scroll) node?.scrollIntoView({ block: "nearest" });
}

/* ---- name, grade and score ---- */
function rename(s, key) {
  const { name, node } = domOf(s, key);
  if (node.querySelector("input")) return;
  const input = document.createElement("input");
  Object.assign(input, { value: name.textContent, maxLength: s.data.max_name, dir: "auto", autocomplete: "off", spellcheck: false });
  input.ariaLabel = fill(s.data.texts.name_of, { name: input.value });
  let open = true;
  const end = (keep) => {
    if (!open) return;
    open = false; // removing the field blurs it and comes here again
    const focused = s.root.activeElement === input;
    const id = input.value.trim();
    input.remove();
    if (focused) focus(s, key);
    const item = find(s, key)?.item;
    if (!keep || !item || id === item.id) return;
    if (!id) return say(s, "refused_empty", {}, true);
    const old = item.id;
    item.id = id;
    commit(s, "said_renamed", { name: id, old });
  };
  input.onblur = () => end(true);
  input.onkeydown = (event) => {
    event.stopPropagation();
    if (event.key === "Escape" || (event.key === "Enter" && !event.isComposing)) end(event.key === "Enter");
  };
  name.after(input);
  input.select();
  input.focus();
}

function openPicker(s, key) {
  const { item, shown } = find(s, key);
  const { texts } = s.data;
  const { picker } = s;
  select(s, key);
  s.picked = key;
  picker.ariaLabel = fill(texts.grade_for, { name: item.id });
  let chosen = null;
  for (const button of s.gradeButtons) {
    const value = button.dataset.grade === "?" ? null : Number(button.dataset.grade);
    button.hidden = value === null && !shown;
    button.ariaPressed = String(value === item.grade);
    if (value === item.grade) chosen = button;
  }
  s.other.value = s.other.defaultValue = chosen ? "" : item.grade;
  s.score.value = s.score.defaultValue = item.score ?? "";
  s.score.parentNode.hidden = !shown || !s.rows.some((row) => row.score !== null);
  complain(s, s.other, false);
  write(picker.querySelector("[data-act=shelve]"), shown ? texts.to_shelf : texts.to_list);
  picker.showPopover();
  placePicker(s);
  (chosen ?? s.gradeButtons[0]).focus();
}

function placePicker(s) {
  const node = nodeOf(s, s.picked);
  if (!node) return s.picker.hidePopover();
  const box = node.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = s.picker;
  const line = s.gradeButtons[0].offsetHeight + 12;
  // Its first line lies on the row; a chip stays visible above it.
  const [left, top] = rankOf(s, s.picked) ? [box.right + 4 - width, box.top + (box.height - line) / 2] : [box.left, box.bottom + 4];
  s.picker.style.left = `${clamp(left, 8, Math.max(8, document.documentElement.clientWidth - width - 8))}px`;
  s.picker.style.top = `${clamp(top, 8, Math.max(8, innerHeight - height - 8))}px`;
}

function complain(s, field, bad) {
  for (const one of [s.other, s.score]) one.ariaInvalid = String(bad && one === field);
  write(s.picker.querySelector(".error"), bad ? s.data.texts.invalid : "");
}

// Takes over what was typed; false if it is not a number.
function commitField(s, field) {
  if (!find(s, s.picked)) return true; // undone meanwhile
  const text = field.value.trim();
  const value = text ? parsed(text) : null;
  const isBad = text && !(Math.abs(value) <= (field === s.score ? Number.MAX_VALUE : s.data.max_grade));
  complain(s, field, isBad);
  if (isBad) return false;
  if (field === s.score) rescore(s, s.picked, value);
  else if (text) grade(s, s.picked, value);
  return true;
}

function pick(s, act) {
  s.picker.hidePopover();
  focus(s, s.picked);
  act(s, s.picked);
}

function wirePicker(s) {
  const { picker } = s;
  const grades = picker.querySelector(".grades");
  for (const value of [0, 1, 2, 3, 4, "?"]) {
    const button = built(`<button class="grade" data-grade="${value}">${value}</button>`);
    if (value === "?") button.dataset.label = "unjudged";
    grades.append(button);
  }
  s.gradeButtons = [...grades.children];
  s.other = built('<input inputmode="decimal" autocomplete="off" data-label="other" data-hint="other_hint">');
  grades.append(s.other);
  s.score = picker.querySelector(".score input");
  for (const field of [s.other, s.score]) {
    field.onchange = () => commitField(s, field);
    field.onkeydown = (event) => {
      if (event.key === "Escape") field.value = field.defaultValue; // closing would take over what was typed
      else if (event.key === "Enter" && commitField(s, field)) pick(s, () => {});
    };
  }
  picker.onclick = ({ target }) => {
    const value = target.dataset.grade;
    const act = { rename, shelve, remove }[target.dataset.act];
    if (value) pick(s, (_, key) => grade(s, key, value === "?" ? null : Number(value)));
    else if (act) pick(s, (_, key) => act(s, key));
  };
  picker.onkeydown = (event) => {
    event.stopPropagation();
    if (event.target.matches("input") || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const value = /^[0-9]$/.test(event.key) ? Number(event.key) : /^[u?]$/.test(event.key) ? null : undefined;
    if (step) {
      const stops = [...picker.querySelectorAll("button, input")].filter((node) => node.offsetParent);
      stops.at((stops.indexOf(event.target) + step) % stops.length).focus();
    } else if (value !== undefined) pick(s, () => grade(s, s.picked, value));
    else return;
    event.preventDefault();
  };
  picker.addEventListener("beforetoggle", (event) => {
    // Browsers lose this focus in a shadow root.
    if (event.newState === "closed" && picker.contains(s.root.activeElement)) focus(s, s.picked, false);
  });
  picker.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !picker.contains(relatedTarget)) picker.hidePopover();
  });
}

/* ---- dragging ---- */
function scrollerOf(s) {
  for (let node = s.root.host; node; node = node.parentElement) {
    if (node.scrollHeight > node.clientHeight && /auto|scroll/.test(getComputedStyle(node).overflowY)) return node;
  }
  return document.scrollingElement;
}

// Follows one pointer until it is let go. Data that arrive meanwhile wait: they would pull the rows away.
function follow(s, event, node, onMove, onEnd) {
  if (s.drag || event.button) return;
  const stop = new AbortController();
  const scroller = scrollerOf(s);
  let { clientX: x, clientY: y } = event;
  let began = false;
  let frame = 0;
  const end = (done) => {
    stop.abort();
    cancelAnimationFrame(frame);
    s.drag = false;
    s.box.classList.remove("dragging");
    document.dispatchEvent(new CustomEvent("rankviz:drag", { detail: false }));
    if (began) onEnd(done);
    if (s.late && !s.tab.waits("list")) receive(s, s.late);
    s.late = null;
  };
  const tick = () => {
    const way = y < 100 ? -10 : y > innerHeight - 60 ? 10 : 0;
    if (began && way) {
      scroller.scrollTop += way;
      onMove(x, y);
    }
    frame = requestAnimationFrame(tick);
  };
  const on = (target, name, act) => target.addEventListener(name, act, { signal: stop.signal, capture: true });
  s.drag = true;
  node.setPointerCapture(event.pointerId);
  frame = requestAnimationFrame(tick);
  on(node, "pointermove", (now) => {
    if (!began && Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > 3) {
      began = true;
      document.dispatchEvent(new CustomEvent("rankviz:drag", { detail: true }));
    }
    if (!began) return;
    s.box.classList.add("dragging");
    ({ clientX: x, clientY: y } = now);
    onMove(x, y);
  });
  on(node, "pointerup", () => end(true));
  on(node, "pointercancel", () => end(false));
  on(node, "lostpointercapture", () => end(false));
  on(document, "keydown", (now) => {
    now.preventDefault(); // a key must not change the list under the pointer
    now.stopPropagation();
    if (now.key === "Escape") end(false);
  });
}

// The list as it would be if the row were let go here: every number follows the drag, and nothing is kept of it. Over the shelf it
// is the list as it is: a list that is shorter by one may ask for another choice, and the page would move under the pointer.
function preview(s, from, to) {
  s.preview = moved(s, from, to ?? from);
  hover(s, null);
  point(s, (to ?? from) + 1, true);
  s.tab.preview(edited(s, s.preview));
}

function dragRow(s, event, key) {
  const node = nodeOf(s, key);
  const height = node.offsetHeight;
  const hold = event.clientY - node.getBoundingClientRect().top;
  const from = rankOf(s, key) - 1;
  const last = s.rows.length - 1;
  let to = from;
  const onMove = (x, y) => {
    const top = y - hold - s.grid.getBoundingClientRect().top;
    const shelf = y > s.shelf.getBoundingClientRect().top + 4;
    s.shelf.classList.toggle("drop", shelf);
    node.classList.add("held");
    const before = to;
    to = shelf ? null : clamp(Math.round(top / height), 0, last);
    if (to !== before) preview(s, from, to);
    const place = to ?? from;
    s.rows.forEach((item, i) => {
      const d = domOf(s, item.key);
      const shift = i === from ? 0 : (i <= place && i > from ? -1 : 0) + (i >= place && i < from ? 1 : 0);
      const way = i === from ? clamp(top, -height / 2, (last + 2) * height) - from * height : shift * height;
      if (!way && !d.lifted) return;
      d.lifted = true;
      write(d.rank, s.rows[i === from ? to : i + shift]?.rank);
      d.node.style.transform = `translateY(${way}px)`;
    });
  };
  follow(s, event, event.target, onMove, (done) => {
    s.shelf.classList.remove("drop");
    node.classList.remove("held");
    s.preview = null;
    if (!done) paint(s);
    else if (to === null) shelve(s, key);
    else moveTo(s, key, to);
    s.tab.endPreviews();
  });
}

function dragChip(s, event, key) {
  const d = domOf(s, key);
  let to = null;
  const onMove = (x, y) => {
    const height = s.grid.firstElementChild?.offsetHeight ?? 1; // of no matter in an empty list
    const box = s.body.getBoundingClientRect();
    to = y < s.shelf.getBoundingClientRect().top ? clamp(Math.round((y - box.top) / height), 0, s.rows.length) : null;
    s.mark.hidden = to === null;
    s.mark.style.top = `${to * height}px`;
    d.lifted = true;
    d.node.classList.add("held");
    d.node.style.transform = `translate(${x - event.clientX}px, ${y - event.clientY}px)`;
  };
  follow(s, event, d.node, onMove, (done) => {
    s.mark.hidden = true;
    d.node.classList.remove("held");
    if (done && to !== null) shelve(s, key, to);
    else paint(s);
  });
}

function dragCutoff(s, event) {
  const old = s.cutoff;
  const onMove = (x, y) => {
    const box = s.grid.getBoundingClientRect();
    const n = s.rows.length;
    const k = clamp(Math.round(((y - box.top) / box.height) * n), 1, n);
    if (k !== s.cutoff) setCutoff(s, k, false);
  };
  follow(s, event, s.pill, onMove, (done) => {
    if (done && s.cutoff !== old) setCutoff(s, s.cutoff);
    else setCutoff(s, old, false);
  });
}

/* ---- events ---- */
function keyIn(s, event) {
  if (event.target.matches("input") || event.isComposing) return;
  const held = event.target.closest("[data-key]");
  const key = held && Number(held.dataset.key);
  // Caps lock must not turn k into K.
  const name = /^[a-z]$/i.test(event.key) ? event.key[event.shiftKey ? "toUpperCase" : "toLowerCase"]() : event.key;
  let act;
  if (event.ctrlKey || event.metaKey) act = /^[zZy]$/.test(name) && listKey(s, name);
  else if (event.altKey) act = held && altKey(s, name, key);
  else act = (held && itemKey(s, name, key, event)) || (event.target === s.pill && pillKey(s, name)) || listKey(s, name);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  // While an undo is on its way the list on screen is out of date: what is typed meanwhile is done to the one that comes.
  if (!s.tab.isTurning() || /^[zZy]$/.test(name)) return act();
  const again = new KeyboardEvent("keydown", event);
  s.tab.after(() => (s.root.activeElement ?? s.box).dispatchEvent(again));
}

function altKey(s, name, key) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[name];
  return step && (() => moveTo(s, key, rankOf(s, key) - 1 + step));
}

function itemKey(s, name, key, event) {
  if (/^[0-9]$/.test(name)) return () => grade(s, key, Number(name));
  const all = [...s.rows, ...s.missed];
  const { i, list, shown } = find(s, key);
  const place = shown ? i : s.rows.length + i;
  const go = (item) => item && (() => focus(s, item.key));
  if (!shown && name === "ArrowLeft") return go(list[i - 1]);
  if (!shown && name === "ArrowRight") return go(list[i + 1]);
  if (name === "Enter") return event.target.dataset.key && (() => openPicker(s, key));
  return {
    ArrowUp: () => focus(s, all[Math.max(0, place - 1)].key),
    ArrowDown: () => focus(s, all[Math.min(all.length - 1, place + 1)].key),
    Home: () => focus(s, list[0].key),
    End: () => focus(s, list.at(-1).key),
    u: () => grade(s, key, null),
    m: () => shelve(s, key),
    Delete: () => remove(s, key),
    Backspace: () => remove(s, key), // what the Delete key of a Mac sends
    F2: () => rename(s, key),
  }[name];
}

// The line goes the way of the arrow.
function pillKey(s, name) {
  const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[name];
  if (step) return () => shiftCutoff(s, step);
  return { Home: () => setCutoff(s, 1), End: () => setCutoff(s, s.rows.length) }[name];
}

function listKey(s, name) {
  return {
    a: () => add(s, false),
    k: () => shiftCutoff(s, -1),
    K: () => shiftCutoff(s, 1),
    z: () => history(s, "undo"),
    Z: () => history(s, "redo"),
    y: () => history(s, "redo"),
    "?": () => s.tab.ask({ name: "help" }),
    Escape: () => {
      s.selected = null;
      point(s, null, true);
    },
  }[name];
}

function wire(s) {
  const { box } = s;
  const keyAt = (target) => Number(target.closest("[data-key]")?.dataset.key ?? NaN);
  box.addEventListener("keydown", (event) => keyIn(s, event));
  box.addEventListener("focusin", ({ target }) => {
    const key = keyAt(target);
    if (key && key !== s.selected) select(s, key);
  });
  box.addEventListener("click", ({ target }) => {
    const act = target.closest("[data-do]")?.dataset.do;
    const key = keyAt(target);
    if (act) return act.startsWith("add") ? add(s, act === "add_missed") : s.tab.ask({ name: act });
    if (!key) return;
    if (target.closest(".grade")) openPicker(s, key);
    else if (key !== s.selected) select(s, key);
  });
  box.addEventListener("dblclick", ({ target }) => {
    const key = keyAt(target);
    if (key && !target.closest(".grade, .grip, input")) rename(s, key);
  });
  box.addEventListener("pointerdown", (event) => {
    const { target } = event;
    const key = keyAt(target);
    if (target === s.pill) return dragCutoff(s, event);
    if (target.closest(".grip")) {
      focus(s, key, false);
      dragRow(s, event, key);
    } else if (target.closest(".chip") && !target.closest("button, input")) dragChip(s, event, key);
  });
  s.grid.addEventListener("pointermove", ({ target, pointerType }) => {
    if (pointerType !== "touch" && !s.drag) hover(s, rankOf(s, keyAt(target)));
  });
  s.grid.addEventListener("pointerleave", () => hover(s, null));
}

function mount(root) {
  const s = { root, rows: [], missed: [], keys: 0, language: 0, cutoff: null };
  Object.assign(s, { selected: null, hover: null, pinned: null, drag: false, late: null, preview: null });
  s.box = root.querySelector(".list");
  s.box.innerHTML = SKELETON;
  for (const name of ["body", "line", "pill", "mark", "shelf", "say", "toast", "picker"]) s[name] = s.box.querySelector(`.${name}`);
  s.grid = s.box.querySelector(".rows");
  s.row = s.box.querySelector(".missed");
  s.sides = [
    { list: "rows", parent: s.grid, dom: new Map(), html: ROW },
    { list: "missed", parent: s.row, dom: new Map(), html: CHIP },
  ];
  wirePicker(s);
  wire(s);
  const listeners = {
    "rankviz:rank": ({ detail }) => {
      if (!detail.pinned) s.hover = detail.rank;
      else s.pinned = detail.rank;
      if (detail.pinned && detail.source !== NAME) s.selected = s.rows[detail.rank - 1]?.key ?? null;
      mark(s);
    },
    "rankviz:rank?": () => s.pinned !== null && point(s, s.pinned, true),
    "rankviz:cutoff": ({ detail }) => {
      if (detail.source === NAME) return;
      s.cutoff = detail.cutoff;
      paint(s);
    },
    scroll: () => s.picker.matches(":popover-open") && placePicker(s),
  };
  for (const [name, act] of Object.entries(listeners)) document.addEventListener(name, act, name === "scroll");
  s.stop = () => {
    for (const [name, act] of Object.entries(listeners)) document.removeEventListener(name, act, name === "scroll");
    clearTimeout(s.toastTimer);
    mounted.delete(root);
  };
  return s;
}

function translate(s) {
  const { texts } = s.data;
  const json = JSON.stringify(texts);
  if (json === s.textsShown) return;
  s.textsShown = json;
  s.language += 1;
  for (const node of s.box.querySelectorAll("[data-text]")) write(node, texts[node.dataset.text]);
  for (const node of s.box.querySelectorAll("[data-label]")) node.ariaLabel = texts[node.dataset.label];
  for (const node of s.box.querySelectorAll("[data-hint]")) node.placeholder = texts[node.dataset.hint];
}

function adopt(s, data) {
  const place = rankOf(s, s.selected);
  const keys = new Map(); // by id, one per copy: what is the same entry keeps its node, focus and animation
  for (const { id, key } of [...s.rows, ...s.missed]) keys.set(id, [...(keys.get(id) ?? []), key]);
  const keyed = (item) => ({ ...item, key: keys.get(item.id)?.shift() ?? ++s.keys });
  s.rows = data.rows.map(keyed);
  s.missed = data.missed.map(keyed);
  s.cutoff = data.cutoff;
  s.scored = data.scored;
  if (s.selected !== null && !find(s, s.selected)) {
    s.selected = s.rows[Math.min(place ?? 1, s.rows.length) - 1]?.key ?? null;
    if (s.selected === null) point(s, null, true);
  }
}

function receive(s, data) {
  s.data = data;
  translate(s);
  adopt(s, data);
  paint(s);
  if (s.picker.matches(":popover-open")) placePicker(s);
}

export default function ({ data, parentElement, tab }) {
  const s = mounted.get(parentElement) ?? mount(parentElement);
  mounted.set(parentElement, s);
  s.tab = tab;
  if (s.drag) s.late = data;
  else receive(s, data);
  // Streamlit also calls this when newer data overtook a call; only a component that left the page must stop.
  return () => parentElement.isConnected || s.stop();
}
