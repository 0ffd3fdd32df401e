/** A half-made action: what the person has begun to do, before it is sent. Everything offered comes from the server. */

import type { BuildHarbour, BuildStation, TakeCard } from "../protocol";
import type { Refusal } from "./api";
import {
  changedSet,
  changedWish,
  type Fare,
  fareOf,
  type Payment,
  paySet,
  propose,
  walk,
  withStandIns,
} from "./payment";
import type { TableSession } from "./session";
import { settings } from "./settings";
import { Store } from "./store";
import type { Action, Counts } from "./types";

/** What is being paid for. */
export interface Purchase {
  readonly line: string | null;
  readonly city: string | null;
  readonly kind: "line" | "station" | "harbour" | "tunnel";
}

export type Task =
  | { readonly kind: "idle" }
  | { readonly kind: "refill"; readonly slot: number; readonly options: readonly TakeCard[] }
  | { readonly kind: "place"; readonly build: "build_station" | "build_harbour" }
  | { readonly kind: "exchange" }
  | { readonly kind: "refused"; readonly line: string; readonly why: Refusal }
  | {
      readonly kind: "pay";
      readonly what: Purchase;
      readonly prefix: readonly Action[];
      readonly fare: Fare;
      readonly payment: Payment;
      /** A payment that the game itself waits for cannot be cancelled. */
      readonly binding: boolean;
    };

type Paying = Extract<Task, { kind: "pay" }>;

const IDLE: Task = { kind: "idle" };
const BINDING: Readonly<Record<string, Purchase["kind"]>> = {
  pay_line: "line",
  lay_cards: "line",
  tunnel: "tunnel",
  pay_station: "station",
  pay_harbour: "harbour",
};

export class Desk {
  readonly task = new Store<Task>(IDLE);
  readonly #session: TableSession;
  #turn = 0;

  constructor(session: TableSession) {
    this.#session = session;
    session.state.watch((now, before) => {
      if (now.choices !== before.choices || now.version !== before.version) this.#gameWentOn();
    });
    this.#gameWentOn(); // who comes back in the middle of a payment goes on with it
  }

  get legal(): readonly Action[] {
    return this.#session.state.value.choices?.legal ?? [];
  }

