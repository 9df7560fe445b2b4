// The links to the pages. A plain press keeps the session and what is on the page; a new tab is opened at the same state.
const mounted = new WeakMap();

function make(s, name) {
  const link = document.createElement("a");
  // Which address the page has is looked up when somebody is about to use the link: it follows every edit.
  const aim = () => (link.href = `${s.root()}${link.dataset.path}${location.search}`);
  link.onpointerdown = link.onfocus = link.onpointerenter = aim;
  link.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (link.ariaCurrent !== "page") s.send("pressed", name);
  };
  s.links.set(name, link);
  s.box.append(link);
  return link;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const s = mounted.get(parentElement) ?? { box: parentElement.querySelector("nav"), links: new Map() };
  mounted.set(parentElement, s);
  s.send = setTriggerValue;
  s.root = () => {
    const page = data.links.find(({ path }) => path && location.pathname.replace(/\/$/, "").endsWith(`/${path}`));
    return page ? location.pathname.replace(/[^/]+\/?$/, "") : location.pathname;
  };
  s.box.ariaLabel = data.label;
  for (const { name, label, path } of data.links) {
    const link = s.links.get(name) ?? make(s, name);
    link.dataset.path = path;
    link.ariaCurrent = name === data.current ? "page" : null;
    if (link.textContent !== label) link.textContent = label;
    if (!link.hasAttribute("href")) link.onfocus(); // without an address a link cannot be reached by keyboard
  }
}
