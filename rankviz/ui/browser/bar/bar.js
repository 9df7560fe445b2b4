// A line of buttons: the page's own in the header, the switches under the charts. Each press is a command, and none is lost:
// the last ones are sent along with each new one.
const mounted = new WeakMap();
const KEPT = 20;
const SVG = "http://www.w3.org/2000/svg";
const ICONS = {
  examples: "M10 5C8 3.7 5.500 3.500 3 4v11.500c2.500-.5 5-.3 7 1 2-1.300 4.500-1.500 7-1V4c-2.500-.5-5-.3-7 1zm0 0v11.500",
  paste: "M7.500 4H5v13h10V4h-2.500M7.500 2.500h5v3h-5z",
  add_list: "M3 4h9v12H3zM5.500 7.500h4M5.500 10.500h4M15.500 7v6M12.500 10h6",
  undo: "M7.500 4 4 7.500 7.500 11M4 7.500h7.500a4.250 4.250 0 0 1 0 8.500H7",
  redo: "M12.500 4 16 7.500 12.500 11M16 7.500H8.500a4.250 4.250 0 0 0 0 8.500H13",
  link: "M8.500 11.500a3 3 0 0 0 4.300 0l3-3a3 3 0 0 0-4.300-4.300l-1 1M11.500 8.500a3 3 0 0 0-4.300 0l-3 3a3 3 0 0 0 4.300 4.300l1-1",
};

function icon(name) {
  const picture = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  for (const [key, value] of Object.entries({ viewBox: "0 0 20 20", "aria-hidden": true })) picture.setAttribute(key, value);
  path.setAttribute("d", ICONS[name]);
  picture.append(path);
  return picture;
}

function make(s, name) {
  const node = document.createElement("button");
  const label = document.createElement("span");
  node.type = "button";
  node.dataset.name = name;
  if (ICONS[name]) node.append(icon(name));
  node.append(label);
  node.onclick = () => {
    if (node.ariaDisabled === "true") return;
    s.commands = [...s.commands.slice(1 - KEPT), { n: (s.commands.at(-1)?.n ?? 0) + 1, name }];
    s.send("message", { session: s.session, seq: ++s.seq, epoch: s.epoch, commands: s.commands });
  };
  s.buttons.set(name, node);
  return node;
}

function mount(root) {
  const session = crypto.getRandomValues(new Uint32Array(2)).join("-");
  return { box: root.querySelector(".bar"), session, seq: 0, commands: [], buttons: new Map() };
}

export default function ({ data, parentElement, setStateValue }) {
  const s = mounted.get(parentElement) ?? mount(parentElement);
  mounted.set(parentElement, s);
  Object.assign(s, { send: setStateValue, epoch: data.epoch });
  s.box.role = "toolbar";
  s.box.ariaLabel = data.label;
  for (const [name, node] of s.buttons) if (!data.buttons.some((each) => each.name === name)) node.remove(), s.buttons.delete(name);
  data.buttons.forEach(({ name, label, quiet, disabled, pressed }, i) => {
    const node = s.buttons.get(name) ?? make(s, name);
    if (node.textContent !== label) node.lastChild.textContent = label;
    node.className = quiet ?? "";
    node.title = quiet === "icon" ? label : "";
    node.ariaDisabled = String(Boolean(disabled)); // not `disabled`: that would drop the focus
    node.ariaPressed = pressed === undefined ? null : String(pressed);
    if (s.box.children[i] !== node) s.box.insertBefore(node, s.box.children[i] ?? null);
  });
}
