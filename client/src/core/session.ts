/** One person's place at a table: the socket, what is known, and what can be done. */

import { Refusal } from "./api";
import { firstCommitment } from "./deal";
import { EMPTY, reduce, type TableState } from "./reducer";
import { type Connection, TableSocket } from "./socket";
import { Store } from "./store";
import type { Action } from "./types";

export class TableSession {
  readonly id: string;
  readonly state = new Store<TableState>(EMPTY);
  readonly connection = new Store<Connection>("connecting");
  readonly problem = new Store<Refusal | null>(null);
  /** How many acts are on their way. */
  readonly sending = new Store<number>(0);
  #socket: TableSocket;

  constructor(id: string) {
    this.id = id;
    this.#socket = this.#open();
  }

  start(): void {
    this.#socket.start();
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  stop(): void {
    this.#socket.stop();
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
  }

  /** Come again, e.g. as somebody who sits here now. */
  restart(): void {
    this.#socket.stop();
    this.state.set(EMPTY);
    this.#socket = this.#open();
    this.#socket.start();
  }

  /** Play actions; false (and a problem to show) if the server refuses them. */
  async act(...actions: readonly Action[]): Promise<boolean> {
    this.problem.set(null);
    this.sending.update((n) => n + 1);
    try {
      await this.#socket.act(actions);
      return true;
    } catch (problem) {
      this.trouble(problem);
      return false;
    } finally {
      this.sending.update((n) => n - 1);
    }
  }

  preview = (actions: readonly Action[]): Promise<readonly Action[] | null> => this.#socket.preview(actions);
  whyNot = (action: Action): Promise<Refusal | null> => this.#socket.whyNot(action);

  say(text: string): boolean {
    return this.#socket.tell({ type: "say", text });
  }

  askUndo(): void {
    this.#socket.tell({ type: "ask_undo" });
  }

  answerUndo(agree: boolean): void {
    this.#socket.tell({ type: "answer_undo", agree });
  }

  resign(): void {
    this.#socket.tell({ type: "resign" });
  }

  comeBack(): void {
    this.#socket.tell({ type: "return" });
  }

  /** Show what went wrong. */
  trouble(problem: unknown): void {
    this.problem.set(problem instanceof Refusal ? problem : new Refusal("server_error", ""));
  }

  #hurry = (): void => {
    if (!document.hidden) this.#socket.hurry();
  };

  #open(): TableSocket {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new TableSocket({
      address: (version) => `${scheme}://${location.host}/api/tables/${this.id}/socket?version=${version}`,
      onMessage: (message) => {
        if (message.type === "problem")
          this.trouble(new Refusal(message.code, message.message, message.details));
        if (message.type === "problem" && message.code === "removed") {
          this.restart(); // somebody who watches now
          return;
        }
        this.state.update((state) => reduce(state, message, Date.now()));
        if (message.type === "snapshot") firstCommitment(this.id, message.info.commitment);
      },
      onConnection: (connection, why) => {
        this.connection.set(connection);
        if (why) this.problem.set(why);
      },
    });
  }
}
