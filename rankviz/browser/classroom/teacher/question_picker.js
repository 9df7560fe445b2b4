// What is to be asked: five kinds about a list, the questions of a set, or those that are ready.
import { arrange, el, write } from "../../kit/elements.js";
import { mini } from "../../learn/choosing/lists.js";
import { elementIn } from "../../kit/find_elements.js";
import { drawFrame } from "./screen_frame.js";
import { post, RequestError, RETRY_AFTER } from "./api.js";
import { clearMain, main } from "./screens.js";

/** @typedef {import("./teacher.js").State} State */
/** @import { Askable, Button, PickerPayload } from "./payload.d.ts" */
/** @typedef {"list" | "set" | "prepared"} Mode whose questions are shown */
/** @typedef {{ node: HTMLElement, input: HTMLInputElement, label: HTMLElement, detail: HTMLElement }} RowNode */
/** @typedef {ReturnType<typeof newPicker>} Picker */

/** What the address of this page is about. */
const pageLink = () => location.search.replace(/^\?/, "");

function newPicker(/** @type {State} */ s) {
  const c = {
    ...{ s, index: 0, problem: "", mode: /** @type {Mode} */ ("list"), data: /** @type {PickerPayload | null} */ (null), link: "" },
    variantOf: /** @type {Map<Askable, number>} */ (new Map()),
    parts: {
      ...{ side: el("div", "side"), head: el("h2", "head"), rows: el("div", "rows", { role: "radiogroup" }), left: el("div", "left") },
      problem: el("p", "link-problem", { role: "alert" }),
      ...{ drawnData: /** @type {PickerPayload | null} */ (null), list: el("div"), form: el("form") }, // of the data
      ...{ drawnRows: /** @type {Askable[]} */ ([]), nodes: /** @type {RowNode[]} */ ([]) },
    },
    buttons: () => buttons(c),
    draw: () => draw(c),
    onKey: (/** @type {string} */ command) => onKey(c, command),
  };
  return c;
}

/**
 * Open the screen on which the teacher chooses what to ask.
 *
 * @param {State} s
 */
export async function openPicker(s) {
  if (s.picker) return;
  const c = newPicker(s);
  s.picker = c;
  clearMain();
  drawFrame(s);
  await load(c, pageLink());
}

/** Load what can be asked; a server that is busy, or not reached, is asked again while the screen is open. */
async function load(/** @type {Picker} */ c, /** @type {string} */ link) {
  const { s } = c;
  c.link = link;
  const isWanted = () => s.picker === c && c.link === link;
  while (isWanted()) {
    try {
      c.data = await post(`${s.code}/choose`, /** @satisfies {import("../messages.d.ts").LinkPost} */ ({ link, lang: s.language }));
      c.problem = "";
    } catch (error) {
      c.problem = (error instanceof RequestError && error.message) || s.texts.lost;
      if (error instanceof RequestError && (error.isBusy || error.isUnreached)) {
        s.actions.draw();
        await new Promise((done) => setTimeout(done, RETRY_AFTER));
        continue;
      }
    }
    if (!isWanted()) return;
    if (c.data) setMode(c, c.data.set ? "set" : "list");
    return s.actions.draw();
  }
}

/** @returns {Askable[]} */
const rowsOf = (/** @type {Picker} */ { data, mode }) =>
  (mode === "prepared" ? data?.prepared : mode === "set" ? data?.set?.questions : data?.kinds) ?? [];

// Preselect in a set the question after the one that was asked last, among the kinds the first that can be asked.
function setMode(/** @type {Picker} */ c, /** @type {Mode} */ mode) {
  c.mode = mode;
  const rows = rowsOf(c);
  const last = rows.findIndex(({ question_name: name }) => name && name === c.s.view?.question_name);
  const first = rows.findIndex((row) => questionNameOf(c, row));
  c.index = mode === "list" ? Math.max(first, 0) : (last + 1) % rows.length;
}

const variantOf = (/** @type {Picker} */ c, /** @type {Askable | undefined} */ row) =>
  row?.variants?.[(c.variantOf.get(row) ?? 0) % (row.variants.length || 1)];
const questionNameOf = (/** @type {Picker} */ c, /** @type {Askable | undefined} */ row) =>
  row?.question_name ?? variantOf(c, row)?.question_name ?? "";

/** @returns {Button[]} */
function buttons(/** @type {Picker} */ c) {
  const { texts } = c.s;
  const otherLabel = c.mode !== "prepared" ? texts.ready : c.data?.set ? texts.set : texts.about_list;
  const other = c.data ? [{ action: "other", label: otherLabel, key: "L", is_primary: false }] : [];
  const canAsk = c.data && questionNameOf(c, rowsOf(c)[c.index]);
  c.s.actions.other = () => toggleMode(c);
  c.s.actions.asking = () => askChosen(c);
  return [...other, { action: "asking", label: texts.ask, key: "→", is_primary: true, isDisabled: !canAsk }];
}

function toggleMode(/** @type {Picker} */ c) {
  if (!c.data) return;
  setMode(c, c.mode === "prepared" ? (c.data.set ? "set" : "list") : "prepared");
  c.s.actions.draw();
}

function askChosen(/** @type {Picker} */ c) {
  const name = c.data && questionNameOf(c, rowsOf(c)[c.index]);
  if (name) c.s.actions.act("ask", name);
}

