// The page of a phone in a class: the code, the question and its answer, and what became of it.
import { el, fillTemplate, write } from "../../kit/elements.js";
import { inWords, isNumber } from "./answer_text.js";
import { Connection } from "./connection.js";
import follow from "./followed_page.js";
import { inputOf } from "./answer_inputs.js";
import { remember, remembered } from "./phone_storage.js";
import { outcome } from "./answer_result.js";

const LANGUAGES = { en: "English", zh: "中文" };
const OPEN = ["answer", "again"];
const TOLD = ["causes", "why"];
const KEPT = "rankviz.language";

const [, base, inAddress] = /** @type {RegExpMatchArray} */ (location.pathname.match(/^(.*?)\/c(?:\/([^/]*))?\/?$/) ?? ["", "", ""]);
const root = location.origin + base;
const [main, form] = [/** @type {HTMLElement} */ (document.querySelector("main")), /** @type {HTMLFormElement} */ (document.querySelector("form"))];
const [notice, codeSeen, switcher, spoken] = ["notice", "code", "language", "spoken"].map((each) => /** @type {HTMLElement} */ (document.querySelector(`.${each}`)));

const title = /** @type {HTMLElement} */ (document.querySelector("h1"));
const s = { language: first(), words: /** @type {Record<string, string>} */ ({}), code: "", view: /** @type {any} */ (null), mine: /** @type {any} */ (null), input: /** @type {any} */ (null), said: "", counts: "", isUp: true, drawn: "" };
let memory = /** @type {import("./phone_storage.js").Memory | null} */ (null);
let line = /** @type {Connection | null} */ (null);

function first() {
  try {
    const kept = sessionStorage.getItem(KEPT);
    if (kept && kept in LANGUAGES) return kept;
  } catch {
    // Then that of the browser.
  }
  return navigator.language.startsWith("zh") ? "zh" : "en";
}

// ---- what is seen

const spaced = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;

/**
 * @param {string} key another one for another screen
 * @param {any[]} above
 * @param {any[]} below what stands at the lower edge
 * @param {string} said what is spoken of it
 */
function show(key, above, below = [], said = "") {
  const isNew = key !== s.drawn;
  s.drawn = key;
  write(spoken, said);
  write(title, key.startsWith("follow") ? s.words.follow : s.words.head);
  main.replaceChildren(...above.filter(Boolean));
  form.replaceChildren(...below.filter(Boolean));
  form.hidden = !form.childElementCount;
  document.body.dataset.screen = key.split(" ")[0];
  if (isNew) scrollTo(0, 0);
}

function say(text) {
  s.said = text;
  write(notice, text || (s.isUp ? "" : s.words.lost));
}

function drawJoin(text = "") {
  const kept = main.ownerDocument.querySelector("input.code");
  const field = el("input", "field code", { id: "code", inputmode: "numeric", autocomplete: "off", maxlength: 12, enterkeyhint: "go" });
  const go = el("button", "primary", s.words.join);
  go.setAttribute("type", "submit");
  codeSeen.textContent = "";
  if (kept instanceof HTMLInputElement) field.value = kept.value;
  const above = [el("h2", "", s.words.join_head), el("p", "muted", s.words.join_note)];
  const wrong = text && el("p", "wrong", { role: "alert" }, text);
  show("join", above, [el("label", "away", { for: "code" }, s.words.code_label), field, wrong, go, el("p", "muted", s.words.privacy)]);
  field.focus({ preventScroll: true });
  form.onsubmit = (event) => {
    event.preventDefault();
    const code = field.value.normalize("NFKC").replace(/[\s\-–.·]/g, "");
    if (/^[1-9]\d{5,6}$/.test(code)) enter(code);
    else drawJoin(s.words.no_code);
  };
}

const drawWait = (text) => show("wait", [el("p", "large", text), el("p", "muted small", s.words.privacy)], [], text);

