import { describe, expect, it } from "vitest";
import { lobbyAfter } from "../src/core/lobby";
import type { Listed, ToLobby } from "../src/protocol";

const NOTHING = { open: [], running: [] };

function table(id: string, created: number, status = "open"): Listed {
  return { id, created, status, seats: [] } as unknown as Listed;
}

function ids(tables: readonly Listed[]): string[] {
  return tables.map((each) => each.id);
}

describe("the lists of the lobby", () => {
  const first: ToLobby = { type: "lobby", open: [table("b", 2), table("a", 1)], running: [] };

  it("come whole at first", () => {
    expect(ids(lobbyAfter(NOTHING, first).open)).toEqual(["b", "a"]);
  });

  it("take new tables in, the newest first", () => {
    const after = lobbyAfter(lobbyAfter(NOTHING, first), {
      type: "lobby_changed",
      changed: [table("c", 3)],
      gone: [],
    });
    expect(ids(after.open)).toEqual(["c", "b", "a"]);
  });

  it("move a table that has begun, and drop one that is gone", () => {
    const changed = [table("a", 1, "running")];
    const after = lobbyAfter(lobbyAfter(NOTHING, first), { type: "lobby_changed", changed, gone: ["b"] });
    expect(ids(after.open)).toEqual([]);
    expect(ids(after.running)).toEqual(["a"]);
  });

  it("stay as they are when something else is said", () => {
    const before = lobbyAfter(NOTHING, first);
    expect(lobbyAfter(before, { type: "pong", now: 1 })).toBe(before);
  });
});
