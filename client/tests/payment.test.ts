/** Payments: which is proposed, and what follows from changing a card. */

import { describe, expect, test } from "vitest";
import { Refusal } from "../src/core/api";
import { changedSet, changedWish, fareOf, type Preview, propose, sensible, walk } from "../src/core/payment";
import type { Action, Counts } from "../src/core/types";

const pay = (...cards: string[]): Action => ({ do: "pay", cards });
const lay = (card: string, count: number): Action => ({ do: "lay_cards", card, count });

describe("the proposal", () => {
  test("spends as few locomotives as can be", () => {
    const fare = fareOf([
      pay("red", "locomotive", "locomotive"),
      pay("red", "red", "locomotive"),
      pay("red", "red", "red"),
    ]);
    expect(sensible(fare.sets, { red: 3, locomotive: 2 })).toEqual({ red: 3 });
  });

  test("takes the colour that is held most", () => {
    const fare = fareOf([pay("red", "red"), pay("blue", "blue")]);
    expect(sensible(fare.sets, { red: 2, blue: 5 })).toEqual({ blue: 2 });
  });

  test("keeps cards with the harbour mark", () => {
    const fare = fareOf([pay("red-harbour-train", "red-harbour-train"), pay("red-train", "red-train")]);
    expect(sensible(fare.sets, { "red-train": 2, "red-harbour-train": 4 })).toEqual({ "red-train": 2 });
  });

  test("is a plain set where there is one, and stand-ins where there is none", async () => {
    const fare = fareOf([
      { do: "use_stand_ins", count: 2 },
      { do: "use_stand_ins", count: 1 },
    ]);
    const table = server(3, { red: 2, blue: 2 });
    const payment = await propose([], fare, {}, table);
    expect(payment?.standIns).toBe(1);
    expect(payment?.steps[0]).toEqual({ do: "use_stand_ins", count: 1 });
    expect(payment?.cards).toEqual({ red: 2, blue: 1 });
  });
});

describe("a changed card", () => {
  const sets: Counts[] = [{ red: 3 }, { red: 2, locomotive: 1 }, { red: 1, locomotive: 2 }, { blue: 3 }];

  test("is replaced by what is nearest", () => {
    expect(changedSet(sets, { red: 3 }, "locomotive", 1)).toEqual({ red: 2, locomotive: 1 });
    expect(changedSet(sets, { red: 2, locomotive: 1 }, "red", 1)).toEqual({ red: 3 });
  });

  test("may change the whole colour", () => {
    expect(changedSet(sets, { red: 3 }, "blue", 1)).toEqual({ blue: 3 });
  });

  test("is refused where nothing fits", () => {
    expect(changedSet(sets, { blue: 3 }, "blue", 1)).toBeUndefined();
  });

  test("of a mixed payment makes room elsewhere", () => {
    expect(changedWish({ red: 3, blue: 1 }, { red: 3, blue: 2 }, "blue", 1)).toEqual({ red: 2, blue: 2 });
    expect(changedWish({ red: 3 }, { red: 3, blue: 2 }, "red", -1)).toEqual({ red: 2, blue: 1 });
  });
});

describe("laying kind by kind", () => {
  test("follows the wish as far as it can", async () => {
    const payment = await walk([], [], { red: 1, blue: 2 }, server(3, { red: 2, blue: 2 }));
    expect(payment.cards).toEqual({ red: 1, blue: 2 });
    expect(payment.steps).toEqual([lay("red", 1), lay("blue", 2)]);
  });

  test("passes refusals on", async () => {
    const broken = (): Promise<never> => Promise.reject(new Refusal("offline", ""));
    await expect(walk([], [], {}, broken)).rejects.toMatchObject({ code: "offline" });
  });
});

/** A server that wants so many cards out of a hand, red before blue. */
function server(wanted: number, hand: Counts): Preview {
  const kinds = Object.keys(hand);
  return async (actions) => {
    const laid = actions.flatMap((action) => (action.do === "lay_cards" ? [action] : []));
    const missing = wanted - laid.reduce((sum, step) => sum + step.count, 0);
    if (missing === 0) return null;
    const cursor = laid.length === 0 ? 0 : kinds.indexOf(laid.at(-1)?.card ?? "") + 1;
    return kinds.slice(cursor).flatMap((kind, n) => {
      const after = kinds.slice(cursor + n + 1).reduce((sum, other) => sum + (hand[other] ?? 0), 0);
      const most = Math.min(hand[kind] ?? 0, missing);
      return Array.from({ length: most }, (_, m) => m + 1)
        .filter((count) => missing - count <= after)
        .map((count) => lay(kind, count));
    });
  };
}
