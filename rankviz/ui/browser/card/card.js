// The worked example that the page shows: what its source prints, what its own definition gives, the verdict and why.
import { el } from "../kit/elements.js";

const mounted = new WeakMap();

function mount(root) {
  const s = { box: root.querySelector(".card"), button: el("button") };
  s.button.onclick = () => s.tab.ask({ name: s.data.button.name });
  s.verdict = el("b", "verdict");
  s.facts = el("span", "facts");
  s.why = el("span", "why");
  s.from = el("span", "from");
  s.box.append(s.verdict, s.facts, s.why, s.from, s.button);
  s.box.role = "note";
  return s;
}

export default function ({ data, parentElement, tab }) {
  const s = mounted.get(parentElement) ?? mount(parentElement);
  mounted.set(parentElement, s);
  Object.assign(s, { tab, data });
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
