// The address follows what the tab shows; and what a reload is to find again.

import { parameters, storeFirst, those } from "./address.js";
import { isEdit } from "./steps.js";
import * as where from "../kit/where.js";

/** @typedef {import("./tab.js").Step} Step */
/**
 * @typedef {{
 *   state: string, linkable: boolean, apart: boolean, aside: unknown, past: string[], future: string[], now: Step[], queue: Step[],
 *   names: string[], places: string[], asked: string[], arrived: boolean, travelling: boolean, entry: number, writing: number,
 *   view: import("./tab.js").View | null,
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
  if (!tab.linkable || tab.travelling || [...tab.now, ...tab.queue].some(({ goto }) => goto !== undefined)) return;
  const others = parameters((name) => !tab.names.includes(name) && !tab.places.includes(name));
  const search = [tab.apart ? "" : tab.state, those(tab.asked, tab.view?.place), others].filter(Boolean).join("&");
  if (search === where.search()) return void (tab.arrived = false);
  tab.writing = window.setTimeout(writeNow, BREATH, tab);
  const isOne = tab.arrived || performance.now() - tab.entry < IN_ONE_GO;
  tab.arrived = false;
  if (where.write(search, isOne) && !isOne) tab.entry = performance.now();
}

/** Keep what a reload is to find again. */
export function store(/** @type {Tab} */ tab) {
  if (!tab.view) return;
  const { state, past, future, aside } = tab;
  const steps = [...tab.now, ...tab.queue].filter((step) => isEdit(step) || step.move || step.goto !== undefined);
  const versions = [{ past, future }, { past: [], future: [] }];
  storeFirst(versions.map((further) => ({ address: where.search(), state, steps, aside, ...further })));
}
