/** Words for people: every text on the screen is a message of the catalogue. */

import { en } from "./en";

export type Key = keyof typeof en;
export type Values = Readonly<Record<string, string | number>>;

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

const LANGUAGE = "en";
const plural = new Intl.PluralRules(LANGUAGE);
const list = new Intl.ListFormat(LANGUAGE);
const catalogue: Readonly<Record<Key, string | Forms>> = en;

/** Whether there is such a message, for keys that are put together from the server's words. */
export function known(key: string): key is Key {
  return key in catalogue;
}

/** The message with its gaps unfilled, in the form that fits the count. */
export function pattern(key: Key, count?: number): string {
  const message = catalogue[key];
  if (typeof message === "string") return message;
  const form = count === 0 && message.zero !== undefined ? "zero" : plural.select(count ?? 0);
  return message[form] ?? message.other ?? "";
}

/** A message with values in its gaps. */
export function t(key: Key, values: Values = {}): string {
  const count = typeof values.count === "number" ? values.count : undefined;
  return pattern(key, count).replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
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
  return new Intl.NumberFormat(LANGUAGE, { style: "unit", unit: name, unitDisplay: "long" }).format(value);
}

/** A score with its sign, where the sign matters. */
export function signed(points: number): string {
  return new Intl.NumberFormat(LANGUAGE, { signDisplay: "exceptZero" }).format(points);
}
