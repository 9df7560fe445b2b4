// The ranked list. The browser changes its own list at once and sends the whole of it; an answer of Python that is older than the
// last message is ignored, a higher epoch (undo, link, paste) always wins. Names only ever enter by textContent.

const states = new WeakMap()
const fill = (text, values) => (text || "").replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "")
const make = (tag, className, attributes = {}) => {
  const node = document.createElement(tag)
  node.className = className
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  return node
}
const put = (node, text) => { if (node.textContent !== text) node.textContent = text }
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches
const shown = (grade) => (grade === null ? "?" : String(grade).replace("-", "−"))
const shade = (grade) => (grade === null ? "unjudged" : "g" + Math.max(0, Math.min(4, Math.floor(grade))))
const ICONS = { rename: "M3 13.5V17h3.5L15 8.500 11.500 5zM16.500 7l1-1a1.400 1.400 0 0 0 0-2l-1.500-1.500a1.400 1.400 0 0 0-2 0l-1 1z",
  shelf: "M9 3h2v8l3-3 1.400 1.400L10 14.800 4.600 9.400 6 8l3 3zM4 16h12v2H4z",
  remove: "M6 7h8l-.6 10H6.600zM8 4h4l.7 1H16v1.500H4V5h3.300z" }

export default function ({ data, parentElement, setStateValue }) {
  let s = states.get(parentElement)
  if (!s) states.set(parentElement, (s = build(parentElement)))
  s.send = (message) => setStateValue("message", message)
  adopt(s, data)
  return () => { if (!parentElement.isConnected) { s.stop(); states.delete(parentElement) } }
}

// ---- state ----------------------------------------------------------------------------------------------------------
function adopt(s, data) {
  const answered = data.ack_session === s.session && data.ack >= s.seq
  const first = !s.data
  s.data = data
  s.t = data.texts
  if (first || data.epoch > s.epoch || answered || s.seq === 0) {
    if (s.drag) return
    s.epoch = data.epoch
    s.rows = withKeys(data.rows)
    s.missed = withKeys(data.missed)
    s.cutoff = data.cutoff
  }
  paint(s)
}

function withKeys(items) {
  const seen = new Map()
  return items.map((item) => {
    const times = (seen.get(item.id) || 0) + 1
    seen.set(item.id, times)
    return { ...item, key: item.id + "\u0000" + times }
  })
}

function commit(s, said) {
  if (s.data.scored) { // the scores keep their places, the documents move
    const scores = s.rows.map((row) => row.score).sort((a, b) => b - a)
    s.rows.forEach((row, i) => { row.score = scores[i] })
  }
  s.rows.forEach((row, i) => { row.rank = String(i + 1) })
  if (said) put(s.live, said)
  paint(s)
  emit(s)
}

function emit(s, name) {
  if (name) s.commands = [...s.commands, { n: ++s.count, name }].slice(-20)
  s.send({
    session: s.session, seq: ++s.seq, epoch: s.epoch, cutoff: s.cutoff, commands: s.commands,
    rows: s.rows.map((row) => [row.id, row.grade, row.score ?? null]), missed: s.missed.map((row) => [row.id, row.grade]),
  })
}

const rankOf = (s, key) => s.rows.findIndex((row) => row.key === key) + 1
const find = (s, key) => s.rows.find((row) => row.key === key) || s.missed.find((row) => row.key === key)
const full = (s) => s.rows.length + s.missed.length >= s.data.limit

function freshId(s) {
  const used = new Set([...s.rows, ...s.missed].map((row) => row.id))
  let number = used.size + 1
  while (used.has("d" + number)) number += 1
  return "d" + number
}

function move(s, from, to) {
  to = Math.max(0, Math.min(s.rows.length - 1, to))
  if (from === to) return
  const [row] = s.rows.splice(from, 1)
  s.rows.splice(to, 0, row)
  pin(s, to + 1)
  commit(s, fill(s.t.moved, { id: row.id, rank: to + 1 }))
}

function grade(s, key, value) {
  const row = find(s, key)
  if (!row || row.grade === value) return
  row.grade = value
  commit(s, fill(s.t.graded, { id: row.id, grade: value === null ? s.t.unjudged : shown(value) }))
}

