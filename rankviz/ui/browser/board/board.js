// One mounted component for the whole page: Streamlit hands over one message an edit instead of one a part.
// Each part lives in the element named for it and gets `{data, parentElement, setStateValue}`, as if it were mounted alone; those with charts also the address of
// `plotly`.
const boards = new WeakMap();
const PATIENCE = 150; // ms
// Safari does not tell when it is idle.
const whenIdle = window.requestIdleCallback ?? ((act) => setTimeout(act, PATIENCE));
const notIdle = window.cancelIdleCallback ?? clearTimeout;
const TRIES = 2; // of a module or a style sheet

async function fetched(act, tries = TRIES) {
  try {
    return await act();
  } catch (error) {
    if (tries <= 1) throw error;
    return fetched(act, tries - 1);
  }
}

async function sheet(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
  const made = new CSSStyleSheet();
  made.replaceSync(await answer.text());
  return made;
}

// A page that is left and shown again may come back with its elements, and those have their roots already.
const hosts = new WeakMap();

function loaded(host, kind) {
  if (!hosts.has(host)) hosts.set(host, load(host, kind));
  hosts.get(host).catch(() => hosts.delete(host));
  return hosts.get(host);
}

// An open part shares the document's styles; any other has a root of its own.
async function load(host, { js, css, root }) {
  const box = document.createElement("div");
  box.className = root;
  const [module, style] = await Promise.all([fetched(() => import(js)), css && fetched(() => sheet(css))]);
  const parent = style ? host.attachShadow({ mode: "open" }) : host;
  if (style) parent.adoptedStyleSheets = [style];
  parent.append(box);
  return { draw: module.default, parent };
}

function afterPaint(board, act) {
  // No frame comes while the page is out of sight; then there is nothing to wait for.
  if (document.hidden) board.timer = setTimeout(act);
  else board.frame = requestAnimationFrame(() => (board.timer = setTimeout(act)));
}

function stop(board) {
  cancelAnimationFrame(board.frame);
  clearTimeout(board.timer);
  notIdle(board.idle);
}

// Streamlit gives the page of a theme its colour scheme, but not the dialogs, which stand beside it; and tells no component.
function followTheme(signal) {
  const app = document.querySelector(".stApp");
  const follow = () => {
    document.documentElement.style.colorScheme = getComputedStyle(app).colorScheme;
    document.dispatchEvent(new CustomEvent("rankviz:theme"));
  };
  const observer = new MutationObserver(follow);
  observer.observe(app, { attributes: true, attributeFilter: ["class"] });
  signal.addEventListener("abort", () => observer.disconnect());
  follow();
}

// Streamlit gives the focus back to what had it before its dialog opened, but does not see into the parts.
function keepFocus(signal) {
  let before = null;
  document.addEventListener("focusin", (event) => event.target.closest(".stDialog") || ([before] = event.composedPath()), { signal });
  const observer = new MutationObserver((records) => {
    const closed = records.some(({ removedNodes }) => [...removedNodes].some((node) => node.classList?.contains("stDialog")));
    if (closed) setTimeout(() => document.activeElement === document.body && before?.focus());
  });
  observer.observe(document.body, { childList: true });
  signal.addEventListener("abort", () => observer.disconnect());
}

function mount(root, assets) {
  const board = { parts: new Map(), data: null, send: null, listening: new AbortController() };
  const { signal } = board.listening;
  followTheme(signal);
  keepFocus(signal);
  // A part shows what the answer will be: at the next message it is drawn whatever that says, for the edit may be taken back.
  const know = ({ detail: { part } }) => {
    board.known = true;
    board.parts.get(part).ahead = board.data;
  };
  document.addEventListener("rankviz:known", know, { signal });
  document.addEventListener("rankviz:coming", ({ detail }) => expect(board, detail), { signal });
  document.addEventListener("rankviz:edit?", (event) => expected(board, event.detail.edit) && event.preventDefault(), { signal });
  document.addEventListener("rankviz:edit", ({ detail: { edit } }) => foresee(board, edit), { signal });
  for (const host of root.querySelectorAll("[data-part]")) {
    const name = host.dataset.part;
    const part = { name, late: host.dataset.late, shown: "", loaded: null, leave: null };
    board.parts.set(name, part);
    loaded(host, assets[host.dataset.kind ?? name]).then(
      (ready) => {
        part.loaded = ready;
        if (!board.gone) draw(board, part);
      },
      (error) => console.error(error),
    );
  }
  return board;
}

// A line for the page, then one for each part: its name, a blank, and its data as JSON, of which only what changed is read.
function unpacked(bytes) {
  const [head, ...lines] = new TextDecoder().decode(bytes).split("\n");
  const split = (line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)];
  return { ...JSON.parse(head), parts: new Map(lines.map(split)) };
}

// What did not change is left alone; so is a page that was just left, whose timers may still come.
function draw(board, part, parts = board.data?.parts) {
  if (!part.loaded?.parent.isConnected) return;
  const text = parts?.get(part.name);
  const isAhead = part.ahead && part.ahead !== board.data;
  if (!text || (part.shown === text && !isAhead)) return;
  part.shown = text;
  part.ahead = null;
  const setStateValue = (_, value) => {
    if (part.name !== "list") board.asked = board.data;
    board.send(part.name, value);
  };
  const { plotly } = board.data;
  part.leave = part.loaded.draw({ data: JSON.parse(text), plotly, parentElement: part.loaded.parent, setStateValue });
}

// What waits for the charts is drawn when the browser has nothing else to do.
function drawAll(board, texts) {
  const parts = [...board.parts.values()];
  for (const part of parts) if (part.late !== "last" || !part.shown) draw(board, part, texts);
  notIdle(board.idle);
  board.idle = whenIdle(() => parts.forEach((part) => draw(board, part, texts)), { timeout: PATIENCE });
}

// What is sent ahead comes in batches.
function expect(board, { turn, edits }) {
  if (board.coming?.turn !== turn) board.coming = { turn, edits };
  else for (const [edit, texts] of edits) board.coming.edits.set(edit, texts);
}

// What was sent ahead for an edit of what is shown now, unless another part has just asked for a change.
function expected(board, edit) {
  const { turn, edits } = board.coming ?? {};
  return turn === board.data?.turn && board.asked !== board.data ? edits.get(edit) : undefined;
}

// It is drawn as soon as the score is painted; the answer comes to the same.
function foresee(board, edit) {
  const texts = expected(board, edit);
  if (!texts) return;
  stop(board);
  afterPaint(board, () => drawAll(board, texts));
}

export default function ({ data, parentElement, setStateValue }, assets) {
  const known = boards.get(parentElement);
  const board = known ?? mount(parentElement, assets);
  boards.set(parentElement, board);
  board.data = unpacked(data);
  board.send = setStateValue;
  const { documentElement: root } = document;
  if (root.lang !== board.data.language) root.lang = board.data.language; // writing the same one would restyle the whole page
  if (document.title !== board.data.title) document.title = board.data.title;
  // What an edit is watched for comes first; the rest follows when that is painted, at once if it was known ahead.
  for (const part of board.parts.values()) if (part.late === undefined || !part.shown) draw(board, part);
  stop(board);
  if (board.known) drawAll(board);
  else afterPaint(board, () => drawAll(board));
  board.known = false;
  // Streamlit also calls this when newer data overtook a call; only a board that left the page must stop.
  return () => {
    if (parentElement.isConnected) return;
    board.gone = true;
    stop(board);
    board.listening.abort();
    boards.delete(parentElement);
    for (const part of board.parts.values()) part.leave?.();
  };
}
