// Following a pointer that holds something.

const BEGINS = 3; // px: less is a click
const EDGE = { top: 100, bottom: 60 }; // px of the window in which the page scrolls
const STEP = 10; // px a frame

/** @param {Node | null} from */
function scrollerOf(from) {
  for (let node = from; node; node = node instanceof ShadowRoot ? node.host : node.parentNode) {
    if (!(node instanceof Element) || node.scrollHeight <= node.clientHeight) continue;
    if (/auto|scroll/.test(getComputedStyle(node).overflowY)) return node;
  }
  return document.scrollingElement;
}

/**
 * Follow one pointer until it is let go; Escape lets go without taking over.
 *
 * @param {PointerEvent} event that begins it
 * @param {HTMLElement} node which keeps the pointer
 * @param {object} acts
 * @param {() => void} [acts.begin] It moves.
 * @param {(x: number, y: number) => void} acts.move
 * @param {(done: boolean, began: boolean) => void} acts.end
 * @param {boolean} [acts.scrolls] whether the page scrolls at the edges of the window
 */
export function trackPointer(event, node, { begin, move, end, scrolls = false }) {
  const stop = new AbortController();
  const scroller = scrolls ? scrollerOf(node) : null;
  let { clientX: x, clientY: y } = event;
  let began = false;
  let frame = 0;
  const leave = (/** @type {boolean} */ done) => {
    stop.abort();
    cancelAnimationFrame(frame);
    end(done, began);
  };
  const tick = () => {
    const way = y < EDGE.top ? -STEP : y > innerHeight - EDGE.bottom ? STEP : 0;
    if (scroller && began && way) {
      scroller.scrollTop += way;
      move(x, y);
    }
    frame = requestAnimationFrame(tick);
  };
  const listening = { signal: stop.signal, capture: true };
  node.setPointerCapture(event.pointerId);
  if (scroller) frame = requestAnimationFrame(tick);
  node.addEventListener("pointermove", (now) => {
    if (!began && Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > BEGINS) {
      began = true;
      begin?.();
    }
    if (!began) return;
    ({ clientX: x, clientY: y } = now);
    move(x, y);
  }, listening);
  node.addEventListener("pointerup", () => leave(true), listening);
  node.addEventListener("pointercancel", () => leave(false), listening);
  node.addEventListener("lostpointercapture", () => leave(false), listening);
  document.addEventListener("keydown", (now) => {
    now.preventDefault(); // a key must not change what is under the pointer
    now.stopPropagation();
    if (now.key === "Escape") leave(false);
  }, listening);
}
