/** The socket, on a wire that the test holds in its hands. */

import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Connection, TableSocket, type Wire } from "../src/core/socket";
import type { Act, FromClient, Snapshot, ToClient, Told, Update } from "../src/protocol";

const recorded = JSON.parse(readFileSync(new URL("./recorded.json", import.meta.url), "utf8")) as ToClient[];
const snapshot = recorded.find((message) => message.type === "snapshot") as Snapshot;
const update = recorded.find((message) => message.type === "update") as Update;
const entry = update.told[0] as Told;
const PASS = { do: "pass" } as const;

class TestWire implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: FromClient[] = [];
  closed = false;

  constructor(readonly address: string) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }

  close(): void {
    this.closed = true;
  }

  hear(message: ToClient): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let wires: TestWire[] = [];
let connections: Connection[] = [];
let socket: TableSocket;

const wire = (): TestWire => wires.at(-1) as TestWire;

beforeEach(() => {
  vi.useFakeTimers();
  wires = [];
  connections = [];
  socket = new TableSocket({
    address: (version) => `ws://here/socket?version=${version}`,
    onMessage: () => undefined,
    onConnection: (connection) => connections.push(connection),
    open: (address) => {
      wires.push(new TestWire(address));
      return wire();
    },
  });
  socket.start();
});

afterEach(() => {
  socket.stop();
  vi.useRealTimers();
});

function breakWire(): void {
  wire().onclose?.();
  vi.advanceTimersByTime(400);
}

describe("a socket", () => {
  test("sends an act once the server has told how things stand", () => {
    void socket.act([PASS]);
    expect(wire().sent).toEqual([]);
    wire().hear(snapshot);
    expect(wire().sent.map((message) => message.type)).toEqual(["act"]);
  });

  test("comes back after a break with the last version it saw", () => {
    wire().hear({ ...snapshot, version: 7 });
    breakWire();
    expect(wire().address).toContain("version=7");
    expect(connections).toEqual(["open", "lost"]);
  });

  test("sends an unanswered act again, with the same id and version", () => {
    wire().hear({ ...snapshot, version: 7 });
    void socket.act([PASS]);
    const first = wire().sent[0] as Act;
    breakWire();
    wire().hear({ ...snapshot, version: 9 });
    expect(wire().sent).toEqual([first]);
    expect(first.version).toBe(7);
  });

  test("sends an act never again that it was told of, or that had been carried out before", async () => {
    wire().hear(snapshot);
    const told = socket.act([PASS]);
    const repeated = socket.act([PASS]);
    const [first, second] = wire().sent as Act[];
    wire().hear({ ...update, told: [{ ...entry, id: first?.id ?? null }] });
    wire().hear({ type: "done", id: second?.id ?? "", version: 2 });
    await Promise.all([told, repeated]);
    breakWire();
    wire().hear(snapshot);
    expect(wire().sent).toEqual([]);
  });

  test("does not send an act again that it missed the news of", async () => {
    wire().hear(snapshot);
    const missed = socket.act([PASS]);
    const { id } = wire().sent[0] as Act;
    breakWire();
    wire().hear({ ...snapshot, missed: [{ ...entry, id }] });
    await missed;
    expect(wire().sent).toEqual([]);
  });

  test("gives a problem to the act it belongs to", async () => {
    wire().hear(snapshot);
    const refused = socket.act([PASS]);
    wire().hear({
      type: "problem",
      code: "stale",
      message: "look again",
      details: {},
      id: (wire().sent[0] as Act).id,
    });
    await expect(refused).rejects.toMatchObject({ code: "stale" });
  });

  test("answers questions, and fails them in a break", async () => {
    wire().hear(snapshot);
    const asked = socket.whyNot(PASS);
    const [question] = wire().sent;
    wire().hear({
      type: "answer",
      id: (question as { id: string }).id,
      code: "must_not_pass",
      reason: "you can move",
      details: {},
    });
    expect(await asked).toMatchObject({ code: "must_not_pass", message: "you can move" });
    const lost = socket.preview([PASS]);
    breakWire();
    await expect(lost).rejects.toMatchObject({ code: "offline" });
  });

  test("waits longer after every failure, up to a limit", () => {
    for (let n = 0; n < 8; n += 1) {
      wire().onclose?.();
      vi.advanceTimersByTime(10_001);
    }
    const before = wires.length;
    wire().onclose?.();
    vi.advanceTimersByTime(5000);
    expect(wires.length).toBe(before);
    vi.advanceTimersByTime(5001);
    expect(wires.length).toBe(before + 1);
  });

  test("gives up where the server says that there is no such table", () => {
    wire().hear({
      type: "problem",
      code: "not_found",
      message: "there is no such table",
      details: {},
      id: null,
    });
    wire().onclose?.();
    vi.advanceTimersByTime(60_000);
    expect(connections).toEqual(["refused"]);
    expect(wires.length).toBe(1);
  });

  test("tries again where the server is only going down", () => {
    wire().hear({ type: "problem", code: "closing", message: "try again", details: {}, id: null });
    breakWire();
    expect(wires.length).toBe(2);
  });

  test("notices a wire that has gone silent", () => {
    wire().hear(snapshot);
    vi.advanceTimersByTime(15_001);
    expect(wire().sent.at(-1)).toEqual({ type: "ping" });
    vi.advanceTimersByTime(10_001);
    expect(wires[0]?.closed).toBe(true);
    expect(connections).toContain("lost");
  });

  test("hears no more from a wire that it has left", () => {
    const heard: ToClient[] = [];
    const other = new TableSocket({
      address: () => "",
      onMessage: (message) => heard.push(message),
      onConnection: () => undefined,
      open: () => {
        wires.push(new TestWire(""));
        return wire();
      },
    });
    other.start();
    const old = wire();
    old.onclose?.();
    old.hear(snapshot);
    other.stop();
    expect(heard).toEqual([]);
  });
});
