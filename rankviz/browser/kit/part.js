// What Streamlit or the board calls for each part of the page.

/** @typedef {typeof import("../tab/tab.js")} Tab whom a part asks for changes */

/**
 * What a part is given: what it shows, where, and whom it asks for changes, on a board its tab, elsewhere Streamlit; on a board also the
 * address of Plotly, and whether the list is another one than before.
 *
 * @template D
 * @typedef {{
 *   data: D, parentElement: HTMLElement | ShadowRoot, tab: Tab, setTriggerValue: (name: string, value: unknown) => void, plotly: string,
 *   isOtherList: boolean,
 * }} Given
 */

/**
 * A part: what it made of itself when it was mounted, and what it was given last, which is there before anybody can press anything.
 *
 * @template M, D
 * @typedef {M & Pick<Given<D>, "data" | "tab">} Part
 */

/**
 * A part that is drawn as a whole; what more it keeps, its drawing adds.
 *
 * @template D
 * @typedef {{ box: HTMLElement, shown: string, data: D, send: (name: string, value: unknown) => void, tab: Tab }} Drawn
 */

/**
 * A part: mounted when its element is new, and told its data then and whenever they change.
 *
 * @template S, [D=any]
 * @template {HTMLElement | ShadowRoot} [R=ShadowRoot] a part without style sheets of its own has no shadow root
 * @param {(root: R, signal: AbortSignal, given: Given<D>) => S} mount
 *   Builds it; what listens to more than its own element does so until the signal comes.
 * @param {(s: S, given: Given<D>) => void} update
 */
export function definePart(mount, update) {
  /** @type {WeakMap<Node, { s: S, leave: () => void }>} */
  const mounted = new WeakMap();
  return (/** @type {Pick<Given<D>, "data" | "parentElement"> & Partial<Given<D>>} */ called) => {
    const given = /** @type {Given<D>} */ (called); // what a board or Streamlit does not give, the parts there do not read
    const { parentElement: root } = given;
    let one = mounted.get(root);
    if (!one) {
      const leaving = new AbortController();
      const leave = () => {
        // Streamlit also says so when newer data overtook a call; only a part that left the page must stop.
        if (root.isConnected) return;
        leaving.abort();
        mounted.delete(root);
      };
      one = { s: mount(/** @type {R} */ (root), leaving.signal, given), leave };
      mounted.set(root, one);
    }
    update(one.s, given);
    return one.leave;
  };
}

/**
 * A part that is drawn as a whole, and only when its data are other ones.
 *
 * @template {Drawn<unknown>} S
 * @param {string} className of the element that its html begins with
 * @param {(s: S) => void} draw
 */
export const redrawnPart = (className, draw) =>
  definePart(
    (root) => /** @type {S} */ ({ box: root.querySelector(`.${className}`), shown: "" }),
    (s, /** @type {Given<S["data"]>} */ { data, setTriggerValue, tab, parentElement }) => {
      const shown = JSON.stringify(data);
      // Streamlit writes the html, and may do so after it called, or once more: what was drawn is gone then.
      if (!s.box?.isConnected) Object.assign(s, { box: parentElement.querySelector(`.${className}`), shown: "" });
      if (!s.box) return;
      Object.assign(s, { data, send: setTriggerValue, tab });
      if (shown !== s.shown) draw(s);
      s.shown = shown;
    },
  );
