/** The reducer, with messages recorded from a real table. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { dueSeats, EMPTY, newEntries, reduce, type TableState, yourChoice } from "../src/core/reducer";
import type { Snapshot, ToClient, Update } from "../src/protocol";

const recorded = JSON.parse(readFileSync(new URL("./recorded.json", import.meta.url), "utf8")) as ToClient[];
const NOW = 1_000_000;

function played(messages: readonly ToClient[]): TableState {
  return messages.reduce((state, message) => reduce(state, message, NOW), EMPTY);
}

const updates = recorded.filter((message): message is Update => message.type === "update");
const snapshot = recorded.find((message): message is Snapshot => message.type === "snapshot") as Snapshot;

describe("a table's messages", () => {
  test("lead to what the last update tells", () => {
    const state = played(recorded);
    const last = updates.at(-1) as Update;
    expect(state.version).toBe(last.version);
    expect(state.table).toEqual(last.table);
    expect(state.own).toEqual(last.own);
    expect(state.you).toBe(0);
  });

  test("leave the table and its people as they are, unless these are told anew", () => {
    const quiet = updates.find((update) => update.info === null) as Update;
    const before = played(recorded.slice(0, recorded.indexOf(quiet)));
    expect(before.info).not.toBeNull();
    expect(reduce(before, quiet, NOW).info).toBe(before.info);
  });

  test("fill the log without gaps or doubles", () => {
    const versions = played(recorded).log.map((entry) => entry.version);
    expect(versions).toEqual(Array.from({ length: versions.length }, (_, n) => n + 1));
  });

  test("heard twice change nothing", () => {
    const once = played(recorded);
    expect(played([...recorded, updates.at(-1) as Update]).log).toEqual(once.log);
  });

  test("of an older version are left aside", () => {
    const state = played(recorded);
    expect(reduce(state, updates[0] as Update, NOW)).toBe(state);
  });

  test("after a break bring what was missed, and no more", () => {
    const half = played(recorded.slice(0, recorded.indexOf(updates[3] as Update)));
    const missed = updates.slice(1).flatMap((update) => update.told);
    const last = updates.at(-1) as Update;
    const again: Snapshot = { ...snapshot, ...last, info: snapshot.info, type: "snapshot", missed };
    expect(reduce(half, again, NOW).log).toEqual(played(recorded).log);
  });

  test("tell whose choice it is", () => {
    const opening = reduce(EMPTY, snapshot, NOW);
    expect(dueSeats(opening)).toContain(0);
    expect(yourChoice(opening)).toBe(true);
  });

  test("tell how far the server's clock is ahead", () => {
    expect(reduce(EMPTY, { type: "pong", now: NOW + 250 }, NOW).ahead).toBe(250);
  });

  test("say chat lines once, in their order", () => {
    const line = (id: number): ToClient => ({ type: "chat", id, name: "Ann", at: 0, text: String(id) });
    expect(played([line(2), line(1), line(2)]).chat.map((each) => each.id)).toEqual([1, 2]);
  });

  test("show which entries are new", () => {
    const before = played(recorded.slice(0, recorded.indexOf(updates[1] as Update)));
    const after = reduce(before, updates[1] as Update, NOW);
    expect(newEntries(after, before)).toEqual((updates[1] as Update).told);
  });

  test("let a message of a newer server pass", () => {
    const state = played(recorded);
    expect(reduce(state, { type: "fireworks" } as unknown as ToClient, NOW)).toBe(state);
  });
});
