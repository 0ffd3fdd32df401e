/** All words come from the catalogue, and every word of it is used. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Key, say, timeLeft, together, type Values } from "../src/i18n";

const SOURCE = new URL("../src/", import.meta.url).pathname;
const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !file.startsWith("i18n/"),
);
const texts = new Map(files.map((file) => [file, readFileSync(SOURCE + file, "utf8")]));

const TEXT_BEFORE_A_TAG = />[^<>{}()=;|]*\p{L}{2,}[^<>{}()=;|]*<\//u;
const WORDS_ON_A_LINE = />\s*\n\s+\p{Lu}\p{Ll}+[\p{L}\s.,!?’'–-]*\n\s*</u;
const WORDS_IN_AN_ATTRIBUTE = /\s(?:aria-label|title|placeholder|alt)="[^"]*\p{L}{2,}/u;
const LITERAL = [TEXT_BEFORE_A_TAG, WORDS_ON_A_LINE, WORDS_IN_AN_ATTRIBUTE];

// Keys that are put together from the server's words.
const COMPOSED = [
  ...["colour.", "card.", "refusal.", "log.", "end.won.", "end.you.", "line.kind.", "row.deck."],
  ...["clock.", "tally.", "wait.clock."],
];

const WORDS = new URL("../../src/branchline/catalogue/en/", import.meta.url).pathname;
const en: Readonly<Record<string, unknown>> = Object.assign(
  {},
  ...["common", "home", "table"].map((room) => JSON.parse(readFileSync(`${WORDS}${room}.json`, "utf8"))),
);

const plurals: readonly (readonly [room: string, key: Key, values: Values, words: string])[] = JSON.parse(
  readFileSync(new URL("../../tests/plurals.json", import.meta.url), "utf8"),
);

describe("the words", () => {
  test.each([...texts.keys()].filter((file) => file.endsWith(".tsx")))(
    "%s has no text of its own",
    (file) => {
      for (const pattern of LITERAL) expect(texts.get(file)).not.toMatch(pattern);
    },
  );

  test("are found where they should not be", () => {
    const found = (text: string): boolean => LITERAL.some((pattern) => pattern.test(text));
    expect(found("<p>Your turn</p>")).toBe(true);
    expect(found("<p>\n  Your turn\n</p>")).toBe(true);
    expect(found('<button aria-label="Close">')).toBe(true);
    expect(found('<p>{t("turn.yours")}</p>')).toBe(false);
  });

  test("are all used", () => {
    const all = [...texts.values()].join("\n");
    const unused = Object.keys(en).filter(
      (key) => !all.includes(`"${key}"`) && !COMPOSED.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });

  // Python says the same, from the same file: tests/test_catalogue.py.
  test.each(plurals)("of %s: %s with %j", (_, key, values, words) => {
    expect(say(key, values)).toBe(words);
  });

  test("name people together", () => {
    const parts = together(["Ann", "Ben", "Cleo"]);
    expect(parts.map((part) => part.words).join("")).toBe("Ann, Ben, and Cleo");
    expect(parts.filter((part) => part.name).map((part) => part.words)).toEqual(["Ann", "Ben", "Cleo"]);
  });

  test("say times shortly", () => {
    expect(timeLeft(61_000)).toBe("1:01");
    expect(timeLeft(-5)).toBe("0:00");
    expect(timeLeft(3 * 86_400_000)).toBe("3 days");
  });
});