function toggleShelf(s, key, at = s.rows.length) {
  const i = s.rows.findIndex((row) => row.key === key)
  if (i >= 0) {
    const [row] = s.rows.splice(i, 1)
    s.missed.push({ ...row, score: null })
    commit(s, fill(s.t.shelved, { id: row.id }))
    focusRow(s, Math.min(i, s.rows.length - 1))
  } else {
    const [row] = s.missed.splice(s.missed.findIndex((each) => each.key === key), 1)
    const lowest = Math.min(...s.rows.map((each) => each.score))
    s.rows.splice(at, 0, { ...row, score: s.data.scored ? lowest - 1 : null, note: "", tie: null })
    commit(s, fill(s.t.moved, { id: row.id, rank: at + 1 }))
    focusRow(s, at)
  }
}

function remove(s, key) {
  const i = s.rows.findIndex((row) => row.key === key)
  const row = find(s, key)
  s.rows = s.rows.filter((each) => each !== row)
  s.missed = s.missed.filter((each) => each !== row)
  commit(s, fill(s.t.removed, { id: row.id }))
  if (i >= 0) focusRow(s, Math.min(i, s.rows.length - 1))
}

function add(s, shelf) {
  if (full(s)) return put(s.live, fill(s.t.full, { limit: s.data.limit }))
  const id = freshId(s)
  const item = { id, key: id + "\u00001", grade: shelf ? 1 : 0, score: null, note: "", tie: null, rank: "" }
  if (shelf) s.missed.push(item)
  else s.rows.push({ ...item, score: s.data.scored ? Math.min(...s.rows.map((row) => row.score)) - 1 : null })
  commit(s, fill(s.t.added, { id }))
  if (!shelf) focusRow(s, s.rows.length - 1)
}

function setCutoff(s, k, send = true) {
  const value = Math.max(1, Math.min(Math.max(s.rows.length, 1), k))
  if (value !== s.cutoff) {
    s.cutoff = value
    paint(s)
    document.dispatchEvent(new CustomEvent("rankviz:cutoff", { detail: { cutoff: value, source: "list" } }))
  }
  if (send) emit(s)
}

// ---- linked highlight -----------------------------------------------------------------------------------------------
function tell(s, rank, pinned) {
  document.dispatchEvent(new CustomEvent("rankviz:rank", { detail: { rank, pinned, source: "list" } }))
}
function pin(s, rank) { s.pinned = rank; tell(s, rank, true) }
function mark(s) {
  const lit = s.hover ?? s.pinned
  s.rows.forEach((row, i) => s.nodes.get(row.key)?.classList.toggle("lit", i + 1 === lit))
}

function focusRow(s, i) {
  const row = s.rows[i]
  if (!row) return s.add.focus()
  const node = s.nodes.get(row.key)
  node.focus({ preventScroll: false })
  if (s.pinned !== i + 1) pin(s, i + 1)
}

// ---- painting -------------------------------------------------------------------------------------------------------
function paint(s) {
  const { t } = s
  put(s.title, t.head)
  put(s.table, t.as_table)
  put(s.gradeHead, t.grade)
  put(s.empty, s.rows.length ? "" : t.empty)
  put(s.shelfHead, t.missed_head)
  put(s.add, "+ " + t.add)
  s.grid.setAttribute("aria-label", t.head)
  s.grid.setAttribute("aria-rowcount", s.rows.length)
  const active = s.root.getRootNode().activeElement
  const focused = active?.closest?.(".row")
  place(s, s.rows, s.grid, (key) => makeRow(s, key), (node, row, i) => paintRow(s, node, row, i))
  place(s, s.missed, s.chips, (key) => makeChip(s, key), (node, row) => paintChip(s, node, row))
  const known = new Set([...s.rows, ...s.missed].map((row) => row.key))
  for (const [key, node] of s.nodes) if (!known.has(key)) { node.remove(); s.nodes.delete(key) }
  if (focused?.isConnected && s.root.getRootNode().activeElement !== active) active.focus({ preventScroll: true })
  paintCutoff(s)
  mark(s)
}

function place(s, items, box, create, refresh) {
  const height = rowHeight(s)
  items.forEach((item, i) => {
    let node = s.nodes.get(item.key)
    if (node && node.parentElement !== box) { node.remove(); node = null }
    if (!node) s.nodes.set(item.key, (node = create(item.key)))
    const before = node.rvIndex
    if (box.children[i] !== node) box.insertBefore(node, box.children[i] || null)
    if (box === s.grid && before !== undefined && before !== i && !calm() && Math.abs(before - i) < 60) {
      node.animate([{ transform: `translateY(${(before - i) * height}px)` }, { transform: "none" }], { duration: 250, easing: "ease" })
    }
    node.rvIndex = i
    refresh(node, item, i)
  })
}

