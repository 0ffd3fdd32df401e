// Makes src/protocol.ts from docs/protocol.schema.json, and src/i18n/messages.ts from the English catalogue; with --check it
// only says whether the files are up to date.

import { readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const SCHEMA = new URL("../../docs/protocol.schema.json", import.meta.url);
const TYPES = new URL("../src/protocol.ts", import.meta.url);
const BANNER =
  "// What travels over the sockets: made by `npm run types` from docs/protocol.schema.json, not by hand.\n";

const ROOMS = ["common", "home", "table"]; // those of the pages
const CATALOGUE = new URL("../../src/branchline/catalogue/en/", import.meta.url);
const MESSAGES = new URL("../src/i18n/messages.ts", import.meta.url);

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

/** Every message of the pages, and the gaps in it that have to be filled. */
export async function messages() {
  const rooms = await Promise.all(
    ROOMS.map(async (room) => JSON.parse(await readFile(new URL(`${room}.json`, CATALOGUE), "utf8"))),
  );
  const lines = Object.entries(Object.assign({}, ...rooms)).map(
    ([key, message]) => `  ${JSON.stringify(key)}: ${gapsOf(message)};`,
  );
  const banner =
    "/** The messages of the pages and their gaps: made by `npm run types` from the catalogue, not by hand. */";
  return `${banner}\n\nexport interface Gaps {\n${lines.join("\n")}\n}\n`;
}

function gapsOf(message) {
  const forms = typeof message === "string" ? [message] : Object.values(message);
  const gaps = new Set(forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map((gap) => gap[1])));
  if (typeof message !== "string") gaps.add("count");
  return [...gaps].map((gap) => JSON.stringify(gap)).join(" | ") || "never";
}

const made = [
  [TYPES, "src/protocol.ts", await generate()],
  [MESSAGES, "src/i18n/messages.ts", await messages()],
];
for (const [file, name, text] of made) {
  if (!process.argv.includes("--check")) await writeFile(file, text);
  else if ((await readFile(file, "utf8").catch(() => "")) === text) console.log(`${name} is up to date`);
  else {
    console.log(`${name} is out of date: run \`npm run types\``);
    process.exitCode = 1;
  }
}
