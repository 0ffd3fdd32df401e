/** SHA-256. Browsers have it too, but not for pages without HTTPS, as in a club's own network. */

const WORDS = 64;
const BLOCK = 64;

/** The first 32 bits of the fractional parts of the roots of the first primes. */
function roots(count: number, root: (prime: number) => number): Uint32Array {
  const found = new Uint32Array(count);
  for (let n = 2, at = 0; at < count; n += 1) {
    if (isPrime(n)) {
      found[at] = (root(n) % 1) * 2 ** 32;
      at += 1;
    }
  }
  return found;
}

function isPrime(n: number): boolean {
  for (let d = 2; d * d <= n; d += 1) if (n % d === 0) return false;
  return true;
}

const START = roots(8, Math.sqrt);
const ROUND = roots(WORDS, Math.cbrt);

export function sha256(message: Uint8Array): string {
  const state = START.slice();
  const padded = pad(message);
  for (let at = 0; at < padded.byteLength; at += BLOCK) mix(state, schedule(padded, at));
  return [...state].map((word) => word.toString(16).padStart(8, "0")).join("");
}

/** The message, a one bit, noughts, and its length in bits. */
function pad(message: Uint8Array): DataView {
  const blocks = Math.ceil((message.length + 9) / BLOCK);
  const bytes = new Uint8Array(blocks * BLOCK);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, message.length * 8);
  return view;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function schedule(padded: DataView, at: number): Uint32Array {
  const words = new Uint32Array(WORDS);
  const word = (n: number): number => words[n] ?? 0;
  for (let n = 0; n < 16; n += 1) words[n] = padded.getUint32(at + n * 4);
  for (let n = 16; n < WORDS; n += 1) {
    const [a, b] = [word(n - 15), word(n - 2)];
    const small = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const large = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    words[n] = word(n - 16) + small + word(n - 7) + large;
  }
  return words;
}

function mix(state: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let n = 0; n < WORDS; n += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (ROUND[n] ?? 0) + (words[n] ?? 0)) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [n, word] of [a, b, c, d, e, f, g, h].entries()) state[n] = (state[n] ?? 0) + word;
}
