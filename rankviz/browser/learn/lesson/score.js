// The value in one line, with what the last step changed of it.

import { fillTemplate, write } from "../../kit/elements.js";

const NOISE = 5e-13;

/** @param {any} s */
export function paintScore(s) {
  const { score, texts } = s.data;
  s.score.hidden = !score;
  s.small.hidden = !score;
  if (!score) return;
  const before = JSON.parse(s.tab.partsBeforeStep()?.get("lesson") ?? "null")?.score;
  s.score.parentNode.classList.toggle("two", score.two);
  write(s.name, score.name);
  s.name.setAttribute("data-term", score.term);
  write(s.value, score.value);
  s.value.classList.toggle("word", score.number === null);
  const isSame = !before || before.name !== score.name || before.number === null || score.number === null;
  const change = isSame ? 0 : score.number - before.number;
  const sign = change > 0 ? "▲" : "▼";
  const told = Math.abs(change) > NOISE ? `${sign} ${Math.abs(change).toFixed(3)} · ${fillTemplate(texts.was, { value: before.value })}` : "";
  write(s.was, told);
  write(s.small, `${score.name} ${score.value}${told ? ` ${sign} ${Math.abs(change).toFixed(3)}` : ""}`);
}
