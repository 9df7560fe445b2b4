// The page of a phone in a class: the code, the question and its answer, and what became of it.
import { el, fillTemplate, write } from "../../kit/elements.js";
import { answerText, isNumber } from "./answer_text.js";
import { Connection } from "./connection.js";
import followedPage from "./followed_page.js";
import { inputOf, shownQuestion } from "./answer_inputs.js";
import { readMemory, writeMemory } from "./phone_storage.js";
import { answerResult } from "./answer_result.js";
import { tabStore } from "../../kit/storage.js";
import { spacedCode } from "../room_code.js";

const LANGUAGES = { en: "English", zh: "中文" };
const OPEN = ["answer", "again"];
const REVEALED = ["causes", "why"];
const LANGUAGE_KEY = "rankviz.language";

const [, base, inAddress] = /** @type {RegExpMatchArray} */ (location.pathname.match(/^(.*?)\/c(?:\/([^/]*))?\/?$/) ?? ["", "", ""]);
const root = location.origin + base;
const [main, form] = [/** @type {HTMLElement} */ (document.querySelector("main")), /** @type {HTMLFormElement} */ (document.querySelector("form"))];
const [notice, codeLabel, languageButton, announcement] = ["notice", "code", "language", "spoken"].map((each) => /** @type {HTMLElement} */ (document.querySelector(`.${each}`)));

const title = /** @type {HTMLElement} */ (document.querySelector("h1"));
/** @import { Question } from "../question.d.ts" */
/** @import { GoneReason, Listener, Mine, PhoneView } from "./payload.d.ts" */
/** @import { Memory, Sent } from "./phone_storage.js" */
/** @typedef {keyof typeof LANGUAGES} Language */
/**
 * @typedef {{
 *   language: Language, texts: Record<string, string>, code: string, view: PhoneView | null, mine: Mine | null,
 *   input: import("./answer_inputs.js").Input | null, problem: string, notice: string, countText: string, isOnline: boolean, screen: string,
 * }} State
 */
/** @type {State} */
const s = {
  ...{ language: initialLanguage(), texts: {}, code: "", view: null, mine: null, input: null },
  ...{ problem: "", notice: "", countText: "", isOnline: true, screen: "" },
};
// Of the question that is open.
let [sendButton, statusLine, countLine] = [el("button"), el("p"), el("p")];
/** @type {Memory | null} */
let memory = null;
/** @type {Connection | null} */
let connection = null;

/** @returns {Language} */
function initialLanguage() {
  const language = tabStore.read(LANGUAGE_KEY);
  if (language === "en" || language === "zh") return language;
  return navigator.language.startsWith("zh") ? "zh" : "en";
}

// ---- screens

/** @typedef {Node | string | null} Shown "" and null are not */
/**
 * Show a screen.
 *
 * @param {string} key differs from screen to screen; its first word names the kind
 * @param {Shown[]} above
 * @param {Shown[]} [below] at the lower edge
 * @param {string} [announced] to screen readers
 */
function showScreen(key, above, below = [], announced = "") {
  const isNew = key !== s.screen;
  s.screen = key;
  write(announcement, announced);
  write(title, key.startsWith("follow") ? s.texts.follow : s.texts.head);
  main.replaceChildren(...above.filter((each) => each instanceof Node));
  form.replaceChildren(...below.filter((each) => each instanceof Node));
  form.hidden = !form.childElementCount;
  document.body.dataset.screen = key.split(" ")[0];
  if (isNew) scrollTo(0, 0);
}

/** @param {string} text */
function showNotice(text) {
  s.notice = text;
  write(notice, text || (s.isOnline ? "" : s.texts.lost));
}

function drawJoin(problem = "") {
  const oldField = main.ownerDocument.querySelector("input.code");
  const field = el("input", "field code", { id: "code", inputmode: "numeric", autocomplete: "off", maxlength: 12, enterkeyhint: "go" });
  const joinButton = el("button", "primary", s.texts.join);
  joinButton.setAttribute("type", "submit");
  codeLabel.textContent = "";
  if (oldField instanceof HTMLInputElement) field.value = oldField.value;
  const above = [el("h2", "", s.texts.join_head), el("p", "muted", s.texts.join_note)];
  const warning = problem && el("p", "wrong", { role: "alert" }, problem);
  showScreen("join", above, [el("label", "away", { for: "code" }, s.texts.code_label), field, warning, joinButton, el("p", "muted", s.texts.privacy)]);
  field.focus({ preventScroll: true });
  form.onsubmit = (event) => {
    event.preventDefault();
    const code = field.value.normalize("NFKC").replace(/[\s\-–.·]/g, "");
    if (/^[1-9]\d{5,6}$/.test(code)) enterRoom(code);
    else drawJoin(s.texts.no_code);
  };
}

