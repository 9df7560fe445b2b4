// What is to be asked: five kinds about a list, the questions of a set, or those that are ready.
import { arrange, el, write } from "../../kit/elements.js";
import { mini } from "../../learn/choosing/lists.js";
import { drawFrame } from "./screen_frame.js";
import { post } from "./api.js";
import { clearMain, main } from "./screens.js";

/** @typedef {import("./teacher.js").State} State */
/** @typedef {{ label: string, detail: string, asked: string, why: string, ways: { detail: string, asked: string }[] }} Row */

/** What the address of this page is about. */
const link = () => location.search.replace(/^\?/, "");

/**
 * Show what can be chosen.
 *
 * @param {State} s
 */
export async function choosing(s) {
  if (s.choice) return;
  const c = { s, data: null, mode: "list", at: 0, way: new Map(), rows: [], problem: "", link: "", buttons: () => buttons(c), draw: () => draw(c), hear: (what) => hear(c, what) };
  s.choice = c;
  clearMain();
  drawFrame(s);
  await load(c, link());
}

async function load(c, text) {
  const { s } = c;
  try {
    c.data = await post(`${s.code}/choose`, { link: text, lang: s.language });
  } catch (trouble) {
    c.problem = trouble.message || s.words.lost;
  }
  if (s.choice !== c) return;
  if (c.data) setMode(c, c.data.set ? "set" : "list");
  s.does.draw();
}

/** @returns {Row[]} */
const rowsOf = ({ data, mode }) => (mode === "ready" ? data.ready : mode === "set" ? data.set.questions : data.kinds);

// In a set the one after that which was asked last; of the kinds the first that can be asked.
function setMode(c, mode) {
  c.mode = mode;
  const rows = rowsOf(c);
  const last = rows.findIndex(({ asked }) => asked && asked === c.s.view.asked);
  const first = rows.findIndex((row) => nameOf(c, row));
  c.at = mode === "list" ? Math.max(first, 0) : (last + 1) % rows.length;
}

const wayOf = (c, row) => row.ways?.[(c.way.get(row) ?? 0) % (row.ways.length || 1)];
const nameOf = (c, row) => row?.asked ?? wayOf(c, row)?.asked ?? "";

function buttons(c) {
  const { words } = c.s;
  const other = !c.data ? [] : c.mode === "ready" ? [{ act: "other", label: c.data.set ? words.set : words.about_list, key: "L", primary: false }] : [{ act: "other", label: words.ready, key: "L", primary: false }];
  const can = c.data && nameOf(c, rowsOf(c)[c.at]);
  c.s.does.other = () => toggle(c);
  c.s.does.asking = () => asking(c);
  return [...other, { act: "asking", label: words.ask, key: "→", primary: true, off: !can }];
}

function toggle(c) {
  if (!c.data) return;
  setMode(c, c.mode === "ready" ? (c.data.set ? "set" : "list") : "ready");
  c.s.does.draw();
}

function asking(c) {
  const name = c.data && nameOf(c, rowsOf(c)[c.at]);
  if (name) c.s.does.act("ask", name);
}

function pick(c, at) {
  const row = rowsOf(c)[at];
  if (!row || !nameOf(c, row)) return;
  if (at === c.at && row.ways?.length > 1) c.way.set(row, (c.way.get(row) ?? 0) + 1);
  c.at = at;
  c.s.does.draw();
}

function step(c, by) {
  const rows = rowsOf(c);
  for (let at = c.at + by; at >= 0 && at < rows.length; at += by) {
    if (nameOf(c, rows[at])) return pick(c, at);
  }
}

function leave(c) {
  c.s.choice = null;
  clearMain();
  c.s.does.draw();
}

function hear(c, what) {
  if (what === "back") leave(c);
  else if (!c.data) return false;
  else if (what === "next") asking(c);
  else if (what === "l") toggle(c);
  else if (what === "up" || what === "down") step(c, what === "up" ? -1 : 1);
  else if (/^\d$/.test(what)) pick(c, (Number(what) + 9) % 10);
  else return false;
  return true;
}

