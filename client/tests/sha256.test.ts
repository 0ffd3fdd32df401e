import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "../src/core/sha256";

test("SHA-256 is what others say it is, whatever the length", () => {
  for (const length of [0, 1, 3, 47, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const message = Uint8Array.from({ length }, (_, n) => (n * 37 + length) % 256);
    expect(sha256(message)).toBe(createHash("sha256").update(message).digest("hex"));
  }
});
