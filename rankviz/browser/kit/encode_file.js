// What is sent in short.

/**
 * The bytes of a file as zlib and base64 write them.
 *
 * @param {Blob} file
 */
export async function encodeFile(file) {
  const stream = file.stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (let i = 0; i < bytes.length; i += PIECE) text += String.fromCharCode(...bytes.subarray(i, i + PIECE));
  return btoa(text);
}

const PIECE = 0x8000; // of the arguments of one call
