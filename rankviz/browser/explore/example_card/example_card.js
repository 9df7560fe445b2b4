// The worked example that the page shows: what its source prints, what its own definition gives, the verdict and why.
import { el, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { definePart } from "../../kit/part.js";

/** @import { Given, Part } from "../../kit/part.js" */
/** @import { ExampleCardPayload } from "./payload.d.ts" */
/** @typedef {Part<ReturnType<typeof build>, ExampleCardPayload>} ExampleCard */

const build = (/** @type {ParentNode} */ root) => ({
  box: elementIn(root, ".example_card"),
  button: el("button", "link"),
  ask: el("button", "link"),
  verdict: el("b", "verdict"),
  facts: el("span", "facts"),
  why: el("span", "why"),
  from: el("span", "from"),
});

function mount(/** @type {ParentNode} */ root) {
  const s = /** @type {ExampleCard} */ (build(root));
  s.button.onclick = () => s.data.shown && s.data.button && s.tab.dispatch({ name: s.data.button.name });
  s.ask.onclick = () => {
    if (!s.data.shown || !s.data.ask) return;
    s.tab.dispatch({ name: "prepare_learn", value: s.data.ask.place });
    s.tab.navigateTo("learn");
  };
  s.box.append(s.verdict, s.facts, s.why, s.from, el("span", "links", s.button, s.ask));
  s.box.role = "note";
  return s;
}

/** @param {ExampleCard} s @param {Given<ExampleCardPayload>} given */
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
