// The dialog that gives a link to the page, and saves and opens files.
import { download } from "../../kit/download.js";
import { arrange, el, fillTemplate, write } from "../../kit/elements.js";
import { encodeFile } from "../../kit/encode_file.js";
import { linkLine } from "./link_line.js";

async function openFile(s, file) {
  const { kinds, limit, other_kind: otherKind, too_large: tooLarge } = s.data.open;
  s.input.value = ""; // the same file can be chosen again
  if (!file) return;
  const isKnown = kinds.some((kind) => file.name.toLowerCase().endsWith(kind));
  const isLarge = file.size > limit;
  const refusal = isLarge ? fillTemplate(tooLarge, { found: file.size.toLocaleString("en"), limit: limit.toLocaleString("en") }) : "";
  write(s.refusal, isKnown ? refusal : fillTemplate(otherKind, { name: file.name }));
  if (isKnown && !isLarge) s.tab.dispatch({ name: "open_file", file_base64: await encodeFile(file), dialog: "link" });
}

function fileChooser(s) {
  s.input = el("input", "away", { type: "file", id: "file" });
  s.input.onchange = () => void openFile(s, s.input.files[0]);
  s.name = el("label", "button", { for: "file" });
  s.name.ondragover = (event) => event.preventDefault();
  s.name.ondrop = (event) => {
    event.preventDefault();
    void openFile(s, event.dataTransfer?.files[0]);
  };
  return el("div", "open", s.input, s.name);
}

/** The body of the dialog. */
export default function link(tab, close) {
  const s = { tab, line: linkLine(), node: el("div", "rv-link-dialog"), note: el("p", "note"), problem: el("p", "too-long"), refusal: el("p", "refusal", { role: "alert" }) };
  s.save = el("button", "button");
  s.sheet = el("button", "button");
  s.save.onclick = () => download(s.data.save.name, new Blob([s.data.save.text], { type: "application/json" }));
  s.sheet.onclick = () => {
    tab.dispatch({ name: "save_sheet" });
    close(); // the page shows the progress
  };
  s.files = el("div", "files", s.save, s.sheet, fileChooser(s));
  const show = (data, problem) => {
    s.data = data;
    write(s.refusal, problem);
    const { line, save, sheet_label: sheetLabel, open } = data;
    write(s.note, data.note);
    write(s.problem, data.problem);
    if (line) s.line.show(line);
    write(s.save, save?.label);
    write(s.sheet, sheetLabel);
    s.sheet.hidden = !sheetLabel;
    write(s.name, open?.label);
    s.input.accept = open?.kinds.join() ?? "";
    arrange(s.node, [s.note, line ? s.line.node : s.problem, ...(save ? [s.files, s.refusal] : [])]);
  };
  return { node: s.node, show, saysProblem: true };
}