// ---------------------------------------------------------------------------------------------------------------------------

function draw(c) {
  const { s, data } = c;
  main().className = "choose";
  c.parts ??= { side: el("div", "side"), head: el("h2", "head"), rows: el("div", "rows", { role: "radiogroup" }), said: el("p", "said", { role: "alert" }), left: el("div", "left") };
  if (c.parts.left.parentNode?.parentNode !== main()) {
    arrange(c.parts.side, [c.parts.head, c.parts.rows, c.parts.said]);
    arrange(main(), [el("div", "screen", c.parts.left, c.parts.side)]);
  }
  if (!data) {
    write(c.parts.said, c.problem || s.words.wait);
    return;
  }
  const { words } = s;
  write(c.parts.head, c.mode === "ready" ? words.ready : c.mode === "set" ? data.set.title || words.set : words.choose);
  c.parts.rows.setAttribute("aria-label", c.parts.head.textContent);
  c.parts.rows.classList.toggle("many", rowsOf(c).length > 5);
  write(c.parts.said, data.problems.join(" ") || c.problem);
  drawLeft(c);
  drawRows(c);
}

// The list stays beside its kinds; a question of a set, or one that is ready, brings its own.
function drawLeft(c) {
  const { data, parts, s } = c;
  if (parts.of !== data) {
    parts.of = data;
    parts.list = data.list ? mini(data.list.lists[0], data.list) : el("p", "measure", data.measure);
    parts.form = linkForm(c);
  }
  parts.form.querySelector("label > span").textContent = s.words.link;
  const isList = c.mode === "list";
  main().classList.toggle("wide", !isList);
  arrange(parts.left, isList ? [parts.list, parts.form] : []);
  arrange(parts.side, [parts.head, parts.rows, parts.said, ...(c.mode === "set" ? [parts.form] : [])]);
}

function linkForm(c) {
  const { words } = c.s;
  const field = el("input", "", { type: "text", name: "link", autocomplete: "off", spellcheck: "false", maxlength: 20000 });
  const form = el("form", "link-form", el("label", "", el("span", "", words.link), field), el("button", "act small", { type: "submit" }, words.link_take));
  form.onsubmit = (event) => {
    event.preventDefault();
    take(c, field.value.trim());
  };
  return form;
}

// The address of this page says what it is about, so that a reload finds it.
async function take(c, text) {
  if (!text) return;
  const given = text.includes("?") ? text.slice(text.indexOf("?") + 1).split("#")[0] : text;
  await load(c, text);
  if (c.data && !c.data.problems.length) history.replaceState(null, "", `${location.pathname}?${given}`);
}

function drawRows(c) {
  const rows = rowsOf(c);
  if (c.parts.made !== rows) {
    c.parts.made = rows;
    c.parts.nodes = rows.map((_, at) => rowNode(c, at));
  }
  rows.forEach((row, at) => {
    const { node, input, label, detail } = c.parts.nodes[at];
    const can = nameOf(c, row);
    write(label, row.label);
    write(detail, row.why || wayOf(c, row)?.detail || row.detail);
    node.classList.toggle("on", at === c.at);
    node.classList.toggle("off", !can);
    input.disabled = !can;
    input.checked = at === c.at;
  });
  arrange(c.parts.rows, c.parts.nodes.map(({ node }) => node));
  const chosen = c.parts.nodes[c.at]?.node;
  if (rows.length > 5) chosen?.scrollIntoView({ block: "nearest" });
}

function rowNode(c, at) {
  const input = el("input", "away", { type: "radio", name: "asked", value: at });
  const label = el("span", "label"), detail = el("span", "detail");
  const node = el("label", "row", input, el("kbd", "", { "aria-hidden": true }, at < 10 ? (at + 1) % 10 : ""), label, detail);
  // A click on the chosen one is no change: it asks for another way of the same kind.
  node.onclick = (event) => {
    if (event.target === input) return;
    event.preventDefault();
    pick(c, at);
    input.focus({ preventScroll: true });
  };
  input.onchange = () => pick(c, at);
  return { node, input, label, detail };
}
