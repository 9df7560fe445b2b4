// What the steps of the queue do: which of them are edits, which show another list, and which are needed.

/** @typedef {import("./messages.js").Edit} Edit */
/** @typedef {import("./tab.js").QueueItem} Step */

/** Parts in which a list is edited, or two of them. */
export const LISTS = ["ranking_list", "two_lists"];

let others = /** @type {string[]} */ ([]);

/** Which edits show another list, the server says. */
export const setListSwitches = (/** @type {string[]} */ names) => (others = names);

export const isEdit = (/** @type {Step} */ { edit, preview }) => Boolean(edit && !preview);

/** Whether it is an edit after which another list is shown. */
export const switchesList = (/** @type {Step} */ { edit }) => Boolean(edit && others.includes(edit.name));

const TAKEN = ["paste", "open_file", "make_telling"];

/** Whether what it shows has nothing to do with what was shown before, so that no value has changed by it. */
export const isUnrelated = (/** @type {Step} */ step) => switchesList(step) && !TAKEN.includes(step.edit?.name ?? "");

/** Whether the list that is shown will be another one by it. */
export const changesShownList = (/** @type {Step} */ step) => Boolean(step.move || step.goto !== undefined || switchesList(step));

/**
 * Of lists that follow each other only the last is needed, unless another list was shown between them.
 *
 * @param {Edit[]} edits
 */
export const withoutOvertaken = (edits) =>
  edits.filter(({ name }, i) => name !== "list" || edits.slice(i + 1).find((one) => one.name === name || others.includes(one.name))?.name !== name);

/**
 * What is shown while something is tried out.
 *
 * @param {Map<string, string>} parts as they are
 * @param {Map<string, string>} tried as they would be
 * @param {Step} step
 */
export function previewedParts(parts, tried, { edit, only }) {
  const shown = new Map(only ? [...parts, [only, tried.get(only) ?? ""]] : tried);
  // What is held in the list must not move away from under the pointer; where a choice is tried out its own menu follows.
  const isTried = edit?.name === "choose" && edit.field !== "cutoff";
  for (const name of isTried ? LISTS : [...LISTS, "choices"]) if (parts.has(name)) shown.set(name, parts.get(name) ?? "");
  return shown;
}
