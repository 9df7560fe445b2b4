// What Streamlit or the board calls for each part of the page.

/**
 * What a part knows of itself, and what it adds to that.
 *
 * @typedef {Record<string, any> & { box: HTMLElement, shown: string, data: any, send: (name: string, value: unknown) => void, tab: any }} PartState
 */

/**
 * A part: mounted when its element is new, and told its data then and whenever they change.
 *
 * @template S
 * @param {(root: HTMLElement | ShadowRoot, signal: AbortSignal, given: any) => S} mount
 *   Builds it; what listens to more than its own element does so until the signal comes.
 * @param {(s: S, given: any) => void} update
 *   Is given `data` and what the part asks: of Streamlit `setStateValue` and `setTriggerValue`, on a board its `tab`.
 */
export function definePart(mount, update) {
  /** @type {WeakMap<Node, { s: S, leave: () => void }>} */
  const mounted = new WeakMap();
  return (/** @type {any} */ given) => {
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
      one = { s: mount(root, leaving.signal, given), leave };
      mounted.set(root, one);
    }
    update(one.s, given);
    return one.leave;
  };
}

/**
 * A part that is drawn as a whole, and only when its data are other ones.
 *
 * @param {string} className of the element that its html begins with
 * @param {(s: PartState) => void} draw
 */
export const redrawnPart = (className, draw) =>
  definePart(
    (root) => /** @type {PartState} */ ({ box: root.querySelector(`.${className}`), shown: "" }),
    (s, { data, setTriggerValue, tab, parentElement }) => {
      const shown = JSON.stringify(data);
      // Streamlit writes the html, and may do so after it called, or once more: what was drawn is gone then.
      if (!s.box?.isConnected) Object.assign(s, { box: parentElement.querySelector(`.${className}`), shown: "" });
      if (!s.box) return;
      Object.assign(s, { data, send: setTriggerValue, tab });
      if (shown !== s.shown) draw(s);
      s.shown = shown;
    },
  );
