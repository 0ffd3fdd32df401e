/** The check of a deal: does the seed shown at the end belong to the hash shown before the game? */

const PREFIX = "branchline deal\n";

export async function dealIsSealed(seed: string, commitment: string): Promise<boolean> {
  const bytes = new Uint8Array((seed.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
  const prefix = new TextEncoder().encode(PREFIX);
  const message = new Uint8Array(prefix.length + bytes.length);
  message.set(prefix);
  message.set(bytes, prefix.length);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", message));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") === commitment;
}