function makeRow(s, key) {
  const node = make("div", "row", { role: "row", tabindex: "-1" })
  const grip = make("span", "grip", { role: "gridcell" })
  grip.innerHTML = "<svg viewBox='0 0 10 16' aria-hidden='true'><path d='M2 2h2v2H2zm4 0h2v2H6zM2 7h2v2H2zm4 0h2v2H6zM2 12h2v2H2zm4 0h2v2H6z'/></svg>"
  const name = make("span", "name", { role: "gridcell" })
  name.append(make("bdi", "id", { dir: "auto" }), make("span", "note"))
  const cell = make("span", "cell", { role: "gridcell" })
  cell.append(make("button", "chip", { type: "button", tabindex: "-1" }))
  node.append(grip, make("span", "rank", { role: "rowheader" }), name, cell)
  node.rvKey = key
  return node
}

function paintRow(s, node, row, i) {
  const [, rank, name, cell] = node.children
  const chip = cell.firstChild
  const [id, note] = name.children
  put(rank, row.rank || String(i + 1))
  put(id, row.id)
  id.title = row.id
  put(note, row.note || (s.data.scored && row.score !== null ? String(+row.score.toFixed(6)) : ""))
  paintGrade(s, chip, row)
  node.classList.toggle("beyond", s.cutoff !== null && i >= s.cutoff)
  const above = i > 0 && row.tie !== null && row.tie !== undefined && s.rows[i - 1].tie === row.tie
  const below = row.tie !== null && row.tie !== undefined && s.rows[i + 1]?.tie === row.tie
  node.dataset.tie = above && below ? "middle" : above ? "end" : below ? "start" : ""
  const inTab = i + 1 === (s.pinned && s.pinned <= s.rows.length ? s.pinned : 1)
  if (node.tabIndex !== (inTab ? 0 : -1)) node.tabIndex = inTab ? 0 : -1
  node.setAttribute("aria-rowindex", i + 1)
  const words = row.grade === null ? s.t.unjudged : shown(row.grade)
  node.setAttribute("aria-label", fill(s.t.row_label, { rank: row.rank || i + 1, id: row.id, grade: words }))
}

function paintGrade(s, chip, row) {
  put(chip, shown(row.grade))
  const className = "chip " + shade(row.grade)
  if (chip.className !== className) chip.className = className
  chip.setAttribute("aria-label", fill(s.t.chip_label, { id: row.id, grade: row.grade === null ? s.t.unjudged : shown(row.grade) }))
}

function makeChip(s, key) {
  const node = make("span", "missed", { role: "listitem" })
  node.append(make("bdi", "id", { dir: "auto" }), make("button", "chip", { type: "button" }))
  node.rvKey = key
  return node
}

function paintChip(s, node, row) {
  put(node.firstChild, row.id)
  node.firstChild.title = row.id
  paintGrade(s, node.lastChild, row)
}

function rowHeight(s) { return s.grid.firstElementChild?.getBoundingClientRect().height || 44 }

function paintCutoff(s) {
  const on = s.cutoff !== null && s.rows.length > 0
  s.line.hidden = !on
  if (!on) return
  s.line.style.top = `calc(var(--rv-row) * ${Math.min(s.cutoff, s.rows.length)})`
  put(s.pill, "↕ " + fill(s.t.k_pill, { k: s.cutoff }))
  for (const [name, value] of [["aria-valuenow", s.cutoff], ["aria-valuemin", 1], ["aria-valuemax", Math.max(s.rows.length, s.cutoff)],
    ["aria-label", s.t.k_label], ["aria-valuetext", fill(s.t.k_pill, { k: s.cutoff })]]) s.pill.setAttribute(name, value)
}

