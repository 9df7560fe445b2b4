// Streamlit shows a page from its top, also the one that Back leads to. The Runs page is long, and one comes back to it from a query.

import * as pageUrl from "../../kit/page_url.js";

const LONG = 20_000; // ms in which a page is drawn that was computed before, also by a machine that has much else to do
const kept = /** @type {Map<string, number>} */ (new Map()); // how far a page was scrolled, by its path

export function keepPlace(/** @type {AbortSignal} */ signal) {
  const path = pageUrl.path();
  const main = /** @type {HTMLElement | null} */ (document.querySelector('[data-testid="stMain"]'));
  const inner = main?.querySelector('[data-testid="stMainBlockContainer"]');
  if (!main || !inner) return;
  const to = kept.get(path) ?? 0;
  const done = new AbortController();
  const grown = new ResizeObserver(() => {
    if (main.scrollHeight - main.clientHeight >= to) main.scrollTop = to;
  });
  const end = () => {
    grown.disconnect();
    main.style.overflowAnchor = "";
  };
  done.signal.addEventListener("abort", end);
  signal.addEventListener("abort", () => done.abort());
  const note = () => done.signal.aborted && pageUrl.path() === path && kept.set(path, main.scrollTop);
  main.addEventListener("scroll", note, { signal, passive: true });
  const leaveIt = () => {
    done.abort();
    note(); // it may have been scrolled by a program that reads it out, without any of these
  };
  for (const touch of ["wheel", "pointerdown", "keydown"]) document.addEventListener(touch, leaveIt, { signal: done.signal, passive: true });
  setTimeout(() => done.abort(), LONG);
  if (!to) return void done.abort();
  main.style.overflowAnchor = "none"; // parts of the page come one after the other, some of them above the place
  grown.observe(inner);
}
