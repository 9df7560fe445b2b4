// What can be seen and read on a page, for tests that cannot count on a library: each script of a tab may use `seen`.

const seen = (globalThis.seen = {
  /** Every element at a path of selectors, `part >> row`: each is looked for below those before, through shadow roots. */
  all(path) {
    const below = (root, selector) => [
      ...root.querySelectorAll(selector),
      ...[root, ...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? below(shadowRoot, selector) : [])),
    ];
    return path.split(" >> ").reduce((roots, selector) => [...new Set(roots.flatMap((root) => below(root, selector)))], [document]);
  },

  /** The first that is shown, with these words if any are given. */
  one(path, words = "") {
    return seen.all(path).find((node) => seen.isShown(node) && seen.text(node).includes(words));
  },

  isShown(node) {
    return node.checkVisibility({ visibilityProperty: true }) && node.getClientRects().length > 0;
  },

  /** All that can be read in an element, in its order: texts, and what stands in fields. */
  text(node) {
    const words = [];
    const read = (each) => {
      if (each.nodeType === Node.TEXT_NODE) words.push(each.data);
      if (!(each instanceof Element) || /^(style|script|template|canvas)$/i.test(each.localName)) return;
      if (!seen.isShown(each) && getComputedStyle(each).display !== "contents") return;
      if (each instanceof HTMLInputElement && each.type !== "file") words.push(each.value);
      for (const child of [...(each.shadowRoot?.childNodes ?? []), ...each.childNodes]) read(child);
    };
    read(node);
    return words.join(" ").replace(/\s+/g, " ").trim();
  },

  /** Where the middle of an element is, once it stands still in the window; nothing before. */
  async middle(path, words) {
    const node = seen.one(path, words);
    if (!node) return null;
    node.scrollIntoView({ block: "nearest", behavior: "instant" });
    const box = () => Object.values(node.getBoundingClientRect().toJSON()).join();
    const before = box();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { x, y, width, height } = node.getBoundingClientRect();
    return before === box() && [Math.round(x + width / 2), Math.round(y + height / 2)];
  },

  /** Whether all that was asked of the server is answered and shown; where Streamlit is, `once` matches once and `never` nothing. */
  async isSettled([once, never]) {
    const { name } = performance.getEntriesByType("resource").findLast((each) => each.name.endsWith("/tab/tab.js")) ?? {};
    const tab = name && (await import(name));
    const isIdle = () => {
      if (document.readyState !== "complete" || seen.all(never).length) return false;
      return !document.querySelector('[data-testid="stApp"]') || Boolean(tab?.isIdle() && document.querySelectorAll(once).length === 1);
    };
    const before = isIdle() && seen.text(document.body);
    await new Promise((done) => setTimeout(done, 500)); // what comes by itself, as charts do
    return before && isIdle() && seen.text(document.body) === before;
  },

  /** What is shown otherwise than it is meant: words that can be pressed without a dotted line, and formulas in a font of the browser. */
  faults() {
    const isPlain = (node) => {
      const { textDecorationLine: line, textDecorationStyle: style, borderBottomStyle: border } = getComputedStyle(node);
      return !(line.includes("underline") && style === "dotted") && border !== "dotted";
    };
    const words = seen.all("button[data-term], b[data-term], span[data-term], text[data-term], .pill[data-term]");
    const isForeign = (node) => !getComputedStyle(node).fontFamily.endsWith("sans-serif"); // as all fonts of the page do
    const formulas = seen.all("math").filter((node) => [node, ...node.querySelectorAll("mn")].some(isForeign));
    return [...words.filter(isPlain), ...formulas].filter(seen.isShown).map((node) => node.outerHTML.slice(0, 200));
  },

  /** How many rules of a style sheet this browser has kept. */
  ruleCount(css) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    const count = ({ cssRules = [] }) => [...cssRules].reduce((sum, rule) => sum + 1 + count(rule), 0);
    return count(sheet);
  },

  /** What a style sheet says that this browser does not understand, and for which it names nothing else; on a page of Streamlit. */
  notUnderstood(css) {
    const theme = getComputedStyle(document.querySelector(".stApp"));
    const filled = (value) => value.replace(/var\((--[\w-]+)[^()]*\)/g, (all, name) => theme.getPropertyValue(name).trim() || all);
    const own = (name) => name.replace("-webkit-", "");
    const lost = [];
    for (const [, body] of css.replace(/\/\*[^]*?\*\/|@(page|font-face)\s*\{[^}]*\}/g, "").matchAll(/\{([^{}]*)\}/g)) {
      const pairs = [...body.matchAll(/(?:^|;)\s*([a-z-]+)\s*:\s*([^;]+)/g)].map(([, name, value]) => [name, filled(value).replace("!important", "")]);
      const known = new Set(pairs.filter(([name, value]) => CSS.supports(name, value)).map(([name]) => own(name)));
      lost.push(...pairs.filter(([name]) => !known.has(own(name)) && !name.startsWith("--")).map((pair) => pair.join(": ")));
    }
    return lost;
  },
});
