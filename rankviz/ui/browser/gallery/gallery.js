// The worked examples by source, each with what is printed, what its own definition gives, and the verdict; chips narrow them.
import { el } from "../kit/elements.js";
import { drawn } from "../kit/part.js";

function chip(s, kind, label) {
  const node = el("button", "chip", label);
  node.onclick = () => {
    s.kind = s.kind === kind ? "" : kind;
    narrow(s);
  };
  s.chips.push([kind, node]);
  return node;
}

function narrow(s) {
  for (const [kind, node] of s.chips) node.ariaPressed = String(kind === s.kind);
  for (const { node, rows } of s.groups) {
    for (const row of rows) row.node.hidden = Boolean(s.kind) && row.kind !== s.kind;
    node.hidden = rows.every((row) => row.node.hidden);
  }
}

const fact = (label, value) => el("span", "fact", el("small", "", label), el("b", "", value));

function draw(s) {
  s.kind ??= "";
  const { groups, kinds, texts } = s.data;
  s.chips = [];
  const chips = kinds.map(({ kind, sign, word, count }) => chip(s, kind, `${sign} ${word} ${count}`.trim()));
  const bar = el("div", "chips", { role: "group", "aria-label": texts.narrow }, ...chips);
  s.groups = groups.map(({ name, title, link, rows }) => {
    const about = [title, link].filter(Boolean).join(" · ");
    const made = rows.map((row) => ({ kind: row.kind, node: drawRow(s, row, texts) }));
    const node = el("section", "", el("h3", "", name), about && el("p", "about", about), ...made.map((row) => row.node));
    return { node, rows: made };
  });
  s.box.replaceChildren(bar, ...s.groups.map((group) => group.node));
  narrow(s);
}

function drawRow(s, row, texts) {
  const node = el("button", "row", el("span", "words", el("b", "title", row.title), el("span", "note", row.note)));
  if (row.printed) node.append(fact(texts.printed, row.printed), fact(texts.value, row.value));
  node.append(el("span", `verdict ${row.kind}`, el("i", "", { "aria-hidden": true }, row.sign), row.word));
  node.onclick = () => s.send("open", row.key);
  return node;
}

export default drawn("gallery", draw);