// ---- the picker -----------------------------------------------------------------------------------------------------
function openPicker(s, key, anchor, field = "") {
  const row = find(s, key)
  if (!row) return
  s.picked = key
  const inList = rankOf(s, key) > 0
  const line = make("div", "grades", { role: "group", "aria-label": fill(s.t.chip_label, { id: row.id, grade: shown(row.grade) }) })
  for (const value of [0, 1, 2, 3, 4, null]) {
    const button = make("button", "chip " + shade(value), { type: "button", "aria-pressed": String(row.grade === value) })
    button.textContent = shown(value)
    if (value === null) button.setAttribute("aria-label", s.t.unjudged)
    button.onclick = () => { grade(s, key, value); closePicker(s) }
    line.append(button)
  }
  const fields = make("div", "fields")
  fields.append(input(s, "other", s.t.other, row.grade ?? "", (value) => grade(s, key, value), true))
  fields.append(input(s, "rename", s.t.rename, row.id, (value) => { row.id = value; row.key = key; commit(s, fill(s.t.renamed, { id: value })) }, false))
  if (inList) fields.append(input(s, "score", s.t.score, row.score ?? "", (value) => { row.score = value; setScore(s, row) }, true))
  const actions = make("div", "actions")
  for (const [name, label, act] of [["shelf", inList ? s.t.to_shelf : s.t.to_list, () => toggleShelf(s, key)], ["remove", s.t.remove, () => remove(s, key)]]) {
    const button = make("button", "action", { type: "button" })
    button.innerHTML = `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`
    button.append(label)
    button.onclick = () => { closePicker(s); act() }
    actions.append(button)
  }
  s.picker.replaceChildren(line, fields, actions)
  s.picker.setAttribute("aria-label", row.id)
  s.picker.showPopover()
  const box = anchor.getBoundingClientRect()
  const size = s.picker.getBoundingClientRect()
  s.picker.style.left = Math.max(8, Math.min(innerWidth - size.width - 8, box.right - size.width)) + "px"
  s.picker.style.top = (box.bottom + size.height + 8 > innerHeight ? Math.max(8, box.top - size.height - 4) : box.bottom + 4) + "px"
  s.back = anchor
  const target = field ? s.picker.querySelector(`[name=${field}]`) : line.querySelector("[aria-pressed=true]") || line.firstChild
  target?.focus()
  target?.select?.()
}

function setScore(s, row) { // one score decides nothing yet; with all of them the list is sorted by Python
  if (row.score === null && s.data.scored) s.data = { ...s.data, scored: false }
  paint(s)
  emit(s)
}

function closePicker(s) {
  s.picker.hidePopover?.()
  const row = s.picked && s.nodes.get(s.picked)
  if (s.back?.isConnected && s.back.closest(".missed")) s.back.focus()
  else row?.focus?.({ preventScroll: true })
}

function input(s, name, label, value, act, numeric) {
  const wrap = make("label", "field")
  const field = make("input", "", { name, type: "text", inputmode: numeric ? "decimal" : "text", maxlength: 200, autocomplete: "off" })
  field.value = value
  const caption = make("span", "")
  caption.textContent = label
  wrap.append(caption, field)
  const take = () => {
    const text = field.value.trim().replace("−", "-")
    const number = Number(text)
    const wrong = numeric ? text !== "" && !(Number.isFinite(number) && Math.abs(number) <= 1e15) : text === ""
    field.setAttribute("aria-invalid", String(wrong))
    if (wrong) put(s.live, numeric ? s.t.not_a_number : s.t.no_name)
    else if (text !== String(value)) act(numeric ? (text === "" ? null : number) : text)
    return !wrong
  }
  field.onkeydown = (event) => {
    event.stopPropagation()
    if (event.key === "Enter" && take()) closePicker(s)
    if (event.key === "Escape") { field.value = value; closePicker(s); event.preventDefault() }
  }
  field.onchange = take
  return wrap
}

