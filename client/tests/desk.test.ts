/** The desk: what a person has begun to do, before it is sent. */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Refusal } from "../src/core/api";
import { Desk } from "../src/core/desk";
import type { TableState } from "../src/core/reducer";
import type { TableSession } from "../src/core/session";
import { set } from "../src/core/settings";
import { Store } from "../src/core/store";
import type { Action } from "../src/core/types";

const CLAIM: Action = { do: "claim_line", line: "a-b-1" };
const PAY_RED: Action = { do: "pay", cards: ["red", "red"] };
const PAY_BLUE: Action = { do: "pay", cards: ["blue", "blue"] };

/** A session that answers as the test tells it to, and notes what is sent. */
class FakeSession {
  readonly state = new Store<TableState>({
    version: 1,
    you: 0,
    choices: null,
    own: null,
    table: null,
  } as never);
  readonly sending = new Store(0);
  readonly sent: Action[][] = [];
  readonly troubles: unknown[] = [];
  previews: (actions: readonly Action[]) => Promise<readonly Action[] | null> = async () => [];
  why: Refusal | null = null;

  preview = (actions: readonly Action[]): Promise<readonly Action[] | null> => this.previews(actions);
  whyNot = async (): Promise<Refusal | null> => this.why;
  trouble = (problem: unknown): number => this.troubles.push(problem);

  async act(...actions: Action[]): Promise<void> {
    this.sent.push(actions);
  }

  offer(...legal: Action[]): void {
    this.put({ choices: { legal, can_undo: false } });
  }

  put(change: object): void {
    const now = this.state.value;
    this.state.set({ ...now, version: now.version + 1, ...change });
  }
}

function sitDown(session: FakeSession): Desk {
  return new Desk(session as unknown as TableSession);
}

/** Let everything that was begun come to its end. */
const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

beforeEach(() => set("confirm", true));
afterEach(() => set("confirm", true));

describe("cards of the row", () => {
  test("one that can be taken in one way is taken", async () => {
    const session = new FakeSession();
    const desk = sitDown(session);
    const take: Action = { do: "take_card", slot: 2, refill: null };
    session.offer(take);
    await desk.takeCard(2);
    expect(session.sent).toEqual([[take]]);
  });

  test("where two decks could fill the gap, the person is asked", async () => {
    const session = new FakeSession();
    const desk = sitDown(session);
    session.offer(
      { do: "take_card", slot: 0, refill: "trains" },
      { do: "take_card", slot: 0, refill: "ships" },
    );
    await desk.takeCard(0);
    expect(session.sent).toEqual([]);
    expect(desk.task.value).toMatchObject({ kind: "refill", slot: 0 });
    desk.cancel();
    expect(desk.task.value).toEqual({ kind: "idle" });
  });

  test("one that cannot be taken does nothing", async () => {
    const session = new FakeSession();
    const desk = sitDown(session);
    session.offer({ do: "draw_tickets" });
    await desk.takeCard(1);
    expect(session.sent).toEqual([]);
  });
});

describe("a line", () => {
  test("is paid for after the person has seen the payment", async () => {
    const session = new FakeSession();
    const desk = sitDown(session);
    session.offer(CLAIM);
    session.previews = async () => [PAY_RED, PAY_BLUE];
    await desk.chooseLine("a-b-1");
    expect(desk.task.value).toMatchObject({
      kind: "pay",
      binding: false,
      what: { line: "a-b-1", kind: "line" },
    });
    await desk.pay();
    expect(session.sent).toEqual([[CLAIM, expect.objectContaining({ do: "pay" })]]);
  });

  test("with one payment only is claimed at once by those who do not want to be asked", async () => {
    set("confirm", false);
    const session = new FakeSession();
    const desk = sitDown(session);
    session.offer(CLAIM);
    session.previews = async () => [PAY_RED];
    await desk.chooseLine("a-b-1");
    expect(session.sent).toEqual([[CLAIM, PAY_RED]]);
  });

  test("that cannot be claimed says why", async () => {
    const session = new FakeSession();
    const desk = sitDown(session);
    session.offer({ do: "draw_tickets" });
    session.why = new Refusal("line_taken", "", { line: "a-b-1" });
    await desk.chooseLine("a-b-1");
    expect(desk.task.value).toEqual({ kind: "refused", line: "a-b-1", why: session.why });
  });

  test("chosen meanwhile leaves an answer that comes too late aside", async () => {
    const session = new FakeSession();
    const desk = sitDown(session);
    session.offer(CLAIM);
    let answer: (legal: readonly Action[]) => void = () => {};
    session.previews = () => new Promise((done) => (answer = done));
    const opening = desk.chooseLine("a-b-1");
    desk.exchange();
    answer([PAY_RED]);
    await opening;
    expect(desk.task.value).toEqual({ kind: "exchange" });
  });

  test("whose payments cannot be had tells the trouble", async () => {
    const session = new FakeSession();
    const desk = sitDown(session);
    session.offer(CLAIM);
    session.previews = () => Promise.reject(new Refusal("offline", ""));
    await desk.chooseLine("a-b-1");
    expect(session.troubles).toMatchObject([{ code: "offline" }]);
    expect(desk.task.value).toEqual({ kind: "idle" });
  });
});

