/** Ways over the board, as an aid to the eye: no rule is decided here. */

import type { Line, Ticket } from "./types";

export interface Way {
  readonly lines: readonly string[];
  /** The spaces that are still to be claimed. */
  readonly spaces: number;
}

/** Who owns what: the seat for each claimed line. */
export type Owners = Readonly<Record<string, number>>;

/** Whether a ticket's cities are joined by the seat's own lines. */
export function joined(ticket: Ticket, lines: readonly Line[], owners: Owners, seat: number): boolean {
  return (
    bestWay(
      ticket,
      lines.filter((line) => owners[line.id] === seat),
      owners,
      seat,
    ) !== null
  );
}

/** A shortest way between a ticket's cities over own and open lines; null if there is none. */
export function bestWay(ticket: Ticket, lines: readonly Line[], owners: Owners, seat: number): Way | null {
  const free = lines.filter((line) => owners[line.id] === undefined || owners[line.id] === seat);
  const sure = free.filter((line) => owners[line.id] === seat || !twinTaken(line, lines, owners));
  return tour(ticket.cities, sure, owners) ?? tour(ticket.cities, free, owners);
}

/** The other line of a double route has an owner, so this one may be closed. */
function twinTaken(line: Line, lines: readonly Line[], owners: Owners): boolean {
  return (
    line.double !== null &&
    lines.some(
      (other) => other.double === line.double && other.id !== line.id && owners[other.id] !== undefined,
    )
  );
}

/** Joins the cities one after the other, each by the shortest way to what is joined already. */
function tour(cities: readonly string[], lines: readonly Line[], owners: Owners): Way | null {
  const [first, ...rest] = cities;
  if (first === undefined) return null;
  const joinedCities = new Set([first]);
  const used = new Set<string>();
  for (const city of rest) {
    const leg = shortest(joinedCities, city, lines, owners, used);
    if (leg === null) return null;
    for (const line of leg) {
      used.add(line.id);
      joinedCities.add(line.a).add(line.b);
    }
    joinedCities.add(city);
  }
  const spaces = lines
    .filter((line) => used.has(line.id) && owners[line.id] === undefined)
    .reduce((sum, line) => sum + line.length, 0);
  return { lines: [...used], spaces };
}

/** Dijkstra's way: what is owned or used already costs nothing. */
function shortest(
  from: ReadonlySet<string>,
  to: string,
  lines: readonly Line[],
  owners: Owners,
  used: ReadonlySet<string>,
): Line[] | null {
  const far = new Map<string, number>([...from].map((city) => [city, 0]));
  const cameBy = new Map<string, Line>();
  const settled = new Set<string>();
  for (;;) {
    const here = closest(far, settled);
    if (here === null) return null;
    if (here === to) return traced(to, from, cameBy);
    settled.add(here);
    for (const line of lines) {
      const there = line.a === here ? line.b : line.b === here ? line.a : null;
      if (there === null || settled.has(there)) continue;
      const cost =
        (far.get(here) ?? 0) + (owners[line.id] !== undefined || used.has(line.id) ? 0 : line.length);
      if (cost < (far.get(there) ?? Number.POSITIVE_INFINITY)) {
        far.set(there, cost);
        cameBy.set(there, line);
      }
    }
  }
}

function closest(far: ReadonlyMap<string, number>, settled: ReadonlySet<string>): string | null {
  let best: string | null = null;
  for (const [city, distance] of far) {
    if (!settled.has(city) && (best === null || distance < (far.get(best) ?? 0))) best = city;
  }
  return best;
}

function traced(to: string, from: ReadonlySet<string>, cameBy: ReadonlyMap<string, Line>): Line[] {
  const lines: Line[] = [];
  let here = to;
  while (!from.has(here)) {
    const line = cameBy.get(here);
    if (!line) break;
    lines.push(line);
    here = line.a === here ? line.b : line.a;
  }
  return lines;
}
