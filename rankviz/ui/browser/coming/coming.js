// What the page will be after the next key press, unpacked and handed to the page.
async function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const [turn, ...lines] = (await new Response(stream).text()).split("\n");
  const edits = new Map();
  for (const line of lines) {
    const [edit, name] = line.split(" ", 2);
    if (!edits.has(edit)) edits.set(edit, new Map());
    edits.get(edit).set(name, line.slice(edit.length + name.length + 2));
  }
  return { turn, edits };
}

export default function ({ data, parentElement }) {
  if (!window.DecompressionStream) return;
  unpacked(data).then((detail) => {
    document.dispatchEvent(new CustomEvent("rankviz:coming", { detail }));
    parentElement.querySelector("i").dataset.turn = detail.turn;
  }, console.error);
}