function drawGone(why) {
  if (why === "no_room") return drawJoin(s.words.no_room);
  const other = el("button", "", s.words.other_code);
  other.onclick = () => leave();
  return show("gone", [el("p", "large", s.words[why])], [other], s.words[why]);
}

// ---- a question

const sentOf = (q) => memory?.sent[q];

function stateOf(q) {
  const sent = sentOf(q);
  if (!sent) return "";
  if (sent.fate === "ok") return `✓ ${s.words.arrived}`;
  if (sent.fate) return s.words[sent.fate];
  return s.words.sending;
}

function drawState() {
  if (!s.view?.question || !s.input) return;
  const { number } = s.view.question;
  const [typed, sent] = [s.input.value(), sentOf(number)];
  const isSent = sent && sent.typed === typed && sent.fate !== "late";
  write(s.button, sent ? s.words.send_again : s.words.send);
  s.button.ariaDisabled = String(!typed || Boolean(isSent)); // it keeps the focus
  write(s.counted, isSent && sent.fate === "ok" ? [s.words.until, s.counts].filter(Boolean).join(s.language === "zh" ? "" : " ") : "");
  write(s.status, s.bad || (isSent ? stateOf(number) : ""));
  s.status.classList.toggle("wrong", Boolean(s.bad));
}

function send(event) {
  event?.preventDefault();
  const { number } = s.view.question;
  const typed = s.input.value();
  if (!typed || !memory || s.button.ariaDisabled === "true") return;
  if (s.view.question.input.type === "number" && !isNumber(typed)) {
    s.bad = fillTemplate(s.words.bad, { typed });
    drawState();
    return;
  }
  const last = memory.sent[number];
  memory.seq += 1;
  memory.sent[number] = { seq: memory.seq, typed, fate: "", before: last?.fate === "ok" ? last : last?.before };
  s.bad = "";
  keep();
  line?.answer({ q: number, seq: memory.seq, typed });
  drawState();
}

function head(question) {
  const parts = question.convention.map(({ text, bold }) => (bold ? el("b", "", text) : text));
  return [question.again && el("p", "muted", question.again), el("h2", "task", { "aria-label": question.said }, question.task), question.note && el("p", "note", question.note), el("p", "convention", ...parts)];
}

function drawQuestion() {
  const { question } = s.view;
  const key = `question ${question.number} ${s.language}`;
  if (s.drawn === key) return;
  [s.bad, s.counts] = ["", ""];
  s.input = inputOf(question, () => {
    if (!memory) return;
    memory.drafts[question.number] = s.input.value();
    s.bad = "";
    keep();
    drawState();
  });
  s.button = el("button", "primary");
  s.button.setAttribute("type", "submit");
  s.status = el("p", "status", { role: "status" });
  s.counted = el("p", "counted");
  show(key, [...head(question), ...s.input.above], [...s.input.below, s.status, s.button, s.counted], question.said);
  s.input.set(memory?.drafts[question.number] ?? sentOf(question.number)?.typed ?? "");
  form.onsubmit = send;
  drawState();
}

const answerOf = (/** @type {any} */ question) => {
  const sent = sentOf(question.number);
  return sent && sent.fate !== "late" ? inWords(question, sent.typed) : "";
};

function drawClosed() {
  const { question } = s.view;
  const [answer, { words }] = [answerOf(question), s];
  const own = answer ? [el("p", "muted", words.you_answered), el("p", "value", answer)] : [el("p", "muted", words.not_answered)];
  show(`closed ${question.number} ${s.language}`, [el("p", "large", words.closed), el("div", "centred", ...own, el("p", "muted", words.closed_wait))], [], words.closed);
}