/** @param {string} text */
const drawWait = (text) => showScreen("wait", [el("p", "large", text), el("p", "muted small", s.texts.privacy)], [], text);

/** @param {GoneReason} reason */
function drawGone(reason) {
  if (reason === "no_room") return drawJoin(s.texts.no_room);
  const otherCode = el("button", "", s.texts.other_code);
  otherCode.onclick = () => leaveRoom();
  return showScreen("gone", [el("p", "large", s.texts[reason])], [otherCode], s.texts[reason]);
}

// ---- a question

/** @param {number} number */
const sentOf = (number) => memory?.sent[number];

/** @param {Sent} sent */
function statusText(sent) {
  if (sent.fate === "ok") return `✓ ${s.texts.arrived}`;
  if (sent.fate) return s.texts[sent.fate];
  return s.texts.sending;
}

function drawStatus() {
  if (!s.view?.question || !s.input) return;
  const { number } = s.view.question;
  const [typed, sent] = [s.input.value(), sentOf(number)];
  const isSent = sent && sent.typed === typed && sent.fate !== "late";
  write(sendButton, sent ? s.texts.send_again : s.texts.send);
  sendButton.ariaDisabled = String(!typed || Boolean(isSent)); // it keeps the focus
  write(countLine, isSent && sent.fate === "ok" ? [s.texts.until, s.countText].filter(Boolean).join(s.language === "zh" ? "" : " ") : "");
  write(statusLine, s.problem || (isSent ? statusText(sent) : ""));
  statusLine.classList.toggle("wrong", Boolean(s.problem));
}

/** @param {Event} event */
function sendAnswer(event) {
  event.preventDefault();
  const question = s.view?.question;
  if (!question || !s.input) return;
  const { number } = question;
  const typed = s.input.value();
  if (!typed || !memory || sendButton.ariaDisabled === "true") return;
  if (question.input.type === "number" && !isNumber(typed)) {
    s.problem = fillTemplate(s.texts.bad, { typed });
    drawStatus();
    return;
  }
  const last = memory.sent[number];
  memory.seq += 1;
  memory.sent[number] = { seq: memory.seq, typed, fate: "", before: last?.fate === "ok" ? last : last?.before };
  s.problem = "";
  storeMemory();
  connection?.answer({ q: number, seq: memory.seq, typed });
  drawStatus();
}

/** @param {Question} question @returns {Shown[]} */
function questionHead(question) {
  const parts = question.convention.map(({ text, bold }) => (bold ? el("b", "", text) : text));
  return [question.again_note && el("p", "muted", question.again_note), el("h2", "task", { "aria-label": question.text }, question.task), question.note && el("p", "note", question.note), el("p", "convention", ...parts)];
}

/** @param {Question} question */
function drawQuestion(question) {
  const key = `question ${question.number} ${s.language}`;
  if (s.screen === key) return;
  [s.problem, s.countText] = ["", ""];
  const input = inputOf(question, () => {
    if (!memory) return;
    memory.drafts[question.number] = input.value();
    s.problem = "";
    storeMemory();
    drawStatus();
  });
  s.input = input;
  sendButton = el("button", "primary");
  sendButton.setAttribute("type", "submit");
  statusLine = el("p", "status", { role: "status" });
  countLine = el("p", "counted");
  showScreen(key, [...questionHead(question), ...input.above], [...input.below, statusLine, sendButton, countLine], question.text);
  input.set(memory?.drafts[question.number] ?? sentOf(question.number)?.typed ?? "");
  form.onsubmit = sendAnswer;
  drawStatus();
}

/** @param {Question} question */
const sentAnswerText = (question) => {
  const sent = sentOf(question.number);
  return sent && sent.fate !== "late" ? answerText(question, sent.typed) : "";
};

// Neighbours discuss now: what was asked stays in sight.
/** @param {Question} question */
function drawClosed(question) {
  const [answer, { texts }] = [sentAnswerText(question), s];
  const ownAnswer = answer ? [el("p", "muted", texts.you_answered), el("p", "value", answer)] : [el("p", "muted", texts.not_answered)];
  const below = el("div", "centred", el("p", "closed", texts.closed), ...ownAnswer);
  showScreen(`closed ${question.number} ${s.language}`, [...questionHead(question), ...shownQuestion(question), below], [], texts.closed);
}

