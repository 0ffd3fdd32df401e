/** What the person looks at: tickets to light on the map, a way to draw, whose it is. */

import type { Atlas } from "../../core/atlas";
import type { TableState } from "../../core/reducer";
import { bestWay, type Owners } from "../../core/ways";

export interface Spotlight {
  /** Tickets whose cities are lit, e.g. those being chosen. */
  readonly tickets: readonly string[];
  /** The ticket that is looked at: its best remaining way is drawn. */
  readonly ticket: string | null;
  /** Lines to draw as a path, and whose. */
  readonly path: readonly string[];
  readonly pathSeat: number | null;
}

export const DARK: Spotlight = { tickets: [], ticket: null, path: [], pathSeat: null };

const owned = new WeakMap<object, Owners>();

/** The seat for each claimed line. */
export function ownersOf(table: TableState["table"]): Owners {
  if (!table) return {};
  const found = owned.get(table);
  if (found) return found;
  const owners = Object.fromEntries(
    table.seats.flatMap((seat) => seat.lines.map((line) => [line, seat.seat])),
  );
  owned.set(table, owners);
  return owners;
}

/** The lines of the way that a looked-at ticket still has, over own and open lines. */
export function wayOf(ticketId: string, atlas: Atlas, state: TableState): readonly string[] {
  const ticket = atlas.ticket(ticketId);
  if (!ticket || state.you === null) return [];
  return bestWay(ticket, atlas.facts.lines, ownersOf(state.table), state.you)?.lines ?? [];
}
