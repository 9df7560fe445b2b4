// What the parts of a page tell each other: a rank that is pointed at, a cutoff that moves. A page may show several lists, so
// each part hears only what is said of its own.

/** @import { News } from "./news.d.ts" */
/** @typedef {ReturnType<typeof channel>} Channel */

/**
 * @param {string | undefined} of which list the part is about; a page of one list need not name it
 * @param {string} source who speaks
 * @param {AbortSignal} signal until when it listens
 */
export function channel(of, source, signal) {
  return {
    /**
     * @template {keyof News} N
     * @param {N} name
     * @param {News[N]} [detail]
     */
    emit(name, detail) {
      document.dispatchEvent(new CustomEvent(`rankviz:${name}`, { detail: { ...detail, of, source } }));
    },
    /**
     * @template {keyof News} N
     * @param {N} name
     * @param {(detail: News[N] & { source: string }) => void} act
     */
    on(name, act) {
      const heard = (/** @type {CustomEventInit} */ { detail }) => detail.of === of && act(detail);
      document.addEventListener(`rankviz:${name}`, /** @type {EventListener} */ (heard), { signal });
    },
  };
}