  get #hand(): Counts {
    return this.#session.state.value.own?.hand ?? {};
  }

  cancel(): void {
    const task = this.task.value;
    if (task.kind !== "pay" || !task.binding) this.#put(IDLE);
  }

  /** Send something that is decided. */
  async send(...actions: readonly Action[]): Promise<void> {
    this.#put(IDLE);
    await this.#session.act(...actions);
    if (this.task.value.kind === "idle") this.#gameWentOn();
  }

  async takeCard(slot: number): Promise<void> {
    const options = this.legal.filter(
      (action): action is TakeCard => action.do === "take_card" && action.slot === slot,
    );
    const [only, ...others] = options;
    if (!only) return;
    if (others.length > 0) this.#put({ kind: "refill", slot, options });
    else await this.send(only);
  }

  async chooseLine(line: string): Promise<void> {
    const claim = this.legal.find((action) => action.do === "claim_line" && action.line === line);
    if (claim) await this.#open({ line, city: null, kind: "line" }, [claim]);
    else if (this.legal.length > 0) await this.#refuse(line);
  }

  async chooseCity(city: string): Promise<void> {
    const build = this.legal.find(
      (action): action is BuildStation | BuildHarbour =>
        (action.do === "build_station" || action.do === "build_harbour") && action.city === city,
    );
    if (!build) return;
    const kind = build.do === "build_station" ? "station" : "harbour";
    await this.#open({ line: null, city, kind }, [build]);
  }

  choosePlace(build: "build_station" | "build_harbour"): void {
    this.#put({ kind: "place", build });
  }

  exchange(): void {
    this.#put({ kind: "exchange" });
  }

  /** One more or one fewer of a card in the payment; the rest follows. */
  async change(card: string, by: 1 | -1): Promise<void> {
    const task = this.task.value;
    if (task.kind !== "pay") return;
    const set =
      task.payment.standIns === 0 ? changedSet(task.fare.sets, task.payment.cards, card, by) : undefined;
    if (set) this.#put({ ...task, payment: paySet(set) });
    else if (task.payment.standIns > 0 || task.fare.kindByKind) await this.#changeMixed(task, card, by);
  }

  /** Pay with so many stand-ins, or with none. */
  async useStandIns(count: number): Promise<void> {
    const task = this.task.value;
    if (task.kind !== "pay") return;
    await this.#replace(task, () =>
      count === 0
        ? propose(task.prefix, { ...task.fare, standIns: [] }, this.#hand, this.#session.preview)
        : withStandIns(task.prefix, count, {}, this.#session.preview),
    );
  }

  async pay(): Promise<void> {
    const task = this.task.value;
    if (task.kind === "pay") await this.send(...task.prefix, ...task.payment.steps);
  }

  #put(task: Task): void {
    this.#turn += 1;
    this.task.set(task);
  }

  /** Kinds may come in pairs: a change of one that leads nowhere is tried with two. */
  async #changeMixed(task: Paying, card: string, by: 1 | -1): Promise<void> {
    await this.#replace(task, async () => {
      for (const step of [by, 2 * by]) {
        const wish = changedWish(task.payment.cards, this.#hand, card, step);
        const changed = await this.#mixed(task, wish);
        if (((changed.cards[card] ?? 0) - (task.payment.cards[card] ?? 0)) * by > 0) return changed;
      }
      return task.payment;
    });
  }

  #mixed(task: Paying, wish: Counts): Promise<Payment> {
    const { prefix, payment } = task;
    return payment.standIns > 0
      ? withStandIns(prefix, payment.standIns, wish, this.#session.preview)
      : walk(prefix, [], wish, this.#session.preview);
  }

  /** Put another payment in place, unless the person has gone on meanwhile. */
  async #replace(task: Paying, make: () => Promise<Payment | null>): Promise<void> {
    const turn = this.#turn;
    try {
      const payment = await make();
      if (payment && turn === this.#turn) this.#put({ ...task, payment });
    } catch (problem) {
      this.#session.trouble(problem);
    }
  }

  async #open(what: Purchase, prefix: readonly Action[]): Promise<void> {
    const turn = ++this.#turn;
    try {
      const fare = fareOf((await this.#session.preview(prefix)) ?? []);
      const payment = await propose(prefix, fare, this.#hand, this.#session.preview);
      if (!payment || turn !== this.#turn) return;
      if (this.#needsNoQuestion(fare)) await this.send(...prefix, ...payment.steps);
      else this.#put({ kind: "pay", what, prefix, fare, payment, binding: false });
    } catch (problem) {
      this.#session.trouble(problem);
    }
  }

  #needsNoQuestion(fare: Fare): boolean {
    return !settings.value.confirm && fare.sets.length === 1 && fare.standIns.length === 0;
  }

  async #refuse(line: string): Promise<void> {
    const turn = ++this.#turn;
    try {
      const why = await this.#session.whyNot({ do: "claim_line", line });
      if (why && turn === this.#turn) this.#put({ kind: "refused", line, why });
    } catch (problem) {
      this.#session.trouble(problem);
    }
  }

  /** Something happened: drop what is begun, and open a payment that the game waits for. */
  #gameWentOn(): void {
    const { table, choices, you } = this.#session.state.value;
    const decision = table?.decision;
    const kind =
      decision && decision.seat === you && choices?.legal.length ? BINDING[decision.kind] : undefined;
    if (kind && decision && this.#session.sending.value === 0)
      void this.#openBinding(kind, decision.line, decision.city);
    else if (this.task.value.kind !== "idle" && !this.#stillStands()) this.#put(IDLE);
  }

  async #openBinding(kind: Purchase["kind"], line: string | null, city: string | null): Promise<void> {
    const turn = ++this.#turn;
    const fare = fareOf(this.legal);
    try {
      const payment = await propose([], fare, this.#hand, this.#session.preview);
      const what: Purchase = { kind, line, city };
      const none: Payment = { cards: {}, steps: [], standIns: 0 };
      if (turn === this.#turn)
        this.#put({ kind: "pay", what, prefix: [], fare, payment: payment ?? none, binding: true });
    } catch (problem) {
      this.#session.trouble(problem);
    }
  }

  /** Whether what is begun could still be sent. */
  #stillStands(): boolean {
    const task = this.task.value;
    const legal = JSON.stringify(this.legal);
    if (task.kind === "pay") {
      const first = task.prefix[0];
      return first !== undefined && legal.includes(JSON.stringify(first));
    }
    return task.kind === "refused" || this.legal.length > 0;
  }
}