// ---- pointer and keys -----------------------------------------------------------------------------------------------
function startDrag(s, event, key, node) {
  event.preventDefault()
  const height = rowHeight(s)
  const inList = rankOf(s, key) > 0
  const from = rankOf(s, key) - 1
  const startX = event.clientX
  const startY = event.clientY
  const drag = (s.drag = { to: from, shelf: false, moved: false })
  node.setPointerCapture(event.pointerId)
  const onMove = (e) => {
    const dy = e.clientY - startY
    if (!drag.moved && Math.hypot(e.clientX - startX, dy) < 4) return
    drag.moved = true
    node.classList.add("dragged")
    node.style.transform = inList ? `translateY(${dy}px)` : `translate(${e.clientX - startX}px, ${dy}px)`
    const top = s.grid.getBoundingClientRect().top
    const raw = Math.floor((e.clientY - top) / height)
    drag.shelf = e.clientY > s.grid.getBoundingClientRect().bottom + 12
    drag.to = Math.max(0, Math.min(s.rows.length - (inList ? 1 : 0), raw))
    s.shelf.classList.toggle("target", inList && drag.shelf)
    s.rows.forEach((row, i) => {
      const other = s.nodes.get(row.key)
      if (other === node) return
      const shift = drag.shelf ? 0 : inList ? (i > from && i <= drag.to ? -1 : i < from && i >= drag.to ? 1 : 0) : i >= drag.to ? 1 : 0
      other.style.transform = shift ? `translateY(${shift * height}px)` : ""
    })
  }
  const onEnd = (e) => {
    for (const [name, act] of listeners) node.removeEventListener(name, act)
    s.drag = null
    s.shelf.classList.remove("target")
    node.classList.remove("dragged")
    for (const each of [...s.nodes.values()]) { each.style.transform = ""; each.rvIndex = undefined }
    if (e.type === "pointercancel") return paint(s)
    if (!drag.moved) return inList ? focusRow(s, from) : openPicker(s, key, node.lastChild)
    if (inList && drag.shelf) toggleShelf(s, key)
    else if (inList) { if (drag.to !== from) move(s, from, drag.to); else paint(s) }
    else if (!drag.shelf) toggleShelf(s, key, drag.to)
    else paint(s)
  }
  const listeners = [["pointermove", onMove], ["pointerup", onEnd], ["pointercancel", onEnd]]
  for (const [name, act] of listeners) node.addEventListener(name, act)
}

function onKey(s, event) {
  const row = event.target.closest(".row")
  const i = row ? rankOf(s, row.rvKey) - 1 : -1
  const control = event.ctrlKey || event.metaKey
  const done = () => { event.preventDefault(); event.stopPropagation() }
  if (control && event.key.toLowerCase() === "z") { done(); return emit(s, event.shiftKey ? "redo" : "undo") }
  if (control && event.key.toLowerCase() === "y") { done(); return emit(s, "redo") }
  if (control) return
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (event.altKey && step && i >= 0) { done(); move(s, i, i + step); return focusRow(s, rankOf(s, row.rvKey) - 1) }
  if (event.altKey) return
  if (step && event.target.matches(".row")) { done(); return focusRow(s, Math.max(0, Math.min(s.rows.length - 1, i + step))) }
  const acts = {
    Home: () => focusRow(s, 0), End: () => focusRow(s, s.rows.length - 1), z: () => emit(s, "undo"), Z: () => emit(s, "redo"),
    y: () => emit(s, "redo"), k: () => setCutoff(s, (s.cutoff ?? s.rows.length + 1) - 1), K: () => setCutoff(s, (s.cutoff ?? 0) + 1),
    a: () => add(s, false), "?": () => emit(s, "help"), Escape: () => pin(s, null),
  }
  if (i >= 0) {
    Object.assign(acts, { u: () => grade(s, row.rvKey, null), Delete: () => remove(s, row.rvKey), m: () => toggleShelf(s, row.rvKey),
      F2: () => openPicker(s, row.rvKey, row.querySelector(".chip"), "rename") })
    if (event.target === row) acts.Enter = () => openPicker(s, row.rvKey, row.querySelector(".chip"))
    if (/^[0-9]$/.test(event.key)) { done(); return grade(s, row.rvKey, Number(event.key)) }
  }
  const shelved = event.target.closest(".missed")
  if (shelved) {
    if (/^[0-9]$/.test(event.key)) { done(); return grade(s, shelved.rvKey, Number(event.key)) }
    Object.assign(acts, { m: () => toggleShelf(s, shelved.rvKey), Delete: () => remove(s, shelved.rvKey) })
  }
  if (acts[event.key]) { done(); acts[event.key]() }
}

function onPillKey(s, event) {
  const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key]
  const to = by ? s.cutoff + by : { Home: 1, End: s.rows.length }[event.key]
  if (to === undefined) return
  event.preventDefault()
  event.stopPropagation()
  setCutoff(s, to)
}

function dragPill(s, event) {
  event.preventDefault()
  s.pill.focus()
  s.pill.setPointerCapture(event.pointerId)
  const top = s.grid.getBoundingClientRect().top
  const height = rowHeight(s)
  s.pill.onpointermove = (e) => setCutoff(s, Math.round((e.clientY - top) / height), false)
  s.pill.onpointerup = s.pill.onpointercancel = () => {
    s.pill.onpointermove = s.pill.onpointerup = s.pill.onpointercancel = null
    emit(s)
  }
}

