// The code of a room as it is shown everywhere: the last three digits stand apart, for six and for seven.

/**
 * A code in two groups, as it is read aloud: 482 915, 1234 567.
 *
 * @param {string} code
 * @returns {string}
 */
export const spacedCode = (code) => code.replace(/(?=\d{3}$)/, "\u00a0");
