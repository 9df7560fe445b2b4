// The value in one line, with its change by the last edit.

import { fillTemplate, write } from "../../kit/elements.js";

const NOISE = 5e-13;

/** @param {import("./lesson.js").State} s */
export function renderScore(s) {
  const { score, texts } = s.data;
  s.score.hidden = !score;
  s.small.hidden = !score;
  if (!score) return;
  const before = JSON.parse(s.tab.partsBeforeStep()?.get("lesson") ?? "null")?.score;
  s.box.classList.toggle("two", score.is_pair);
  write(s.name, score.name);
  s.name.setAttribute("data-term", score.term);
  write(s.value, score.value);
  s.value.classList.toggle("word", score.number === null);
  const isSame = !before || before.name !== score.name || before.number === null || score.number === null;
  const change = isSame ? 0 : score.number - before.number;
  const sign = change > 0 ? "▲" : "▼";
  const changeText = Math.abs(change) > NOISE ? `${sign} ${Math.abs(change).toFixed(3)} · ${fillTemplate(texts.was, { value: before.value })}` : "";
  write(s.was, changeText);
  write(s.small, `${score.name} ${score.value}${changeText ? ` ${sign} ${Math.abs(change).toFixed(3)}` : ""}`);
}
