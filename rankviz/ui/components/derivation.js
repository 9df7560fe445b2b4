// The derivation: formula, terms and result of each line, a step player, and the copies. Formulas are MathML made by Python from
// its own templates; only MathML elements are let in.

const states = new WeakMap()
const FEW = 12
const HEAD = 7
const TAIL = 3
const ICONS = {
  first: "M5 4h2v12H5zm10 0v12l-8-6z", previous: "M13.500 4v12l-8-6z", play: "M6 4v12l9-6z", pause: "M6 4h3v12H6zm5 0h3v12h-3z",
  next: "M6.500 4v12l8-6z", last: "M13 4h2v12h-2zM5 4v12l8-6z", copy: "M7 2h9v11h-2V4H7zM4 6h8v12H4zm1.500 1.500v9h5v-9z",
}
const make = (tag, className = "", text = "") => {
  const node = document.createElement(tag)
  node.className = className
  if (text) node.textContent = text
  return node
}
const fill = (text, values) => (text || "").replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "")

export default function ({ data, parentElement }) {
  let s = states.get(parentElement)
  if (!s) states.set(parentElement, (s = build(parentElement)))
  update(s, data)
  return () => { if (!parentElement.isConnected) { s.stop(); states.delete(parentElement) } }
}

const parsed = new Map() // MathML text → checked element
function math(text) {
  if (!text) return make("span")
  if (!parsed.has(text)) {
    const element = new DOMParser().parseFromString(text, "application/xml").documentElement
    const safe = [element, ...element.querySelectorAll("*")].every((each) => each.namespaceURI === "http://www.w3.org/1998/Math/MathML")
    if (!safe) return make("span")
    if (parsed.size > 5000) parsed.clear()
    parsed.set(text, element)
  }
  const copy = document.importNode(parsed.get(text), true)
  copy.setAttribute("displaystyle", "true")
  copy.setAttribute("display", "inline")
  for (const name of copy.querySelectorAll("mi")) if (name.textContent.length > 1) name.classList.add("word")
  return copy
}

function update(s, data) {
  const lines = JSON.stringify([data.lines, data.final])
  s.data = data
  s.t = data.texts
  s.ranks = data.steps.map((step) => step.rank)
  if (lines !== s.drawn) {
    s.drawn = lines
    stopPlaying(s)
    draw(s)
  }
  for (const name of ["first", "previous", "next", "last"]) label(s.buttons[name], s.t[name])
  label(s.buttons.play, s.timer ? s.t.pause : s.t.play)
  s.copyLabel.textContent = s.t.copy
  s.words.replaceChildren(...data.words.map((text) => make("li", "", text)))
  s.menu.replaceChildren(...data.copies.map((each) => copyButton(s, each)))
  mark(s)
}

const label = (button, text) => { if (button.title !== text) { button.title = text; button.setAttribute("aria-label", text) } }

// ---- lines ------------------------------------------------------------------------------------------------------------
function draw(s) {
  const { lines, final } = s.data
  s.lines.replaceChildren(...lines.map((line) => drawLine(s, line)))
  s.lines.hidden = !lines.length
  s.final.hidden = !final
  if (final) {
    s.final.replaceChildren(make("b", "name", final.name), equals(), part("symbols", math(final.symbols)), equals(),
      part("numbers", math(final.numbers)), result(final.result, final.title, final.undefined))
  }
  s.formula.classList.toggle("long", lines.some((line) => line.terms.length > 10))
}

const equals = () => make("span", "eq", "=")
function part(className, ...children) {
  const node = make("span", className)
  node.append(...children)
  return node
}
function result(text, title, undefinedValue) {
  const node = make("span", "result" + (undefinedValue ? " word" : ""))
  node.append(make("span", "eq", "="), make("b", "", text))
  node.title = title || ""
  return node
}

function drawLine(s, line) {
  const row = make("div", "line")
  const terms = make("span", "terms")
  row.rvLine = line
  row.append(make("b", "name", line.name), equals(), part("symbols", math(line.symbols)), equals(), terms,
    result(line.result, line.result_title))
  drawTerms(s, terms, line)
  return row
}

