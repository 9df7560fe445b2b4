// How wide the window is, in steps that the style sheets have too (theme.css).

/** As narrow as a phone. */
export const narrow = matchMedia("(max-width: 640px)");

/** A window in which what stands beside the steps of a derivation has no room. */
export const medium = matchMedia("(max-width: 1200px)");
