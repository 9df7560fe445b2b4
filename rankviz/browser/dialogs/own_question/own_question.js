// The dialog that makes a practice question of the list: how many mistakes it separates, a change that separates more, and the link.
import { arrange, el, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { linkLine } from "../../shared/link_with_qr/link_line.js";

/** @import { Tab } from "../../kit/part.js" */
/** @import { MistakeGroup, OwnQuestionPayload } from "./payload.d.ts" */
/** @typedef {ReturnType<typeof build>} State */

/** @param {OwnQuestionPayload} data */
function build(data) {
  const [action, result, make] = [el("p", "action"), el("p", "result"), el("button", "make")];
  return {
    ...{ data, isMade: false, isChangePending: false, line: linkLine(), box: el("div", "rv-ask"), problem: el("p", "problem", { role: "alert" }) },
    ...{ facts: el("dl", "facts"), summary: el("p", "summary"), groups: el("div", "groups"), action, result, make },
    ...{ change: el("div", "change", el("div", "", action, result), make), status: el("p", "status", { role: "status" }) },
    ...{ notes: el("div", "notes"), safe: el("p", "safe"), open: el("a", "rv-link-open") },
  };
}

/**
 * The body of the dialog.
 *
 * @param {Tab} tab
 * @param {() => void} close
 * @param {OwnQuestionPayload} first
 */
export default function ask(tab, close, first) {
  const s = build(first);
  elementIn(s.line.node, ".rv-link-line").append(s.open);
  s.make.onclick = () => {
    s.isChangePending = true;
    tab.dispatch({ name: "make_telling" });
  };
  s.open.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    tab.dispatch({ name: "prepare_learn", value: /** @type {string} */ (s.data.learn_query) });
    close();
    tab.navigateTo("learn");
  };
  return { node: s.box, show: (/** @type {OwnQuestionPayload} */ data, /** @type {string} */ problem) => show(s, data, problem) };
}

const group = (/** @type {MistakeGroup} */ { head, items }) => {
  const list = el("ul", "", ...items.map((item) => el("li", "", item)));
  return el("details", "", el("summary", "", `${head} `, el("span", "count", String(items.length))), list);
};

/**
 * @param {State} s
 * @param {OwnQuestionPayload} data
 * @param {string} refused why it could not be changed
 */
function show(s, data, refused) {
  const wasPending = s.isChangePending;
  Object.assign(s, { data, isMade: (s.isMade || s.isChangePending) && !refused, isChangePending: false });
  const { problem, facts = [], summary, groups = [], change, no_change: noChange, notes = [], line } = data;
  const { texts = /** @type {Record<string, string>} */ ({}) } = data;
  write(s.problem, problem);
  s.facts.replaceChildren(...facts.flatMap(({ label, value }) => [el("dt", "", label), el("dd", "", value)]));
  write(s.summary, summary);
  s.groups.replaceChildren(...groups.map(group));
  write(s.action, change ? change.action : noChange);
  write(s.result, change?.result);
  write(s.make, change?.label);
  s.make.hidden = !change;
  write(s.status, s.isMade ? texts.made : "");
  s.notes.replaceChildren(...notes.map((note) => el("p", "", note)));
  write(s.safe, texts.safe);
  write(s.open, texts.try);
  if (line) {
    s.line.show(line);
    s.open.href = line.address;
  }
  arrange(s.box, [
    ...(problem ? [s.problem] : []),
    ...(facts.length ? [s.facts] : []),
    ...(summary ? [s.summary, s.groups] : []),
    ...(change || noChange ? [s.change] : []),
    ...(s.isMade ? [s.status] : []),
    ...(notes.length ? [s.notes] : []),
    ...(line ? [s.line.node, s.safe] : []),
  ]);
  if (wasPending && !change) s.open.focus(); // the pressed button is gone
}
