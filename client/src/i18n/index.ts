/**
 * Words for people: every text on the screen is a message of the catalogue, `src/branchline/catalogue`, which the server
 * reads too. It has a file for each language and room; a room is learned before its page is shown.
 */

import type { Gaps } from "./messages";
import { pseudo } from "./pseudo";

export type Room = "common" | "home" | "table";
export type Key = keyof Gaps;
/** The messages with certain gaps: none, or a count. */
export type KeyWith<G extends string> = { [K in Key]: [Gaps[K]] extends [G] ? K : never }[Key];
export type PlainKey = KeyWith<never>;
export type Values = Readonly<Record<string, string | number>>;
export type Message = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** The language of the page: English, or for tests its longer, accented twin, which shows every text that is not learned. */
export const PSEUDO = "en-XA";
export const LANGUAGE =
  new URLSearchParams(globalThis.location?.search ?? "").get("language") === PSEUDO ? PSEUDO : "en";

const files = import.meta.glob<Readonly<Record<string, Message>>>(
  "../../../src/branchline/catalogue/en/*.json",
  {
    import: "default",
  },
);
const plural = new Intl.PluralRules("en");
const list = new Intl.ListFormat("en");
const catalogue: Record<string, Message> = {};

/** Learn the words of some rooms. */
export async function learn(...rooms: readonly Room[]): Promise<void> {
  await Promise.all(
    rooms.map(async (room) => {
      const read = files[`../../../src/branchline/catalogue/en/${room}.json`];
      const messages = read ? await read() : {};
      for (const [key, message] of Object.entries(messages))
        catalogue[key] = LANGUAGE === PSEUDO ? pseudo(message) : message;
    }),
  );
}

/** Whether there is such a message, for keys that are put together from the server's words. */
export function known(key: string): key is Key {
  return key in catalogue;
}

/** The message with its gaps unfilled, in the form that fits the count. */
export function pattern(key: Key, count?: number): string {
  const message = catalogue[key] ?? key;
  if (typeof message === "string") return message;
  const form = count === 0 && message.zero !== undefined ? "zero" : plural.select(count ?? 0);
  return message[form] ?? message.other ?? "";
}

/** What has to stand in the gaps of a message; nothing where it has none. */
type Filling<K extends Key> = [Gaps[K]] extends [never] ? [] : [Readonly<Record<Gaps[K], string | number>>];

/** A message with values in its gaps; one that is forgotten is a type error. */
export function t<K extends Key>(key: K, ...[values]: Filling<K>): string {
  return say(key, values);
}

/** A message whose key was put together, with whatever values there are. */
export function say(key: Key, values: Values = {}): string {
  const count = typeof values.count === "number" ? values.count : undefined;
  return pattern(key, count).replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}

/** A text that the server told in the page's language: a title speaks for itself. */
export function told(words: string): string {
  return LANGUAGE === PSEUDO ? (pseudo(words) as string) : words;
}

/** Names in a row and what stands between them: "Ann, Ben, and Cleo". */
export function together(
  names: readonly string[],
): readonly { readonly name: boolean; readonly words: string }[] {
  return list.formatToParts(names).map((part) => ({ name: part.type === "element", words: part.value }));
}

/** The time that is left, as short as it can be said. */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds >= 2 * 86_400) return unit(Math.floor(seconds / 86_400), "day");
  if (seconds >= 2 * 3600) return unit(Math.floor(seconds / 3600), "hour");
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function unit(value: number, name: string): string {
  return new Intl.NumberFormat("en", { style: "unit", unit: name, unitDisplay: "long" }).format(value);
}

/** A score with its sign, where the sign matters. */
export function signed(points: number): string {
  return new Intl.NumberFormat("en", { signDisplay: "exceptZero" }).format(points);
}
