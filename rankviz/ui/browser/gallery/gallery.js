// The worked examples by source, each with what is printed, what its own definition gives, and the verdict; chips narrow them.
const mounted = new WeakMap();

function el(tag, className = "", text = "") {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (tag === "button") node.type = "button";
  if (text) node.textContent = text;
  return node;
}

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

function fact(className, label, value) {
  const node = el("span", `fact ${className}`);
  node.append(el("small", "", label), el("b", "", value));
  return node;
}

function draw(s) {
  const { groups, kinds, texts } = s.data;
  s.chips = [];
  const bar = el("div", "chips");
  bar.role = "group";
  bar.ariaLabel = texts.narrow;
  bar.append(...kinds.map(({ kind, sign, word, count }) => chip(s, kind, `${sign} ${word} ${count}`.trim())));
  s.groups = groups.map(({ name, title, link, rows }) => {
    const node = el("section");
    const head = el("h3", "", name);
    const about = el("p", "about", [title, link].filter(Boolean).join(" · "));
    const made = rows.map((row) => ({ kind: row.kind, node: drawRow(s, row, texts) }));
    node.append(head, ...(about.textContent ? [about] : []), ...made.map((row) => row.node));
    return { node, rows: made };
  });
  s.box.replaceChildren(bar, ...s.groups.map((group) => group.node));
  narrow(s);
}

function drawRow(s, row, texts) {
  const node = el("button", "row");
  const words = el("span", "words");
  words.append(el("b", "title", row.title), el("span", "note", row.note));
  node.append(words);
  if (row.printed) node.append(fact("", texts.printed, row.printed), fact("", texts.value, row.value));
  const verdict = el("span", `verdict ${row.kind}`);
  const sign = el("i", "", row.sign);
  sign.ariaHidden = "true";
  verdict.append(sign, row.word);
  node.append(verdict);
  node.onclick = () => s.send("open", row.key);
  return node;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const s = mounted.get(parentElement) ?? { kind: "", box: parentElement.querySelector(".gallery") };
  mounted.set(parentElement, s);
  s.send = setTriggerValue;
  const shown = JSON.stringify(data);
  s.data = data;
  if (shown !== s.shown) draw(s);
  s.shown = shown;
}
