/** Tips for newcomers: the next step towards a ticket, among what the server offers. */

import type { Action, Line, Ticket } from "./types";
import { bestWay, joined, type Owners } from "./ways";

export type Advice =
  | { readonly kind: "claim" | "gather"; readonly line: Line; readonly ticket: Ticket }
  | { readonly kind: "more" };

/** How the board stands for one seat. */
export interface Standing {
  readonly lines: readonly Line[];
  readonly owners: Owners;
  readonly seat: number;
}

/** What to do about the ticket that is nearest to being made; null if none can be made any more. */
export function advise(legal: readonly Action[], tickets: readonly Ticket[], board: Standing): Advice | null {
  const open = tickets.filter((ticket) => !joined(ticket, board.lines, board.owners, board.seat));
  if (open.length === 0) return { kind: "more" };
  const nearest = open
    .flatMap((ticket) => {
      const way = bestWay(ticket, board.lines, board.owners, board.seat);
      return way ? [{ ticket, way }] : [];
    })
    .sort((a, b) => a.way.spaces - b.way.spaces)[0];
  if (!nearest) return null;
  const wanted = board.lines
    .filter((line) => nearest.way.lines.includes(line.id) && board.owners[line.id] === undefined)
    .sort((a, b) => b.length - a.length);
  const claimable = new Set(legal.flatMap((action) => (action.do === "claim_line" ? [action.line] : [])));
  const line = wanted.find((each) => claimable.has(each.id)) ?? wanted[0];
  if (!line) return null;
  return { kind: claimable.has(line.id) ? "claim" : "gather", line, ticket: nearest.ticket };
}