// A row that is chosen already changes to the next variant of its kind.
function choose(/** @type {Picker} */ c, /** @type {number} */ index) {
  const row = rowsOf(c)[index];
  if (!row || !questionNameOf(c, row)) return;
  if (index === c.index && row.variants && row.variants.length > 1) c.variantOf.set(row, (c.variantOf.get(row) ?? 0) + 1);
  c.index = index;
  c.s.actions.draw();
}

function chooseNeighbour(/** @type {Picker} */ c, /** @type {number} */ direction) {
  const rows = rowsOf(c);
  for (let index = c.index + direction; index >= 0 && index < rows.length; index += direction) {
    if (questionNameOf(c, rows[index])) return choose(c, index);
  }
}

function closePicker(/** @type {Picker} */ c) {
  c.s.picker = null;
  clearMain();
  c.s.actions.draw();
}

/** @returns {boolean} whether it did something */
function onKey(/** @type {Picker} */ c, /** @type {string} */ command) {
  if (command === "back") closePicker(c);
  else if (!c.data) return false;
  else if (command === "next") askChosen(c);
  else if (command === "l") toggleMode(c);
  else if (command === "up" || command === "down") chooseNeighbour(c, command === "up" ? -1 : 1);
  else if (/^\d$/.test(command)) choose(c, (Number(command) + 9) % 10);
  else return false;
  return true;
}

// ---------------------------------------------------------------------------------------------------------------------------

/** @returns {void} */
function draw(/** @type {Picker} */ c) {
  const { s, data } = c;
  main().className = "choose";
  if (c.parts.left.parentNode?.parentNode !== main()) {
    arrange(c.parts.side, [c.parts.head, c.parts.rows, c.parts.problem]);
    arrange(main(), [el("div", "screen", c.parts.left, c.parts.side)]);
  }
  if (!data) {
    write(c.parts.problem, c.problem || s.texts.wait);
    return;
  }
  const { texts } = s;
  write(c.parts.head, c.mode === "prepared" ? texts.ready : c.mode === "set" ? data.set?.title || texts.set : texts.choose);
  c.parts.rows.setAttribute("aria-label", c.parts.head.textContent ?? "");
  c.parts.rows.classList.toggle("many", rowsOf(c).length > 5);
  write(c.parts.problem, data.problems.join(" ") || c.problem);
  drawLeft(c, data);
  drawRows(c);
}

// The list stays beside its kinds; a question of a set, or a prepared one, brings its own.
function drawLeft(/** @type {Picker} */ c, /** @type {PickerPayload} */ data) {
  const { parts, s } = c;
  if (parts.drawnData !== data) {
    parts.drawnData = data;
    parts.list = data.list ? mini(data.list.lists[0], data.list) : el("p", "measure", data.measure);
    parts.form = linkForm(c);
  }
  elementIn(parts.form, "label > span").textContent = s.texts.link;
  const isList = c.mode === "list";
  main().classList.toggle("wide", !isList);
  arrange(parts.left, isList ? [parts.list, parts.form] : []);
  arrange(parts.side, [parts.head, parts.rows, parts.problem, ...(c.mode === "set" ? [parts.form] : [])]);
}

function linkForm(/** @type {Picker} */ c) {
  const { texts } = c.s;
  const field = el("input", "", { type: "text", name: "link", autocomplete: "off", spellcheck: "false", maxlength: 20000 });
  const form = el("form", "link-form", el("label", "", el("span", "", texts.link), field), el("button", "act small", { type: "submit" }, texts.link_take));
  form.onsubmit = (event) => {
    event.preventDefault();
    openLink(c, field.value.trim());
  };
  return form;
}

// The address of this page says what it is about, so that a reload finds it.
async function openLink(/** @type {Picker} */ c, /** @type {string} */ link) {
  if (!link) return;
  const params = link.includes("?") ? link.slice(link.indexOf("?") + 1).split("#")[0] : link;
  await load(c, link);
  if (c.data && !c.data.problems.length) history.replaceState(null, "", `${location.pathname}?${params}`);
}

function drawRows(/** @type {Picker} */ c) {
  const rows = rowsOf(c);
  if (c.parts.drawnRows !== rows) {
    c.parts.drawnRows = rows;
    c.parts.nodes = rows.map((_, index) => rowNode(c, index));
  }
  rows.forEach((row, index) => {
    const { node, input, label, detail } = c.parts.nodes[index];
    const canAsk = Boolean(questionNameOf(c, row));
    write(label, row.label);
    write(detail, row.reason || variantOf(c, row)?.detail || row.detail);
    node.classList.toggle("on", index === c.index);
    node.classList.toggle("off", !canAsk);
    input.disabled = !canAsk;
    input.checked = index === c.index;
  });
  arrange(c.parts.rows, c.parts.nodes.map(({ node }) => node));
  const chosen = c.parts.nodes[c.index]?.node;
  if (rows.length > 5) chosen?.scrollIntoView({ block: "nearest" });
}

function rowNode(/** @type {Picker} */ c, /** @type {number} */ index) {
  const input = el("input", "away", { type: "radio", name: "asked", value: index });
  const label = el("span", "label"), detail = el("span", "detail");
  const node = el("label", "row", input, el("kbd", "", { "aria-hidden": true }, index < 10 ? (index + 1) % 10 : ""), label, detail);
  // A click on the chosen one is no change: it asks for the next variant of the kind.
  node.onclick = (event) => {
    if (event.target === input) return;
    event.preventDefault();
    choose(c, index);
    input.focus({ preventScroll: true });
  };
  input.onchange = () => choose(c, index);
  return { node, input, label, detail };
}
