// Pictures on the buttons of a step player, and of its copies.

/** @typedef {keyof typeof ICONS} IconName */
export const ICONS = {
  first: "M4 4h2.200v12H4zM16 4v12L7 10z",
  previous: "M14 4v12L5 10z",
  play: "M5 3.500v13L16.500 10z",
  pause: "M5 4h3.500v12H5zm6.500 0H15v12h-3.500z",
  next: "M6 4v12l9-6z",
  last: "M13.800 4H16v12h-2.200zM4 4v12l9-6z",
  copy: "M7 2h10v12H7zm1.500 1.500v9h7v-9zM3 6h2.500v10.500H13V18H3z",
};