function draw() {
  const { view, texts } = s;
  if (!view) return drawWait(texts.connecting);
  if (view.followed && !OPEN.includes(view.stage)) return showScreen(`follow ${view.version} ${s.language}`, [followedPage(view.followed)]);
  if (view.stage === "join" || !view.question) return drawWait(texts.waiting);
  if (OPEN.includes(view.stage)) return drawQuestion(view.question);
  if (REVEALED.includes(view.stage) && view.revealed) {
    const { question, revealed } = view;
    const feedback = s.mine?.q === question.number && s.mine.view && "is_right" in s.mine.view ? s.mine.view : null;
    const announced = feedback ? `${feedback.headline} ${feedback.detail}` : `${revealed.label} ${revealed.answer}`;
    const result = answerResult(feedback, revealed, sentAnswerText(question), texts, root);
    return showScreen(`told ${question.number} ${Boolean(feedback)} ${s.language}`, result, [], announced);
  }
  return drawClosed(view.question);
}

// ---- frames and views that arrive

function storeMemory() {
  if (memory) writeMemory(s.code, memory);
}

// An answer that the server cannot read is dropped: the one that had arrived before it still counts.
/** @param {Memory["sent"]} sent @param {Sent} unreadable */
function dropAnswer(sent, unreadable) {
  const [number] = Object.entries(sent).find(([, each]) => each === unreadable) ?? [];
  if (number && unreadable.before) sent[number] = unreadable.before;
  else if (number) delete sent[number];
}

/** @type {Listener} */
const listener = {
  onView(view) {
    s.view = view;
    if (view.is_open) s.mine = null;
    draw();
  },
  onMine(mine) {
    s.mine = mine;
    draw();
  },
  onFate(name, data) {
    const seq = typeof data === "object" ? data.seq : data;
    const answer = memory && Object.values(memory.sent).find((each) => each.seq === seq);
    if (name === "bad") {
      s.problem = typeof data === "object" ? data.text : "";
      if (answer && memory) dropAnswer(memory.sent, answer);
    } else if (answer) answer.fate = name;
    storeMemory();
    drawStatus();
  },
  onCount({ n, of }) {
    s.countText = fillTemplate(s.texts.counted, { n, of });
    if (document.body.dataset.screen === "question") drawStatus();
  },
  onLine(isOnline) {
    if (isOnline === s.isOnline) return;
    s.isOnline = isOnline;
    showNotice(s.notice);
  },
  onGone(reason) {
    connection = null;
    s.view = null;
    s.isOnline = true;
    showNotice("");
    drawGone(reason);
  },
};

// ---- in and out

/** @param {string} code */
function enterRoom(code) {
  s.code = code;
  memory = readMemory(code);
  storeMemory();
  codeLabel.textContent = spacedCode(code);
  if (code !== inAddress) history.replaceState(null, "", `${base}/c/${code}`);
  drawWait(s.texts.connecting);
  connection = new Connection(root, code, memory.phone, () => s.language, listener);
  const open = Object.entries(memory.sent).find(([, each]) => each.fate === "");
  if (open) connection.answer({ q: Number(open[0]), seq: open[1].seq, typed: open[1].typed });
}

function leaveRoom() {
  connection?.stop();
  connection = null;
  history.replaceState(null, "", `${base}/c`);
  drawJoin();
}

async function loadTexts() {
  const response = await fetch(`${root}/class/words?lang=${s.language}`);
  s.texts = (await response.json()).texts;
  document.documentElement.lang = s.language === "zh" ? "zh-Hans" : "en";
  document.title = s.texts.title;
  if (!document.body.dataset.screen?.startsWith("follow")) write(title, s.texts.head);
  form.setAttribute("aria-label", s.texts.head);
  const other = s.language === "en" ? "zh" : "en";
  write(languageButton, LANGUAGES[other]);
  languageButton.lang = other;
  languageButton.onclick = async () => {
    s.language = other;
    tabStore.write(LANGUAGE_KEY, other);
    await loadTexts();
    if (connection) connection.refetch();
    else if (document.body.dataset.screen === "join") drawJoin();
  };
}

// The keyboard of a phone covers the lower half: the answer and its button stay above it.
function fitAboveKeyboard() {
  const { visualViewport: viewport } = globalThis;
  if (viewport) document.body.style.setProperty("--covered", `${Math.max(0, innerHeight - viewport.height - viewport.offsetTop)}px`);
}

globalThis.visualViewport?.addEventListener("resize", fitAboveKeyboard);
globalThis.visualViewport?.addEventListener("scroll", fitAboveKeyboard);
try {
  await loadTexts();
  const code = (inAddress ?? "").replace(/\D/g, "");
  if (inAddress) enterRoom(code.length >= 6 ? code : inAddress);
  else drawJoin();
} catch {
  write(notice, "…");
  setTimeout(() => location.reload(), 3000);
}
