/** The check of a deal: does the seed shown at the end belong to the hash shown before the game? */

import { sha256 } from "./sha256";

const PREFIX = "branchline deal\n";

export function dealIsSealed(seed: string, commitment: string): boolean {
  const bytes = (seed.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  const message = Uint8Array.from([...new TextEncoder().encode(PREFIX), ...bytes]);
  return sha256(message) === commitment;
}

/** The hash that this browser was shown first at a table: a later one is not to be trusted. */
export function firstCommitment(table: string, shown: string): string {
  const key = `branchline-deal-${table}`;
  try {
    const first = localStorage.getItem(key);
    if (first !== null) return first;
    localStorage.setItem(key, shown);
  } catch {
    // A browser that keeps nothing believes what it is shown.
  }
  return shown;
}
