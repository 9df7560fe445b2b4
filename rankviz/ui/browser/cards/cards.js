// Cards on two lists: rows of words with a number, of which some can be pressed to be done.

import { el } from "../kit/elements.js";
import { channel } from "../kit/events.js";
import { part } from "../kit/part.js";

const FEW = 3; // rows until all are opened

function row(s, { text, value, title, act }) {
  const content = [el("span", "words", text), el("b", "", value)];
  if (!act || s.data.locked) return el("li", "", el("div", "line", { title }, ...content));
  const button = el("button", "line", { title }, ...content);
  button.onclick = () => s.news.tell("act", act);
  return el("li", "", button);
}

function card(s, { key, title, tabs }) {
  const { texts } = s.data;
  const open = s.open.has(key);
  const side = s.sides.get(key) ?? tabs[0].side;
  const tab = tabs.find((each) => each.side === side) ?? tabs[0];
  const turn = (to) => {
    s.sides.set(key, to);
    draw(s);
    s.box.querySelector(`[data-turn="${key}${to}"]`)?.focus();
  };
  const turns = tabs.length < 2 ? [] : tabs.map((each) => {
    const button = el("button", "turn", { "aria-pressed": each === tab, "data-turn": key + each.side, title: texts.list_of.replace("{side}", each.label) }, each.label);
    button.onclick = () => turn(each.side);
    return button;
  });
  const limit = tabs.length < 2 || open ? tab.rows.length : FEW;
  const rows = tab.rows.slice(0, limit).map((each) => row(s, each));
  const more = el("button", "link", { "aria-expanded": open }, open ? texts.less : texts.more);
  more.onclick = () => {
    s.open[open ? "delete" : "add"](key);
    draw(s);
    s.box.querySelector(`[data-card="${key}"] .link`)?.focus();
  };
  const foot = tabs.length > 1 && tab.rows.length > FEW ? more : "";
  const none = !rows.length && tab.none ? el("p", "sub", tab.none) : "";
  const head = el("h3", "", title, " ", ...turns);
  return el("section", "card", { "data-card": key }, head, el("p", "sub", tab.sub), el("ul", "", ...rows), none, foot);
}

function draw(s) {
  s.box.replaceChildren(...s.data.cards.map((each) => card(s, each)));
}

function mount(root, signal, { data }) {
  const s = { box: root.querySelector(".cards"), open: new Set(), sides: new Map(), shown: "" };
  s.news = channel(data.of, "cards", signal);
  return s;
}

function update(s, { data }) {
  const shown = JSON.stringify(data);
  s.data = data;
  if (shown !== s.shown) draw(s);
  s.shown = shown;
}

export default part(mount, update);