// ---- building, once -------------------------------------------------------------------------------------------------
function build(parent) {
  const root = parent.querySelector(".list")
  const s = { root, session: Math.random().toString(36).slice(2), seq: 0, count: 0, commands: [], epoch: 0, rows: [], missed: [],
    cutoff: null, nodes: new Map(), hover: null, pinned: null, drag: null, data: null, t: {} }
  const head = make("div", "head")
  s.title = make("span", "title")
  s.table = make("button", "link", { type: "button" })
  s.gradeHead = make("span", "gradehead")
  const number = make("span", "number")
  number.textContent = "#"
  head.append(number, s.title, s.table, s.gradeHead)
  const body = make("div", "body")
  s.grid = make("div", "grid", { role: "grid", "data-rv": "rows" })
  s.line = make("div", "kline")
  s.pill = make("div", "pill", { role: "slider", tabindex: "0", "aria-orientation": "vertical" })
  s.line.append(s.pill)
  body.append(s.grid, s.line)
  s.empty = make("p", "empty")
  s.shelf = make("div", "shelf")
  s.shelfHead = make("div", "shelfhead")
  s.chips = make("div", "chips", { role: "list" })
  s.add = make("button", "add", { type: "button" })
  s.shelf.append(s.shelfHead, s.chips)
  const adders = make("div", "adders")
  adders.append(s.add)
  s.picker = make("div", "picker", { popover: "auto", role: "dialog" })
  s.live = make("div", "live", { "aria-live": "polite" })
  root.append(head, body, s.empty, s.shelf, adders, s.picker, s.live)
  s.chips.after(s.add)

  root.addEventListener("keydown", (event) => { if (event.target !== s.pill && !event.target.matches("input")) onKey(s, event) })
  s.picker.addEventListener("keydown", (event) => { if (event.key === "Escape") { event.preventDefault(); closePicker(s) } })
  s.pill.addEventListener("keydown", (event) => onPillKey(s, event))
  s.pill.addEventListener("pointerdown", (event) => dragPill(s, event))
  s.table.onclick = () => emit(s, "table")
  s.add.onclick = () => add(s, s.rows.length > 0)
  root.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest(".grip")
    const chip = event.target.closest(".missed")
    if (grip) startDrag(s, event, grip.parentElement.rvKey, grip.parentElement)
    else if (chip) startDrag(s, event, chip.rvKey, chip)
  })
  s.grid.addEventListener("click", (event) => {
    const row = event.target.closest(".row")
    if (!row) return
    const chip = event.target.closest(".chip")
    if (chip) openPicker(s, row.rvKey, chip)
    else focusRow(s, rankOf(s, row.rvKey) - 1)
  })
  s.chips.addEventListener("click", (event) => { // by keyboard; the pointer opens the picker when a drag did not begin
    const chip = event.target.closest(".chip")
    if (chip && event.detail === 0) openPicker(s, chip.parentElement.rvKey, chip)
  })
  s.grid.addEventListener("dblclick", (event) => {
    const row = event.target.closest(".row")
    if (row && event.target.closest(".name")) openPicker(s, row.rvKey, row.querySelector(".chip"), "rename")
  })
  s.grid.addEventListener("focusin", (event) => {
    const row = event.target.closest(".row")
    if (row && event.target === row && s.pinned !== rankOf(s, row.rvKey)) pin(s, rankOf(s, row.rvKey))
  })
  s.grid.addEventListener("pointerover", (event) => {
    const row = event.target.closest(".row")
    if (row && !s.drag) tell(s, rankOf(s, row.rvKey), false)
  })
  s.grid.addEventListener("pointerleave", () => tell(s, null, false))
  listen(s)
  return s
}

function listen(s) {
  const onRank = ({ detail }) => {
    if (detail.pinned) { s.pinned = detail.rank; s.hover = null } else s.hover = detail.rank
    mark(s)
    if (detail.pinned) s.rows.forEach((row, i) => s.nodes.get(row.key)?.setAttribute("tabindex", i + 1 === (detail.rank ?? 1) ? "0" : "-1"))
  }
  const onAsk = () => { if (s.pinned !== null) tell(s, s.pinned, true) }
  const onCutoff = ({ detail }) => { if (detail.source !== "list") { s.cutoff = detail.cutoff; paint(s) } }
  const listeners = [["rankviz:rank", onRank], ["rankviz:rank?", onAsk], ["rankviz:cutoff", onCutoff]]
  for (const [name, act] of listeners) document.addEventListener(name, act)
  s.stop = () => { for (const [name, act] of listeners) document.removeEventListener(name, act) }
}
