// The metric's name spelled out and what it asks, in one line; a button opens the rest.

import { aboutMetric, say } from "../../kit/metric_about.js";
import { el, write } from "../../kit/elements.js";
import { popover } from "../../kit/popover.js";

export function aboutLine() {
  const [name, question, more] = [el("b"), el("span"), el("button", "more link", { "aria-haspopup": "dialog", "aria-expanded": false })];
  const about = aboutMetric();
  const pop = el("div", "all-about", { popover: "auto", role: "dialog", tabindex: -1 }, about.node);
  more.popoverTargetElement = pop;
  popover(pop, () => more.focus(), (open) => (more.ariaExpanded = String(open)));
  /** @param {import("./payload.d.ts").AboutMetric} data */
  const show = ({ label, name: longName, details, texts }) => {
    write(name, longName);
    say(question, details.question);
    write(more, texts.more);
    more.ariaLabel = `${texts.more}: ${label}`;
    pop.ariaLabel = longName;
    about.show({ label, name: longName }, details, texts);
  };
  return { line: el("div", "about-line", name, question, more), pop, show };
}
