/** Finds what a finger or a mouse means: the nearest city or line. */

import { linePoints, type Point, touchPoints, twins } from "./outlines";
import type { BoardFacts, BoardGeometry, BoardTarget } from "./types";

interface Track {
  readonly id: string;
  readonly points: readonly Point[];
}

/** Distance from a point to the piece of line between two others. */
function toSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

function toTrack(point: Point, points: readonly Point[]): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let n = 0; n + 1 < points.length; n++) {
    const [one, other] = [points[n], points[n + 1]];
    if (one && other) nearest = Math.min(nearest, toSegment(point, one, other));
  }
  return nearest;
}

/** Knows where everything is that can be touched. */
export class Picker {
  readonly #tracks: readonly Track[];
  readonly #width: number;

  readonly #geometry: BoardGeometry;
  readonly #facts: BoardFacts;

  constructor(geometry: BoardGeometry, facts: BoardFacts) {
    this.#geometry = geometry;
    this.#facts = facts;
    const pairs = twins(geometry, facts.lines);
    this.#width = geometry.size[0];
    this.#tracks = facts.lines.map((line) => ({
      id: line.id,
      points: touchPoints(geometry, line, pairs.get(line.id)),
    }));
  }

  /** The city or line at a point, or nearest to it within `reach`. A city counts first, where the point is on it. */
  at(x: number, y: number, reach: number): BoardTarget | null {
    const city = this.#nearestCity(x, y);
    if (city !== null && city.distance <= this.#geometry.radius * 1.2) return { kind: "city", id: city.id };
    const line = this.#nearestLine(x, y);
    if (line !== null && line.distance <= Math.max(reach, this.#geometry.slot[1]))
      return { kind: "line", id: line.id };
    return city !== null && city.distance <= reach + this.#geometry.radius
      ? { kind: "city", id: city.id }
      : null;
  }

  #nearestCity(x: number, y: number): { id: string; distance: number } | null {
    let best: { id: string; distance: number } | null = null;
    for (const city of this.#facts.cities) {
      const place = this.#geometry.cities[city.id];
      if (place === undefined || city.waypoint) continue;
      const distance = Math.hypot(place.x - x, place.y - y);
      if (best === null || distance < best.distance) best = { id: city.id, distance };
    }
    return best;
  }

  #nearestLine(x: number, y: number): { id: string; distance: number } | null {
    let best: { id: string; distance: number } | null = null;
    for (const { id, points } of this.#tracks) {
      const distance = Math.min(toTrack([x, y], points), this.#beyond(id, x, y, points));
      if (best === null || distance < best.distance) best = { id, distance };
    }
    return best;
  }

  /** A wrapping line's points lie beyond the east edge as well: look there too. */
  #beyond(id: string, x: number, y: number, points: readonly Point[]): number {
    const wraps = this.#geometry.lines[id]?.wraps !== undefined;
    return wraps ? toTrack([x + this.#width, y], points) : Number.POSITIVE_INFINITY;
  }
}

/** The smallest area that holds these lines and cities. */
export function areaOf(
  geometry: BoardGeometry,
  facts: BoardFacts,
  cities: Iterable<string>,
  lines: Iterable<string> = [],
) {
  const wanted = new Set(lines);
  const points: Point[] = facts.lines
    .filter((line) => wanted.has(line.id))
    .flatMap((line) => linePoints(geometry, line));
  for (const id of cities) {
    const place = geometry.cities[id];
    if (place !== undefined) points.push([place.x, place.y]);
  }
  const [xs, ys] = [points.map((point) => point[0]), points.map((point) => point[1])];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return points.length === 0 ? null : { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
