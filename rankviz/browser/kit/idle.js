// What can wait until the browser has nothing else to do.

const PATIENCE = 150; // ms

/** @type {(act: () => void, options: IdleRequestOptions) => number} */
const ask = window.requestIdleCallback ?? ((act) => window.setTimeout(act, PATIENCE)); // Safari does not tell

/**
 * @param {() => void} act
 * @returns {number} for `cancelIdle`
 */
export const whenIdle = (act) => ask(act, { timeout: PATIENCE });

export const cancelIdle = window.cancelIdleCallback ?? clearTimeout;
