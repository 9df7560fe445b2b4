// The worked example that the page shows: what its source prints, what its own definition gives, the verdict and why.
const mounted = new WeakMap();
const KEPT = 20;

function el(tag, className = "", ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

function mount(root) {
  const session = crypto.getRandomValues(new Uint32Array(2)).join("-");
  const s = { session, seq: 0, commands: [], box: root.querySelector(".card"), button: el("button") };
  s.button.type = "button";
  s.button.onclick = () => {
    s.commands = [...s.commands.slice(1 - KEPT), { n: (s.commands.at(-1)?.n ?? 0) + 1, name: s.data.button.name }];
    s.send("message", { session: s.session, seq: ++s.seq, epoch: s.data.epoch, commands: s.commands });
  };
  s.verdict = el("b", "verdict");
  s.facts = el("span", "facts");
  s.why = el("span", "why");
  s.from = el("span", "from");
  s.box.append(s.verdict, s.facts, s.why, s.from, s.button);
  s.box.role = "note";
  return s;
}

export default function ({ data, parentElement, setStateValue }) {
  const s = mounted.get(parentElement) ?? mount(parentElement);
  mounted.set(parentElement, s);
  Object.assign(s, { send: setStateValue, data });
  s.box.hidden = !data.shown;
  if (!data.shown) return;
  s.verdict.textContent = `${data.sign} ${data.word}`.trim();
  s.facts.replaceChildren(...data.facts.map(({ label, value }) => el("span", "fact", `${label} `, el("b", "", value))));
  s.facts.hidden = !data.facts.length;
  s.why.textContent = data.note;
  s.from.textContent = [data.source, data.place].filter(Boolean).join(" · ");
  s.button.hidden = !data.button;
  if (data.button) s.button.textContent = data.button.label;
}