function visibleTerms(s, line) {
  const all = line.terms.map((_, i) => i)
  if (all.length <= FEW || s.open) return all
  const lit = all.filter((i) => line.terms[i].rank !== null && line.terms[i].rank === (s.hover ?? s.pinned))
  return [...new Set([...all.slice(0, HEAD), ...lit, ...all.slice(-TAIL)])].sort((a, b) => a - b)
}

function drawTerms(s, box, line) {
  const visible = visibleTerms(s, line)
  const key = visible.join()
  if (box.rvKey === key) return
  box.rvKey = key
  const nodes = []
  visible.forEach((i, at) => {
    const term = line.terms[i]
    if (at) nodes.push(make("span", "op", term.op))
    const hidden = i - (at ? visible[at - 1] : -1) - 1
    if (hidden) nodes.push(more(s, fill(s.t.more_terms, { n: hidden })), make("span", "op", term.op))
    const node = make("span", "term" + (term.muted ? " muted" : ""))
    if (term.rank !== null) node.dataset.rank = term.rank
    node.append(math(term.math))
    nodes.push(node)
  })
  if (s.open && line.terms.length > FEW) nodes.push(more(s, s.t.fewer_terms))
  box.replaceChildren(...nodes)
}

function more(s, text) {
  const button = make("button", "more", text)
  button.type = "button"
  button.onclick = () => { s.open = !s.open; draw(s); mark(s) }
  return button
}

// ---- ranks ------------------------------------------------------------------------------------------------------------
const tell = (rank, pinned) =>
  document.dispatchEvent(new CustomEvent("rankviz:rank", { detail: { rank, pinned, source: "derivation" } }))

function mark(s) {
  const lit = s.hover ?? s.pinned
  for (const row of s.lines.children) {
    drawTerms(s, row.querySelector(".terms"), row.rvLine)
    for (const term of row.querySelectorAll(".term")) term.classList.toggle("lit", lit !== null && term.dataset.rank === String(lit))
  }
  const at = s.ranks.indexOf(lit)
  const step = s.data.steps[at]
  s.place.textContent = step ? fill(s.t.rank_of, { rank: step.rank, n: s.ranks.length }) : ""
  s.said.replaceChildren(...(step ? step.text : []).map((piece) => ("m" in piece ? math(piece.m) : piece.t)))
  s.words.hidden = Boolean(step)
  s.buttons.first.disabled = s.buttons.previous.disabled = at === 0 || !s.ranks.length
  s.buttons.last.disabled = s.buttons.next.disabled = at === s.ranks.length - 1 || !s.ranks.length
  s.buttons.play.disabled = !s.ranks.length
}

function go(s, act) {
  const at = s.ranks.indexOf(s.pinned)
  const end = s.ranks.length - 1
  const to = { first: 0, previous: Math.max(0, at - 1), next: Math.min(end, at + 1), last: end }[act]
  if (to !== undefined && s.ranks.length) tell(s.ranks[to], true)
}

function play(s) {
  if (s.timer) return stopPlaying(s)
  if (s.ranks.indexOf(s.pinned) >= s.ranks.length - 1) tell(s.ranks[0], true)
  else go(s, "next")
  s.timer = setInterval(() => (s.ranks.indexOf(s.pinned) >= s.ranks.length - 1 ? stopPlaying(s) : go(s, "next")), 700)
  showPlaying(s)
}
function stopPlaying(s) {
  clearInterval(s.timer)
  s.timer = null
  showPlaying(s)
}
function showPlaying(s) {
  s.buttons.play.querySelector("path").setAttribute("d", s.timer ? ICONS.pause : ICONS.play)
  if (s.t) label(s.buttons.play, s.timer ? s.t.pause : s.t.play)
}

