// The lists as tabs: name, a strip of grades, the value; beside them their mean and what can be done to the list under study. One
// list alone has no tab, only its name if it has one.
// Arrows move between tabs, Enter or Space puts a list under study.
import { arrange, el, write } from "../../kit/elements.js";
import { elementIn } from "../../kit/find_elements.js";
import { endsTyping } from "../../kit/inline_field.js";
import { writeName } from "../../kit/short_names.js";
import { shade } from "../../kit/numbers.js";
import { definePart } from "../../kit/part.js";
import { moveFocusByKeys, setTabStop } from "../../kit/roving_focus.js";
import { COPY, icon } from "../../kit/svg.js";

/** @import { Given, Part } from "../../kit/part.js" */
/** @import { ListTab, ListTabsPayload } from "./payload.d.ts" */
/** @typedef {Part<ReturnType<typeof build>, ListTabsPayload>} ListTabs */
/**
 * @typedef {{ name: HTMLElement, strip: HTMLElement, value: HTMLElement, node: HTMLButtonElement, drawn: string }} Tab `drawn`: what its
 *   strip shows
 */

const ICONS = {
  add: "M10 4v12M4 10h12",
  copy: COPY,
  rename: "M4 16l1-4 8-8 3 3-8 8z",
  remove: "M5 5l10 10M15 5 5 15",
};

const nodesOf = (/** @type {ListTabs} */ s) => s.tabs.map(({ node }) => node);

/** @param {ListTabs} s @param {number} at */
function select(s, at) {
  if (at === s.data.selected) return;
  mark(s, at); // ahead of the answer
  s.tab.dispatch({ name: "select_list", index: at });
}

/** @param {ListTabs} s @param {number} at */
function mark(s, at) {
  s.tabs.forEach((tab, i) => (tab.node.ariaSelected = String(i === at)));
  setTabStop(nodesOf(s), s.tabs[at]?.node);
}

/** @param {ListTabs} s @param {number} at @returns {Tab} */
function makeTab(s, at) {
  const [name, strip, value] = [el("span", "name"), el("span", "strip"), el("b", "value")];
  strip.ariaHidden = "true";
  const node = el("button", "tab", name, strip, value);
  node.role = "tab";
  node.onclick = () => select(s, at);
  node.ondblclick = () => rename(s);
  return { name, strip, value, node, drawn: "" };
}

function square(/** @type {number | null} */ grade) {
  const node = el("i", "square");
  node.dataset.grade = shade(grade);
  return node;
}

/** @param {Tab} tab @param {ListTab} data */
function drawTab(tab, { name, cells, more, value, title, spoken }) {
  writeName(tab.name, name);
  write(tab.value, value);
  tab.node.title = title;
  tab.node.ariaLabel = spoken;
  const drawn = JSON.stringify([cells, more]);
  if (tab.drawn === drawn) return;
  tab.drawn = drawn;
  tab.strip.replaceChildren(...cells.map(square), ...(more ? ["…"] : []));
}

// Another list may have been selected just now; its name is not known yet.
const rename = (/** @type {ListTabs} */ s) => (s.tab.isListSwitchPending() ? s.tab.afterPending(() => openField(s)) : openField(s));

function openField(/** @type {ListTabs} */ s) {
  s.field.hidden = false;
  s.actions.hidden = true;
  s.named = s.data.selected_name || s.data.tabs[s.data.selected]?.name || "";
  s.field.value = s.named;
  s.field.focus();
  s.field.select();
}

/** @param {ListTabs} s @param {boolean} kept */
function endRename(s, kept) {
  if (s.field.hidden) return; // hiding it blurs it and comes here again
  const text = s.field.value.trim();
  const had = s.root.activeElement === s.field;
  if (kept && text !== s.named) s.tab.dispatch({ name: "rename_list", text });
  s.actions.hidden = false;
  s.field.hidden = true;
  if (had) s.buttons.rename.focus();
}

/** @param {ListTabs} s @param {KeyboardEvent} event */
function keys(s, event) {
  if (event.key === "F2") rename(s);
  else if (event.key === "Delete") s.tab.dispatch({ name: "remove_list" });
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function build(/** @type {ShadowRoot} */ root) {
  const buttonOf = (/** @type {keyof typeof ICONS} */ name) => el("button", "icon", icon(ICONS[name]));
  const buttons = { add: buttonOf("add"), copy: buttonOf("copy"), rename: buttonOf("rename"), remove: buttonOf("remove") };
  const [label, value] = [el("span", "label"), el("b", "value")];
  return {
    root,
    tabs: /** @type {Tab[]} */ ([]),
    selected: -1,
    buttons,
    line: el("div", "tabs", { role: "tablist" }),
    only: el("bdi", "only", { dir: "auto" }),
    mean: { label, value, node: el("div", "mean", label, value) },
    actions: el("div", "actions", { role: "toolbar" }, ...Object.values(buttons)),
    field: el("input", "field", { hidden: "" }),
    named: "", // before the field was opened
    box: elementIn(root, ".list_tabs"),
  };
}

function mount(/** @type {ShadowRoot} */ root) {
  const s = /** @type {ListTabs} */ (build(root));
  s.line.onkeydown = (event) => keys(s, event);
  moveFocusByKeys(s.line, () => nodesOf(s), { axis: "x", wraps: true });
  for (const [name, button] of Object.entries(s.buttons)) {
    const edit = { name: /** @type {"add_list" | "copy_list" | "remove_list"} */ (`${name}_list`) };
    button.onclick = () => button.ariaDisabled !== "true" && (name === "rename" ? rename(s) : s.tab.dispatch(edit));
  }
  endsTyping(s.field, (kept) => endRename(s, kept));
  s.box.append(s.only, s.line, s.actions, s.field, s.mean.node);
  return s;
}

/** @param {ListTabs} s @param {Given<ListTabsPayload>} given */
function update(s, { data, tab: asking }) {
  Object.assign(s, { tab: asking, data });
  s.box.hidden = !data.tabs.length && !data.selected_name;
  s.only.hidden = data.tabs.length > 0;
  s.line.hidden = !data.tabs.length;
  s.actions.hidden = Boolean(data.locked) || !data.tabs.length || !s.field.hidden;
  write(s.only, data.selected_name);
  const focused = s.tabs.findIndex((tab) => tab.node === s.root.activeElement);
  while (s.tabs.length < data.tabs.length) s.tabs.push(makeTab(s, s.tabs.length));
  s.tabs.length = data.tabs.length;
  s.tabs.forEach((tab, i) => drawTab(tab, data.tabs[i]));
  arrange(s.line, nodesOf(s));
  mark(s, data.selected);
  if (focused >= 0 && !s.line.contains(s.root.activeElement)) s.tabs[data.selected]?.node.focus();
  if (data.selected !== s.selected) s.tabs[data.selected]?.node.scrollIntoView({ block: "nearest", inline: "nearest" });
  s.selected = data.selected;
  s.line.ariaLabel = s.actions.ariaLabel = data.texts.label;
  for (const [name, button] of Object.entries(s.buttons)) button.title = button.ariaLabel = data.texts[name];
  s.buttons.add.ariaDisabled = s.buttons.copy.ariaDisabled = String(!data.can_add);
  s.field.ariaLabel = data.texts.name_of;
  s.field.maxLength = data.max_name;
  s.mean.node.hidden = !data.mean;
  if (!data.mean) return;
  write(s.mean.label, data.mean.label);
  write(s.mean.value, data.mean.value);
  s.mean.value.title = data.mean.title;
}

export default definePart(mount, update);
