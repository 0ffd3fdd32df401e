import { describe, expect, it } from "vitest";
import { fitted, kept, zoomed } from "../../src/board/look";

const wide = { x: -16, y: -16, width: 1032, height: 660 };
const tall = { x: -16, y: -16, width: 1032, height: 1595 };

describe("the first look", () => {
  it("shows a wide board whole, in the middle of the view", () => {
    const look = fitted(wide, { width: 1280, height: 800 }, 0.6);
    expect(look.scale).toBeCloseTo(800 / 660);
    expect(look.x).toBeCloseTo((1280 - 1032 * look.scale) / 2);
    expect(look.y).toBeCloseTo(0);
  });

  it("gives a tall board on a phone the whole width, to be scrolled", () => {
    const look = fitted(tall, { width: 390, height: 500 }, 0.42);
    expect(look.scale).toBeCloseTo(390 / 1032);
    expect(tall.height * look.scale).toBeGreaterThan(500);
  });

  it("shows a tall board whole where it can be read", () => {
    const look = fitted(tall, { width: 1280, height: 900 }, 0.42);
    expect(look.scale).toBeCloseTo(900 / 1595);
  });
});

describe("panning", () => {
  it("never leaves an empty edge where the board could fill it", () => {
    const view = { width: 400, height: 400 };
    expect(kept({ scale: 1, x: 50, y: -2000 }, wide, view)).toEqual({ scale: 1, x: 0, y: 400 - 660 });
  });
});

describe("zooming", () => {
  it("keeps the point under the pointer where it is", () => {
    const before = { scale: 0.5, x: -30, y: 12 };
    const after = zoomed(before, 1.25, 200, 90);
    const at = (look: typeof before) => [(200 - look.x) / look.scale, (90 - look.y) / look.scale];
    expect(at(after)[0]).toBeCloseTo(at(before)[0] ?? 0);
    expect(at(after)[1]).toBeCloseTo(at(before)[1] ?? 0);
  });
});