function draw() {
  const { view, words } = s;
  if (!view) return drawWait(words.connecting);
  if (view.follow && !OPEN.includes(view.stage)) return show(`follow ${view.version} ${s.language}`, [follow(view.follow)]);
  if (view.stage === "join" || !view.question) return drawWait(words.waiting);
  if (OPEN.includes(view.stage)) return drawQuestion();
  if (TOLD.includes(view.stage)) {
    const own = s.mine?.q === view.question.number && s.mine.view && "right" in s.mine.view ? s.mine.view : null;
    const said = own ? `${own.head} ${own.detail}` : `${view.told.label} ${view.told.right}`;
    const shown = outcome(own, { ...view.told, answer: answerOf(view.question) }, words, root);
    return show(`told ${view.question.number} ${Boolean(own)} ${s.language}`, shown, [], said);
  }
  return drawClosed();
}

// ---- what comes

function keep() {
  if (memory) remember(s.code, memory);
}

// What could not be read is not kept: what had arrived before it still counts.
function taken(sent, refused) {
  const [q] = Object.entries(sent).find(([, each]) => each === refused) ?? [];
  if (q && refused.before) sent[q] = refused.before;
  else if (q) delete sent[q];
}

const hears = {
  view(view) {
    s.view = view;
    if (view.open) s.mine = null;
    draw();
  },
  mine(mine) {
    s.mine = mine;
    draw();
  },
  fate(name, data) {
    const seq = typeof data === "object" ? data.seq : data;
    const own = memory && Object.values(memory.sent).find((each) => each.seq === seq);
    if (name === "bad") {
      s.bad = data.text;
      if (own && memory) taken(memory.sent, own);
    } else if (own) own.fate = name;
    keep();
    drawState();
  },
  count({ n, of }) {
    s.counts = fillTemplate(s.words.counted, { n, of });
    if (document.body.dataset.screen === "question") drawState();
  },
  line(isUp) {
    if (isUp === s.isUp) return;
    s.isUp = isUp;
    say(s.said);
  },
  gone(why) {
    line = null;
    s.view = null;
    s.isUp = true;
    say("");
    drawGone(why);
  },
};

// ---- in and out

function enter(code) {
  s.code = code;
  memory = remembered(code);
  keep();
  codeSeen.textContent = spaced(code);
  if (code !== inAddress) history.replaceState(null, "", `${base}/c/${code}`);
  drawWait(s.words.connecting);
  line = new Connection(root, code, memory.phone, () => s.language, hears);
  const open = Object.entries(memory.sent).find(([, each]) => each.fate === "");
  if (open) line.answer({ q: Number(open[0]), seq: open[1].seq, typed: open[1].typed });
}

function leave() {
  line?.stop();
  line = null;
  history.replaceState(null, "", `${base}/c`);
  drawJoin();
}

async function load() {
  const found = await fetch(`${root}/class/words?lang=${s.language}`);
  s.words = (await found.json()).words;
  document.documentElement.lang = s.language === "zh" ? "zh-Hans" : "en";
  document.title = s.words.title;
  if (!document.body.dataset.screen?.startsWith("follow")) write(title, s.words.head);
  form.setAttribute("aria-label", s.words.head);
  const other = s.language === "en" ? "zh" : "en";
  write(switcher, LANGUAGES[other]);
  switcher.lang = other;
  switcher.onclick = async () => {
    s.language = other;
    try {
      sessionStorage.setItem(KEPT, other);
    } catch {
      // Then it lasts as long as the page.
    }
    await load();
    if (line) line.anew();
    else if (document.body.dataset.screen === "join") drawJoin();
  };
}

// The keyboard of a phone takes the lower half: what is sent stays above it.
function fit() {
  const { visualViewport: seen } = globalThis;
  if (seen) document.body.style.setProperty("--covered", `${Math.max(0, innerHeight - seen.height - seen.offsetTop)}px`);
}

globalThis.visualViewport?.addEventListener("resize", fit);
globalThis.visualViewport?.addEventListener("scroll", fit);
try {
  await load();
  const code = (inAddress ?? "").replace(/\D/g, "");
  if (inAddress) enter(code.length >= 6 ? code : inAddress);
  else drawJoin();
} catch {
  write(notice, "…");
  setTimeout(() => location.reload(), 3000);
}
