// Writes types from JSON Schemas (by file name, on standard input), or with --check says which files are old.

import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const HEAD = "// Written by `make types` from the types in Python; not to be changed by hand.\n\n";
const OPTIONS = { additionalProperties: false, bannerComment: "", style: { printWidth: 150 } };

const readIfThere = (file) => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};

for (const [file, schema] of Object.entries(JSON.parse(readFileSync(0, "utf8")))) {
  const text = HEAD + (await compile(schema, schema.title, OPTIONS)).trimStart();
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (text !== readIfThere(file)) {
    console.error(`${file} is not what the types in Python say: run make types`);
    process.exitCode = 1;
  }
}
