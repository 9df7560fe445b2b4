// The address follows what the tab shows; and what a reload is to find again.

import { parameters, saveFirstThatFits, pickParams } from "./address.js";
import { isEdit } from "./steps.js";
import * as where from "../kit/where.js";

/** @typedef {import("./tab.js").QueueItem} Step */
/**
 * @typedef {{
 *   state: string, linkable: boolean, isLearn: boolean, otherWorkspace: unknown, past: string[], future: string[], inFlight: Step[], queue: Step[],
 *   stateParamNames: string[], pageParamNames: string[], thisPageParamNames: string[], replaceEntry: boolean, travelling: boolean,
 *   entryAddedAt: number, writing: number,
 *   view: import("./tab.js").ViewState | null,
 * }} Tab
 */

const IN_ONE_GO = 2000; // ms in which edits share an entry of the browser's history
const BREATH = 350; // ms between two writes of the address: browsers refuse more than a hundred in half a minute

/** Write the address, unless that was just done. */
export function write(/** @type {Tab} */ tab) {
  if (!tab.writing) writeNow(tab);
}

function writeNow(/** @type {Tab} */ tab) {
  tab.writing = 0;
  // While Back is on its way the address is that of where it leads.
  if (!tab.linkable || tab.travelling || [...tab.inFlight, ...tab.queue].some(({ goto }) => goto !== undefined)) return;
  const others = parameters((name) => !tab.stateParamNames.includes(name) && !tab.pageParamNames.includes(name));
  const search = [tab.isLearn ? "" : tab.state, pickParams(tab.thisPageParamNames, tab.view?.page_params), others].filter(Boolean).join("&");
  if (search === where.search()) return void (tab.replaceEntry = false);
  tab.writing = window.setTimeout(writeNow, BREATH, tab);
  const isOne = tab.replaceEntry || performance.now() - tab.entryAddedAt < IN_ONE_GO;
  tab.replaceEntry = false;
  if (where.write(search, isOne) && !isOne) tab.entryAddedAt = performance.now();
}

/** Keep what a reload is to find again. */
export function store(/** @type {Tab} */ tab) {
  if (!tab.view) return;
  const { state, past, future, otherWorkspace } = tab;
  const steps = [...tab.inFlight, ...tab.queue].filter((step) => isEdit(step) || step.move || step.goto !== undefined);
  const versions = [{ past, future }, { past: [], future: [] }];
  saveFirstThatFits(versions.map((history) => ({ address: where.search(), state, steps, otherWorkspace, ...history })));
}
