// Whether the window is as narrow as a phone: in the style sheets the same number of pixels.

export const narrow = matchMedia("(max-width: 640px)");
