/** Ways over the board. */

import { describe, expect, test } from "vitest";
import type { Line, Ticket } from "../src/core/types";
import { bestWay, joined } from "../src/core/ways";

function line(a: string, b: string, length: number, double: string | null = null, n = 1): Line {
  const plain = { colour: "gray", kind: "rail", locomotives: 0, pairs: false, any_cards: 0, wraps: false };
  return { ...plain, id: `${a}-${b}-${n}`, a, b, length, double };
}

function ticket(...cities: string[]): Ticket {
  return { id: cities.join("-"), cities, points: 5, deck: "regular", points_in_order: 5, penalty: 5 };
}

const LINES = [
  line("a", "b", 2),
  line("b", "c", 2),
  line("a", "c", 5),
  line("c", "d", 1, "cd"),
  line("c", "d", 1, "cd", 2),
];

describe("the best remaining way", () => {
  test("is the shortest", () => {
    expect(bestWay(ticket("a", "c"), LINES, {}, 0)).toEqual({ lines: ["b-c-1", "a-b-1"], spaces: 4 });
  });

  test("passes over own lines for nothing, and never over lines of others", () => {
    expect(bestWay(ticket("a", "c"), LINES, { "a-c-1": 0 }, 0)).toEqual({ lines: ["a-c-1"], spaces: 0 });
    expect(bestWay(ticket("a", "c"), LINES, { "a-b-1": 1 }, 0)?.lines).toEqual(["a-c-1"]);
  });

  test("does not rely on a line whose twin is taken, unless there is no other", () => {
    const around = [...LINES, line("b", "d", 2)];
    expect(bestWay(ticket("a", "d"), around, { "c-d-1": 1 }, 0)?.lines).toEqual(["b-d-1", "a-b-1"]);
    expect(bestWay(ticket("c", "d"), LINES, { "c-d-1": 1 }, 0)?.lines).toEqual(["c-d-2"]);
  });

  test("joins all cities of a tour", () => {
    expect(bestWay(ticket("a", "c", "d"), LINES, {}, 0)?.spaces).toBe(5);
  });

  test("may not be there", () => {
    expect(bestWay(ticket("a", "d"), LINES, { "c-d-1": 1, "c-d-2": 2 }, 0)).toBeNull();
  });
});

test("a ticket is joined by own lines only", () => {
  expect(joined(ticket("a", "c"), LINES, { "a-b-1": 0, "b-c-1": 0 }, 0)).toBe(true);
  expect(joined(ticket("a", "c"), LINES, { "a-b-1": 0, "b-c-1": 1 }, 0)).toBe(false);
});
