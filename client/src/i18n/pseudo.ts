/** A language for tests: English with accents, a third longer, in brackets. What is seen without them is not in the catalogue. */

import type { Message } from ".";

const PLAIN = "aceinosuyACEINOSUY";
const ACCENTED = "àçéîñöšûýÀÇÉÎÑÖŠÛÝ";

/** A message of the pseudo-language; its gaps stay as they are. */
export function pseudo(message: Message): Message {
  if (typeof message === "string")
    return `⟦${accented(message)}${" ·".repeat(Math.ceil(message.length / 6))}⟧`;
  return Object.fromEntries(Object.entries(message).map(([form, words]) => [form, pseudo(words) as string]));
}

function accented(words: string): string {
  return words.replace(/\{\w+\}|./gsu, (part) => {
    const place = part.length === 1 ? PLAIN.indexOf(part) : -1;
    return place < 0 ? part : (ACCENTED[place] ?? part);
  });
}
