/** A table's socket that comes back by itself: nothing is lost in a break, and no move is made twice. */

import type { Act, Answer, FromClient, Previewed, Problem, Snapshot, ToClient, Told } from "../protocol";
import { Refusal } from "./api";
import type { Action } from "./types";

export type Connection = "connecting" | "open" | "lost" | "refused";

/** What we need of a WebSocket, so that tests can bring their own. */
export interface Wire {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export interface SocketOptions {
  /** The address, given the last version seen. */
  readonly address: (version: number) => string;
  readonly onMessage: (message: ToClient) => void;
  readonly onConnection: (connection: Connection, why: Refusal | null) => void;
  readonly open?: (address: string) => Wire;
}

interface Question {
  readonly answered: (message: Previewed | Answer) => void;
  readonly failed: (why: Refusal) => void;
}

interface Waiting {
  readonly act: Act;
  readonly done: () => void;
  readonly failed: (why: Refusal) => void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const PING_EVERY = 15_000;
const PATIENCE = 10_000;

// A server that says this at the door may let us in a moment later.
const PASSING = new Set([
  "closing",
  "too_many",
  "too_many_connections",
  "server_error",
  "server_full",
  "not_saved",
  "unavailable",
]);

/** A name that nobody else uses; `randomUUID` is not there for pages without HTTPS. */
function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

export class TableSocket {
  readonly #options: SocketOptions;
  readonly #acts = new Map<string, Waiting>();
  readonly #questions = new Map<string, Question>();
  #wire: Wire | null = null;
  #version = 0;
  #welcomed = false;
  #stopped = false;
  #wait = FIRST_WAIT;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(options: SocketOptions) {
    this.#options = options;
  }

  start(): void {
    this.#connect();
  }

  /** Try again at once, e.g. because the browser says that it is online again. */
  hurry(): void {
    if (this.#wire !== null || this.#stopped) return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#ping);
    this.#wire?.close();
    this.#wire = null;
  }

  /** Play actions, all or none; settles when the server has stored them, also after a break. */
  act(actions: readonly Action[]): Promise<void> {
    const act: Act = { type: "act", id: newId(), version: this.#version, actions: [...actions] };
    return new Promise((done, failed) => {
      this.#acts.set(act.id, { act, done, failed });
      if (this.#welcomed) this.#send(act);
    });
  }

  /** What could be chosen after actions that reveal nothing; null if a payment is whole with them. */
  async preview(actions: readonly Action[]): Promise<readonly Action[] | null> {
    const id = this.#nextId();
    const answer = await this.#ask(id, { type: "preview", id, actions: [...actions] });
    if (answer.type !== "previewed") return [];
    return answer.whole ? null : answer.legal;
  }

  /** Why an action is not legal; null if it is. */
  async whyNot(action: Action): Promise<Refusal | null> {
    const id = this.#nextId();
    const answer = await this.#ask(id, { type: "ask", id, action });
    if (answer.type !== "answer" || answer.code === null) return null;
    return new Refusal(answer.code, answer.reason ?? "", answer.details);
  }

  /** Send what needs no answer; false while there is no connection. */
  tell(message: FromClient): boolean {
    if (!this.#welcomed) return false;
    this.#send(message);
    return true;
  }

  #nextId(): string {
    this.#asked += 1;
    return `q${this.#asked}`;
  }

  #ask(id: string, message: FromClient): Promise<Previewed | Answer> {
    return new Promise((answered, failed) => {
      if (!this.#welcomed) {
        failed(new Refusal("offline", ""));
        return;
      }
      this.#questions.set(id, { answered, failed });
      this.#send(message);
    });
  }

  #send(message: FromClient): void {
    this.#wire?.send(JSON.stringify(message));
  }

  #connect(): void {
    const open = this.#options.open ?? ((address: string) => new WebSocket(address) as unknown as Wire);
    const wire = open(this.#options.address(this.#version));
    this.#wire = wire;
    wire.onmessage = (event) => {
      if (wire === this.#wire) this.#hear(JSON.parse(event.data) as ToClient);
    };
    wire.onclose = () => {
      if (wire === this.#wire) this.#lost();
    };
    this.#watch(PATIENCE);
  }

  #hear(message: ToClient): void {
    this.#watch(PING_EVERY);
    switch (message.type) {
      case "snapshot":
        this.#welcome(message);
        return;
      case "update":
        this.#version = message.version;
        this.#options.onMessage(message);
        this.#settleTold(message.told);
        return;
      case "done":
        this.#settle(message.id, null);
        return;
      case "previewed":
      case "answer":
        this.#questions.get(message.id)?.answered(message);
        this.#questions.delete(message.id);
        return;
      case "problem":
        if (this.#troubled(message)) return;
    }
    this.#options.onMessage(message);
  }

  /** The server knows us (again): tell how things stand, then send what it may not have got. */
  #welcome(message: Snapshot): void {
    this.#version = message.version;
    this.#welcomed = true;
    this.#wait = FIRST_WAIT;
    this.#options.onConnection("open", null);
    this.#options.onMessage(message);
    this.#settleTold(message.missed);
    for (const waiting of this.#acts.values()) this.#send(waiting.act);
  }

  /** Entries of the log that came of our own acts carry their ids: those acts are stored. */
  #settleTold(told: readonly Told[]): void {
    for (const entry of told) if (entry.id) this.#settle(entry.id, null);
  }

  #settle(id: string, why: Refusal | null): void {
    const waiting = this.#acts.get(id);
    this.#acts.delete(id);
    if (why) waiting?.failed(why);
    else waiting?.done();
  }

  /** Give a problem to whoever waits for it; true if somebody did. */
  #troubled(problem: Problem): boolean {
    const why = new Refusal(problem.code, problem.message, problem.details);
    if (!this.#welcomed && !PASSING.has(problem.code)) {
      this.stop();
      this.#options.onConnection("refused", why);
      return true;
    }
    if (problem.id === null) return !this.#welcomed;
    const question = this.#questions.get(problem.id);
    this.#questions.delete(problem.id);
    question?.failed(why);
    this.#settle(problem.id, why);
    return true;
  }

  #lost(): void {
    this.#wire = null;
    this.#welcomed = false;
    clearTimeout(this.#ping);
    for (const question of this.#questions.values()) question.failed(new Refusal("offline", ""));
    this.#questions.clear();
    if (this.#stopped) return;
    this.#options.onConnection("lost", null);
    this.#retry = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  /** After a silence ask whether the server is there; after a longer one give the wire up. */
  #watch(silence: number): void {
    clearTimeout(this.#ping);
    this.#ping = setTimeout(() => {
      if (!this.#welcomed || silence === PATIENCE) {
        const wire = this.#wire;
        this.#lost();
        wire?.close();
        return;
      }
      this.#send({ type: "ping" });
      this.#watch(PATIENCE);
    }, silence);
  }
}
