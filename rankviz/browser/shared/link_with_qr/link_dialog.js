// The dialog that gives a link to the page, and saves and opens files.
import { download } from "../../kit/download.js";
import { arrange, el, fillTemplate, write } from "../../kit/elements.js";
import { encodeFile } from "../../kit/encode_file.js";
import { linkLine } from "./link_line.js";

/** @import { Tab } from "../../kit/part.js" */
/** @import { LinkDialogPayload } from "./payload.d.ts" */
/** @typedef {ReturnType<typeof build> & { data: LinkDialogPayload }} LinkDialog and what it shows */

/** @param {LinkDialog} s @param {File | undefined} file */
async function openFile(s, file) {
  s.input.value = ""; // the same file can be chosen again
  if (!file || !s.data.open) return;
  const { kinds, limit, other_kind: otherKind, too_large: tooLarge } = s.data.open;
  const isKnown = kinds.some((kind) => file.name.toLowerCase().endsWith(kind));
  const isLarge = file.size > limit;
  const refusal = isLarge ? fillTemplate(tooLarge, { found: file.size.toLocaleString("en"), limit: limit.toLocaleString("en") }) : "";
  write(s.refusal, isKnown ? refusal : fillTemplate(otherKind, { name: file.name }));
  if (!isKnown || isLarge) return;
  const edit = /** @satisfies {import("../../tab/messages.js").OpenFileEdit} */ ({ name: "open_file", file_base64: await encodeFile(file), dialog: "link" });
  s.tab.dispatch(edit);
}

function build(/** @type {Tab} */ tab) {
  const [input, name] = [el("input", "away", { type: "file", id: "file" }), el("label", "button", { for: "file" })];
  const [save, sheet] = [el("button", "button"), el("button", "button")];
  const files = el("div", "files", save, sheet, el("div", "open", input, name));
  const [note, problem, refusal] = [el("p", "note"), el("p", "too-long"), el("p", "refusal", { role: "alert" })];
  return { tab, line: linkLine(), node: el("div", "rv-link-dialog"), input, name, save, sheet, files, note, problem, refusal };
}

function wireChooser(/** @type {LinkDialog} */ s) {
  s.input.onchange = () => void openFile(s, s.input.files?.[0]);
  s.name.ondragover = (event) => event.preventDefault();
  s.name.ondrop = (event) => {
    event.preventDefault();
    void openFile(s, event.dataTransfer?.files[0]);
  };
}

/** The body of the dialog. @param {Tab} tab @param {() => void} close */
export default function link(tab, close) {
  const s = /** @type {LinkDialog} */ (build(tab));
  wireChooser(s);
  s.save.onclick = () => s.data.save && download(s.data.save.name, new Blob([s.data.save.text], { type: "application/json" }));
  s.sheet.onclick = () => {
    tab.dispatch({ name: "save_sheet" });
    close(); // the page shows the progress
  };
  const show = (/** @type {LinkDialogPayload} */ data, /** @type {string} */ problem) => {
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
