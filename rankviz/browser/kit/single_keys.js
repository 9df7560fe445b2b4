// Single characters that do something everywhere on the page: whoever dictates to a computer, or touches a key by accident, can switch
// them off, for this browser (WCAG 2.1.4). Keys with Ctrl, arrows, and the keys of what has the focus stay as they are.

import { browserStore } from "./storage.js";

const STORE = "rankviz single keys";

export const areSingleKeysOn = () => browserStore.read(STORE) !== "off";

/** @param {boolean} isOn */
export const switchSingleKeys = (isOn) => browserStore.write(STORE, isOn ? null : "off");

/** Whether a key is a single character, and these are switched off. @param {KeyboardEvent} event */
export const isSwitchedOff = ({ key, ctrlKey, metaKey, altKey }) =>
  [...key].length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey && !areSingleKeysOn();