describe("when the game goes on", () => {
  test("what could still be sent stays, and what could not is dropped", async () => {
    const session = new FakeSession();
    const desk = sitDown(session);
    session.offer(CLAIM);
    session.previews = async () => [PAY_RED, PAY_BLUE];
    await desk.chooseLine("a-b-1");
    session.offer(CLAIM, { do: "draw_tickets" });
    expect(desk.task.value.kind).toBe("pay");
    session.offer({ do: "draw_tickets" });
    expect(desk.task.value).toEqual({ kind: "idle" });
  });

  test("a payment that the game waits for is opened and cannot be cancelled", async () => {
    const session = new FakeSession();
    const desk = sitDown(session);
    const decision = { seat: 0, kind: "tunnel", line: "a-b-1", city: null, owed: 1, cards_to_lay: 0 };
    session.put({
      table: { decision },
      choices: { legal: [PAY_RED, { do: "take_cards_back" }], can_undo: false },
    });
    await settled();
    expect(desk.task.value).toMatchObject({
      kind: "pay",
      binding: true,
      what: { kind: "tunnel", line: "a-b-1" },
    });
    desk.cancel();
    expect(desk.task.value.kind).toBe("pay");
  });

  test("who comes back in the middle of a payment goes on with it", async () => {
    const session = new FakeSession();
    const decision = { seat: 0, kind: "pay_line", line: "a-b-1", city: null, owed: 0, cards_to_lay: 0 };
    session.put({ table: { decision }, choices: { legal: [PAY_RED], can_undo: false } });
    const desk = sitDown(session);
    await settled();
    expect(desk.task.value).toMatchObject({ kind: "pay", binding: true });
    await desk.pay();
    expect(session.sent).toEqual([[PAY_RED]]);
  });
});

describe("stations and harbours", () => {
  test("are paid for in their city", async () => {
    const session = new FakeSession();
    const desk = sitDown(session);
    session.offer({ do: "build_harbour", city: "lagos" });
    session.previews = async () => [PAY_RED, PAY_BLUE];
    desk.choosePlace("build_harbour");
    expect(desk.task.value).toEqual({ kind: "place", build: "build_harbour" });
    await desk.chooseCity("paris");
    expect(desk.task.value.kind).toBe("place");
    await desk.chooseCity("lagos");
    expect(desk.task.value).toMatchObject({ kind: "pay", what: { city: "lagos", kind: "harbour" } });
  });
});

describe("changing a payment", () => {
  test("takes another set", async () => {
    const session = new FakeSession();
    const desk = sitDown(session);
    session.put({ own: { hand: { red: 2, blue: 2 } } });
    session.offer(CLAIM);
    session.previews = async () => [PAY_RED, PAY_BLUE];
    await desk.chooseLine("a-b-1");
    const before = desk.task.value;
    if (before.kind !== "pay") throw new Error("nothing to pay");
    const other = before.payment.cards.red ? "blue" : "red";
    await desk.change(other, 1);
    expect(desk.task.value).toMatchObject({ payment: { cards: { [other]: 2 } } });
  });
});
