// The dialog with all words and symbols, and the keys.
import { el } from "../../kit/elements.js";
import { areSingleKeysOn, switchSingleKeys } from "../../kit/single_keys.js";
import { glossary } from "./glossary.js";

/** @import { HelpPayload, KeysPayload } from "./payload.d.ts" */

/** @param {KeysPayload} data */
function keys({ title, heads, rows, single_keys, single_keys_note }) {
  const box = el("input", "", { type: "checkbox", "aria-describedby": "single-keys" });
  box.checked = areSingleKeysOn();
  box.onchange = () => switchSingleKeys(box.checked);
  const head = el("thead", "", el("tr", "", ...heads.map((each) => el("th", "", each, { scope: "col" }))));
  const lines = rows.map(([key, does]) => el("tr", "", el("td", "", el("kbd", "", key)), el("td", "", does)));
  return el("section", "keys", el("h3", "", title), el("label", "single", box, single_keys), el("p", "note", single_keys_note, { id: "single-keys" }), el("table", "", head, el("tbody", "", ...lines)));
}

/** What stands in the dialog. */
export default function help() {
  const node = el("div", "help");
  const show = (/** @type {HelpPayload} */ data) => void (node.hasChildNodes() || node.append(glossary(data.words), keys(data.keys)));
  return { node, show };
}
