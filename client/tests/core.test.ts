/** Small parts of the core. */

import { execFileSync } from "node:child_process";
import { expect, test, vi } from "vitest";
import { cardKind, inOrder } from "../src/core/cards";
import { dealIsSealed, firstCommitment } from "../src/core/deal";
import { placeOf } from "../src/core/router";
import { Store } from "../src/core/store";

test("the types are those of the protocol's schema and of the catalogue", () => {
  const script = new URL("../scripts/types.mjs", import.meta.url).pathname;
  expect(execFileSync("node", [script, "--check"], { encoding: "utf8" })).not.toContain("out of date");
});

test("a deal is checked against its hash", async () => {
  const seed = "00".repeat(32);
  const hash = "3f75f49ad04f4b961c6eef16cbd5f76f2a2cb92deb82637cfcb5e42525257b26";
  expect(dealIsSealed(seed, hash)).toBe(true);
  expect(dealIsSealed("01".repeat(32), hash)).toBe(false);
});

test("the hash that was shown first is the one that counts", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  expect(firstCommitment("one", "aa")).toBe("aa");
  expect(firstCommitment("one", "bb")).toBe("aa");
  expect(firstCommitment("two", "bb")).toBe("bb");
  vi.unstubAllGlobals();
  expect(firstCommitment("one", "cc")).toBe("cc");
});

test("a card's name says its colour and suit", () => {
  expect(cardKind("red")).toEqual({ colour: "red", suit: "plain" });
  expect(cardKind("red-harbour-train")).toEqual({ colour: "red", suit: "harbour-train" });
  expect(cardKind("white-double-ship")).toEqual({ colour: "white", suit: "double-ship" });
  expect(cardKind("locomotive")).toEqual({ colour: "locomotive", suit: "locomotive" });
});

test("cards lie in the order of the title", () => {
  expect(inOrder({ blue: 1, red: 2, green: 0 }, ["red", "green", "blue"])).toEqual([
    ["red", 2],
    ["blue", 1],
  ]);
});

test("an address is a place, or nowhere", () => {
  expect(placeOf("/")).toEqual({ page: "home" });
  expect(placeOf("/t/abc")).toEqual({ page: "table", id: "abc" });
  expect(placeOf("/t/abc/replay")).toEqual({ page: "replay", id: "abc" });
  expect(placeOf("/t/abc/else")).toEqual({ page: "nowhere" });
  expect(placeOf("/confirm")).toEqual({ page: "confirm" });
  expect(placeOf("/confirm/abc")).toEqual({ page: "nowhere" });
  expect(placeOf("/else")).toEqual({ page: "nowhere" });
});

test("a store tells those who watch, until they stop", () => {
  const store = new Store(1);
  const told: number[] = [];
  const stop = store.watch((now, before) => told.push(now, before));
  store.set(2);
  store.set(2);
  stop();
  store.set(3);
  expect(told).toEqual([2, 1]);
});
