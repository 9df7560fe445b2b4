// The list in short, in one line that leads to Explore.
import { el } from "../../kit/elements.js";
import { bindPageLink } from "../../kit/lead.js";
import { shade } from "../../kit/numbers.js";
import { redrawnPart } from "../../kit/part.js";

function box({ text, grade, out }, isMissed) {
  const classes = ["grade", out && "out", isMissed && "missed"].filter(Boolean).join(" ");
  return el("span", classes, { "data-grade": shade(grade), "aria-hidden": true }, text);
}

export default redrawnPart("list_summary", (s) => {
  const { data } = s;
  if (!s.link) {
    s.title = el("h1");
    s.link = el("a");
    bindPageLink(s.link, "explore", () => `?${s.tab.stateParams()}`, s.tab);
    s.box.append(s.title, s.link);
  }
  s.title.textContent = data.title;
  s.link.hidden = !data.value; // what is covered is not told here either
  if (s.link.hidden) return;
  const missed = data.missed.length ? [el("small", "", { "aria-hidden": true }, data.missed_label), ...data.missed.map((each) => box(each, true))] : [];
  s.link.replaceChildren(
    ...[data.name && el("b", "", data.name), el("span", "away", data.words)].filter(Boolean),
    ...data.shown.map((each) => box(each, false)),
    ...missed,
    ...[data.more && el("small", "", data.more), el("b", "value", data.value), el("span", "open", data.open)].filter(Boolean),
  );
});
