// Measures inside the page, frame by frame: when a change first shows, counted from the key press (or from the start of
// navigation). Text is looked for through shadow roots, since our components have them.
(() => {
  const QUIET = 400; // ms without any change of a chart: the edit is over
  const PATIENCE = 20_000;
  const CHARTS = ".js-plotly-plot, .rv-plot"; // drawn by Plotly, or without it

  function* roots(node) {
    yield node;
    for (const child of node.querySelectorAll("*")) if (child.shadowRoot) yield* roots(child.shadowRoot);
  }

  // A path is a list of selectors, each looked for inside what the one before found.
  function find(path) {
    let node = document;
    for (const selector of path) {
      let found = null;
      for (const root of roots(node)) if ((found = root.querySelector(selector))) break;
      if (!found) return null;
      node = found.shadowRoot ?? found;
    }
    return node;
  }

  const charts = () => [...roots(document)].flatMap((root) => [...root.querySelectorAll(CHARTS)]);
  const isDrawn = (chart) => chart.querySelector(".main-svg :is(.cartesianlayer path, .bar, .axis)")?.getBoundingClientRect().width > 0;
  const textAt = (path) => find(path)?.textContent ?? "";

  // A message posted in a frame is handled after that frame was painted.
  function afterPaint(act) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => act(performance.now());
    port2.postMessage(null);
  }

  let pending = null;

  // Get ready for the next key press. done() then gives {number, charts, blank}: ms to the painted text, ms to the last painted
  // change of any chart (null if none changed), and the frames in which fewer charts were to be seen than before.
  function arm(path) {
    // Looked up once: walking the whole page in every frame would slow down what is measured.
    const node = find(path);
    const before = node.textContent;
    const text = () => (node.isConnected ? node.textContent : textAt(path));
    const plots = charts();
    const drawn = () => plots.filter((plot) => plot.isConnected && isDrawn(plot)).length;
    const expected = drawn();
    const result = { number: null, charts: null, blank: 0 };
    const deadline = performance.now() + PATIENCE;
    let start = null;
    let last = 0; // when the last change was seen
    let numberSeen = false;
    let chartsChanged = false;

    function stamp(name) {
      last = performance.now();
      afterPaint((now) => (result[name] = now - start));
    }
    function look() {
      if (!numberSeen && text() !== before) {
        numberSeen = true;
        stamp("number");
      }
      // A chart goes blank by a change inside it or by being taken away; to look at all of them in every frame would cost ours
      // a layout that the floor, which has none, is spared.
      if ((chartsChanged || !plots.every((plot) => plot.isConnected)) && drawn() < expected) result.blank += 1;
      if (chartsChanged) {
        chartsChanged = false;
        stamp("charts");
      }
    }

    addEventListener("keydown", (event) => (start = event.timeStamp), { capture: true, once: true });
    const observer = new MutationObserver(() => (chartsChanged = start !== null));
    for (const chart of plots) {
      observer.observe(chart.parentNode, { subtree: true, childList: true, attributes: true, characterData: true });
    }
    pending = new Promise((resolve, reject) => {
      function frame() {
        if (start !== null) look();
        const now = performance.now();
        if (now < deadline && !(numberSeen && now - last > QUIET)) return requestAnimationFrame(frame);
        observer.disconnect();
        return numberSeen ? resolve(result) : reject(new Error(`no change of "${before}" at ${path}`));
      }
      requestAnimationFrame(frame);
    });
  }

  // From the start of navigation to the painted first text at a path, or, without one, to the first drawn chart.
  function firstPaint(path) {
    return new Promise((resolve) => {
      function frame() {
        if (path ? textAt(path).trim() : charts().some(isDrawn)) afterPaint(resolve);
        else requestAnimationFrame(frame);
      }
      requestAnimationFrame(frame);
    });
  }

  window.rankvizProbe = { arm, done: () => pending, firstPaint };
})();
