/** The facts of a title's board, ready to be looked up by name. */

import { api } from "./api";
import { once } from "./once";
import type { BoardAnswer, City, Line, Ticket } from "./types";

export class Atlas {
  readonly facts: BoardAnswer;
  readonly #cities: ReadonlyMap<string, City>;
  readonly #lines: ReadonlyMap<string, Line>;
  readonly #tickets: ReadonlyMap<string, Ticket>;

  constructor(facts: BoardAnswer) {
    this.facts = facts;
    this.#cities = new Map(facts.cities.map((city) => [city.id, city]));
    this.#lines = new Map(facts.lines.map((line) => [line.id, line]));
    this.#tickets = new Map(facts.tickets.map((ticket) => [ticket.id, ticket]));
  }

  city(id: string): string {
    return this.#cities.get(id)?.name ?? id;
  }

  line(id: string): Line | undefined {
    return this.#lines.get(id);
  }

  /** A line as players call it: its two cities. */
  between(id: string): string {
    const line = this.#lines.get(id);
    return line ? `${this.city(line.a)}–${this.city(line.b)}` : id;
  }

  points(line: Line): number {
    return this.facts.line_points[String(line.length)] ?? 0;
  }

  ticket(id: string): Ticket | undefined {
    return this.#tickets.get(id);
  }

  /** A ticket as players call it: its cities. */
  ticketName(id: string): string {
    return (
      this.#tickets
        .get(id)
        ?.cities.map((city) => this.city(city))
        .join("–") ?? id
    );
  }

  /** What is built in cities, if anything. */
  get marker(): BoardAnswer["marker"] {
    return this.facts.marker;
  }
}

/** The atlas of a title. */
export const atlasOf = once(async (title) => new Atlas(await api.board(title)));
