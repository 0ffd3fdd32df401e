/** Tips for newcomers. */

import { expect, test } from "vitest";
import { advise } from "../src/core/advice";
import type { Line, Ticket } from "../src/core/types";

function line(a: string, b: string, length: number): Line {
  const plain = { colour: "gray", kind: "rail", locomotives: 0, pairs: false, any_cards: 0, wraps: false };
  return { ...plain, id: `${a}-${b}-1`, a, b, length, double: null };
}

function ticket(a: string, b: string): Ticket {
  return { id: `${a}-${b}`, cities: [a, b], points: 5, deck: "regular", points_in_order: 5, penalty: 5 };
}

const LINES = [line("a", "b", 2), line("b", "c", 3), line("c", "d", 6)];
const NEAR = ticket("a", "c");
const FAR = ticket("a", "d");

function standing(owners: Record<string, number>) {
  return { lines: LINES, owners, seat: 0 };
}

test("a line on the way to the nearest ticket that can be claimed is named", () => {
  const legal = [{ do: "claim_line", line: "a-b-1" } as const, { do: "claim_line", line: "c-d-1" } as const];
  expect(advise(legal, [FAR, NEAR], standing({}))).toEqual({ kind: "claim", line: LINES[0], ticket: NEAR });
});

test("while none can be claimed, the longest is worth gathering for", () => {
  expect(advise([], [FAR, NEAR], standing({}))).toEqual({ kind: "gather", line: LINES[1], ticket: NEAR });
  expect(advise([], [NEAR], standing({ "b-c-1": 0 }))).toEqual({
    kind: "gather",
    line: LINES[0],
    ticket: NEAR,
  });
});

test("who has made all tickets hears so, and who cannot make any hears nothing", () => {
  expect(advise([], [NEAR], standing({ "a-b-1": 0, "b-c-1": 0 }))).toEqual({ kind: "more" });
  expect(advise([], [NEAR], standing({ "a-b-1": 1 }))).toBeNull();
});
