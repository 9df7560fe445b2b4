// The worked example that the page shows: what its source prints, what its own definition gives, the verdict and why.
import { el, write } from "../../kit/elements.js";
import { definePart } from "../../kit/part.js";

function mount(root) {
  const s = { box: root.querySelector(".example_card"), button: el("button", "link"), ask: el("button", "link") };
  s.button.onclick = () => s.tab.dispatch({ name: s.data.button.name });
  s.ask.onclick = () => {
    s.tab.dispatch({ name: "prepare_learn", value: s.data.ask.place });
    s.tab.navigateTo("learn");
  };
  s.verdict = el("b", "verdict");
  s.facts = el("span", "facts");
  s.why = el("span", "why");
  s.from = el("span", "from");
  s.box.append(s.verdict, s.facts, s.why, s.from, el("span", "links", s.button, s.ask));
  s.box.role = "note";
  return s;
}

function update(s, { data, tab }) {
  Object.assign(s, { tab, data });
  s.box.hidden = !data.shown;
  if (!data.shown) return;
  write(s.verdict, `${data.sign} ${data.word}`.trim());
  s.facts.replaceChildren(...data.facts.map(({ label, value }) => el("span", "fact", `${label} `, el("b", "", value))));
  s.facts.hidden = !data.facts.length;
  write(s.why, data.note);
  write(s.from, [data.source, data.place].filter(Boolean).join(" · "));
  s.button.hidden = !data.button;
  write(s.button, data.button?.label);
  s.ask.hidden = !data.ask;
  write(s.ask, data.ask?.label);
}

export default definePart(mount, update);
