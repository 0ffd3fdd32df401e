// Makes src/protocol.ts from docs/protocol.schema.json; with --check it only says whether the file is up to date.

import { readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const SCHEMA = new URL("../../docs/protocol.schema.json", import.meta.url);
const TYPES = new URL("../src/protocol.ts", import.meta.url);
const BANNER =
  "// What travels over the sockets: made by `npm run types` from docs/protocol.schema.json, not by hand.\n";

/** The schema as the compiler likes it: defaults are always sent, so those fields are never missing. */
export function prepared(schema) {
  const definitions = Object.fromEntries(
    Object.entries(schema.$defs).map(([name, definition]) => [name, closed(definition)]),
  );
  return JSON.parse(
    JSON.stringify({
      title: "Protocol",
      anyOf: ["FromClient", "ToClient", "ToLobby"].map((name) => ({ $ref: `#/definitions/${name}` })),
      definitions,
    }).replaceAll("#/$defs/", "#/definitions/"),
  );
}

function closed(definition) {
  if (definition.type !== "object") return definition;
  const { title: _, ...rest } = definition;
  return { ...rest, additionalProperties: false, required: Object.keys(definition.properties ?? {}) };
}

export async function generate() {
  const schema = JSON.parse(await readFile(SCHEMA, "utf8"));
  const text = await compile(prepared(schema), "Protocol", {
    bannerComment: BANNER,
    unknownAny: true,
    format: true,
    style: { printWidth: 120 },
  });
  return text;
}

const text = await generate();
if (process.argv.includes("--check")) {
  const same = (await readFile(TYPES, "utf8").catch(() => "")) === text;
  console.log(same ? "src/protocol.ts is up to date" : "src/protocol.ts is out of date: run `npm run types`");
  process.exit(same ? 0 : 1);
}
await writeFile(TYPES, text);
