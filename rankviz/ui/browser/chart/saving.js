// The button that saves a figure, and the picture that it saves.

import { el, icon, write } from "../kit/elements.js";
import { download } from "./drawing.js";

const ROOM = 12; // px around a saved picture

export function saving(s, f) {
  const open = el("button", "rv-save-open", icon("M10 4v8M6.500 8.500 10 12l3.500-3.500M5 12.500V16h10v-3.500"));
  const kinds = ["svg", "png"].map((format) => {
    const button = el("button", "rv-save-kind");
    button.onclick = () => {
      list.hidePopover();
      save(s, f, format);
    };
    return button;
  });
  const list = el("div", "rv-save-kinds", { popover: "auto" }, ...kinds);
  const node = el("div", "rv-save", list, open);
  open.popoverTargetElement = list;
  node.onclick = (event) => event.stopPropagation();
  f.name = () => {
    const { texts } = s.data;
    open.title = open.ariaLabel = texts.save.replace("{title}", () => f.data.title);
    kinds.forEach((button, i) => write(button, [texts.save_svg, texts.save_png][i]));
  };
  return node;
}

// The figure as a file shows it: as on the page, with the k line as part of it, room around it, and a font that a file can count on.
export function pictured(shown, { axis, k, ink, paper }) {
  const { data, layout } = JSON.parse(JSON.stringify(shown).replaceAll("'Source Sans', ", ""));
  const line = { type: "line", line: { color: ink, width: 1.5 } };
  if (k && axis === "x") layout.shapes = [{ ...line, x0: k, x1: k, yref: "y domain", y0: 0, y1: 1 }];
  if (k && axis === "y") layout.shapes = [{ ...line, y0: k + 0.5, y1: k + 0.5, xref: "paper", x0: 0, x1: 1 }];
  for (const side of "lrtb") layout.margin[side] += ROOM;
  if (layout.title) layout.title.pad = { l: ROOM, t: layout.title.pad.t + ROOM - 4 };
  Object.assign(layout, { width: layout.width + 2 * ROOM, height: layout.height + 2 * ROOM, paper_bgcolor: paper });
  return { data, layout };
}

function save(s, f, format) {
  const { cutoff_axis: axis, cutoff_max: max, file_name: filename } = f.data;
  const [ink, paper] = ["#000000", "#FFFFFF"].map((light) => s.colours[light]);
  const figure = pictured(f.shown, { axis, k: Math.min(s.cutoff ?? 0, max), ink, paper });
  const { width, height } = figure.layout;
  if (s.Plotly) download(s.Plotly, figure, { format, filename, width, height, scale: format === "png" ? 2 : 1 });
}