// ---- copies -----------------------------------------------------------------------------------------------------------
function copyButton(s, { label: text, text: content }) {
  const button = make("button", "item", text)
  button.type = "button"
  button.onclick = async () => {
    const done = await copyText(content)
    if (!done) return showForCopying(s, content)
    button.textContent = s.t.copied
    s.live.textContent = s.t.copied
    setTimeout(() => { button.textContent = text; s.menu.hidePopover?.() }, 900)
  }
  return button
}
async function copyText(text) {
  try { await navigator.clipboard.writeText(text); return true } catch { /* no permission, or no https: the old way */ }
  const area = make("textarea", "hiddencopy")
  area.value = text
  document.body.append(area)
  area.select()
  const done = document.execCommand("copy")
  area.remove()
  return done
}
function showForCopying(s, text) {
  const area = make("textarea", "shown")
  area.value = text
  area.readOnly = true
  area.setAttribute("aria-label", s.t.copy)
  s.menu.replaceChildren(make("p", "", s.t.copy_failed), area)
  area.select()
}

// ---- building, once ---------------------------------------------------------------------------------------------------
function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg")
  svg.setAttribute("viewBox", "0 0 20 20")
  svg.setAttribute("aria-hidden", "true")
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path")
  path.setAttribute("d", ICONS[name])
  svg.append(path)
  return svg
}

function build(parent) {
  const root = parent.querySelector(".derivation")
  const s = { root, hover: null, pinned: null, timer: null, open: false, drawn: "", buttons: {}, ranks: [], t: null }
  s.formula = make("div", "formula")
  s.lines = make("div", "lines")
  s.final = make("div", "final")
  s.formula.append(s.lines, s.final)
  const bar = make("div", "bar")
  for (const name of ["first", "previous", "play", "next", "last"]) {
    const button = (s.buttons[name] = make("button", "icon"))
    button.type = "button"
    button.append(icon(name))
    button.onclick = () => { if (name === "play") play(s); else { stopPlaying(s); go(s, name) } }
    bar.append(button)
  }
  s.place = make("span", "place")
  s.said = make("span", "said")
  s.said.setAttribute("aria-live", "polite")
  s.words = make("ul", "words")
  s.copy = make("button", "copy")
  s.copy.type = "button"
  s.copyLabel = make("span")
  s.copy.append(icon("copy"), s.copyLabel)
  s.menu = make("div", "menu")
  s.menu.setAttribute("popover", "auto")
  s.copy.onclick = () => openMenu(s)
  s.live = make("div", "live")
  s.live.setAttribute("aria-live", "polite")
  bar.append(s.place, s.said, s.words, s.copy)
  root.append(s.formula, bar, s.menu, s.live)
  s.lines.addEventListener("pointerover", (event) => {
    const term = event.target.closest("[data-rank]")
    if (term) tell(Number(term.dataset.rank), false)
  })
  s.lines.addEventListener("pointerleave", () => tell(null, false))
  s.lines.addEventListener("click", (event) => {
    const term = event.target.closest("[data-rank]")
    if (term) tell(Number(term.dataset.rank), true)
  })
  root.addEventListener("keydown", (event) => {
    if (event.target.closest(".menu")) return
    const act = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key]
    if (act) { event.preventDefault(); stopPlaying(s); go(s, act) }
  })
  const onRank = ({ detail }) => {
    if (detail.pinned) { s.pinned = detail.rank; s.hover = null } else s.hover = detail.rank
    if (s.data) mark(s)
  }
  document.addEventListener("rankviz:rank", onRank)
  s.stop = () => { clearInterval(s.timer); document.removeEventListener("rankviz:rank", onRank) }
  document.dispatchEvent(new CustomEvent("rankviz:rank?"))
  return s
}

function openMenu(s) {
  s.menu.replaceChildren(...s.data.copies.map((each) => copyButton(s, each)))
  s.menu.showPopover()
  const box = s.copy.getBoundingClientRect()
  const size = s.menu.getBoundingClientRect()
  s.menu.style.left = Math.max(8, box.right - size.width) + "px"
  s.menu.style.top = (box.top - size.height - 4 > 8 ? box.top - size.height - 4 : box.bottom + 4) + "px"
  s.menu.firstChild?.focus()
}
