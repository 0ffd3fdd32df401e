/** The outlines of spaces and the paths of lines, as SVG path data in board units. */

import { Pen, short } from "./pen";
import type { BoardGeometry, LineFacts, LineGeometry, Slot } from "./types";

export type SlotShape = "rail" | "ferry" | "sea";

export function slotShape(kind: string): SlotShape {
  return kind === "sea" || kind === "ferry" ? kind : "rail";
}

function rounded(pen: Pen, a: number, b: number, r: number): Pen {
  return pen
    .move(-a + r, -b)
    .line(a - r, -b)
    .arc(r, a, -b + r)
    .line(a, b - r)
    .arc(r, a - r, b)
    .line(-a + r, b)
    .arc(r, -a, b - r)
    .line(-a, -b + r)
    .arc(r, -a + r, -b)
    .close();
}

function hull(pen: Pen, a: number, b: number): Pen {
  const k = b * 1.7;
  const round = (x: number, y: number, way: 1 | -1) =>
    pen.curve(x + way * k * 0.25, y * 0.95, x + way * k * 0.8, y, x + way * k * 1.25, y);
  pen.move(-a, 0);
  round(-a, -b, 1)
    .line(a - k * 1.25, -b)
    .curve(a - k * 0.8, -b, a - k * 0.25, -b * 0.95, a, 0);
  pen.curve(a - k * 0.25, b * 0.95, a - k * 0.8, b, a - k * 1.25, b).line(-a + k * 1.25, b);
  return pen.curve(-a + k * 0.8, b, -a + k * 0.25, b * 0.95, -a, 0).close();
}

/** The outline of one space, grown (or, below zero, shrunk) on all sides. */
export function slotOutline(shape: SlotShape, slot: Slot, length: number, width: number, grow = 0): string {
  const pen = new Pen(...slot);
  const [a, b] = [length / 2 + grow, width / 2 + grow];
  if (shape === "sea") return hull(pen, a, b).toString();
  return rounded(pen, a, b, shape === "ferry" ? b : Math.max(width * 0.22 + grow, 0.5)).toString();
}

/** The outlines of all spaces of a line. */
export function slotsOutline(geometry: BoardGeometry, line: LineFacts, grow = 0): string {
  const [length, width] = geometry.slot;
  const slots = geometry.lines[line.id]?.slots ?? [];
  return slots.map((slot) => slotOutline(slotShape(line.kind), slot, length, width, grow)).join("");
}

export type Point = readonly [x: number, y: number];

/** Both ends of a line, in one piece with each other: a wrapping line goes on beyond the east edge. */
export function lineEnds(geometry: BoardGeometry, line: LineFacts): readonly [Point, Point] {
  const wraps = geometry.lines[line.id]?.wraps;
  return [cityPoint(geometry, line.a, wraps === "a"), cityPoint(geometry, line.b, wraps === "b")];
}

function cityPoint(geometry: BoardGeometry, id: string, beyond: boolean): Point {
  const { x, y } = geometry.cities[id] ?? { x: 0, y: 0 };
  return [x + (beyond ? geometry.size[0] : 0), y];
}

/** The middles of a line from city to city, moved `aside` of its spaces (to their right, seen from `a`). */
export function linePoints(geometry: BoardGeometry, line: LineFacts, aside = 0): Point[] {
  const [start, end] = lineEnds(geometry, line);
  const points: Point[] = [start];
  for (const [x, y, degrees] of geometry.lines[line.id]?.slots ?? []) {
    const angle = (degrees * Math.PI) / 180;
    const here: Point = [x - Math.sin(angle) * aside, y + Math.cos(angle) * aside];
    points.push(inOnePiece(here, points[points.length - 1] ?? start, geometry.size[0]));
  }
  points.push(end);
  return points;
}

/** The middles of a line's spaces only, in one piece. */
export function slotPoints(geometry: BoardGeometry, line: LineFacts): Point[] {
  return linePoints(geometry, line).slice(1, -1);
}

function inOnePiece([x, y]: Point, [before]: Point, width: number): Point {
  if (x - before > width / 2) return [x - width, y];
  return before - x > width / 2 ? [x + width, y] : [x, y];
}

/** A smooth path through points. */
export function smoothPath(points: readonly Point[]): string {
  const at = (n: number): Point => points[Math.min(Math.max(n, 0), points.length - 1)] ?? [0, 0];
  const [x0, y0] = at(0);
  let data = `M${short(x0)} ${short(y0)}`;
  for (let n = 0; n + 1 < points.length; n++) {
    const [a, b, c, d] = [at(n - 1), at(n), at(n + 1), at(n + 2)];
    const first = `${short(b[0] + (c[0] - a[0]) / 6)} ${short(b[1] + (c[1] - a[1]) / 6)}`;
    const second = `${short(c[0] - (d[0] - b[0]) / 6)} ${short(c[1] - (d[1] - b[1]) / 6)}`;
    data += `C${first} ${second} ${short(c[0])} ${short(c[1])}`;
  }
  return data;
}

/** The track beneath a line, or beneath both lines of a double; the second of them has none. */
export function bedPath(geometry: BoardGeometry, line: LineFacts): string | null {
  const bed = geometry.lines[line.id]?.bed;
  if (bed === undefined) return null;
  const [[ax, ay], [bx, by]] = lineEnds(geometry, line);
  return `M${ax} ${ay}C${bed[0]} ${bed[1]} ${bed[2]} ${bed[3]} ${bx} ${by}`;
}

/** By how much a path of this line is moved to be seen at both edges: not at all, unless it wraps. */
export function copies(geometry: BoardGeometry, line: LineGeometry | undefined): readonly number[] {
  return line?.wraps === undefined ? [0] : [0, -geometry.size[0]];
}

/** Pairs of lines that share a track, each with its twin. */
export function twins(geometry: BoardGeometry, lines: readonly LineFacts[]): Map<string, LineFacts> {
  const found = new Map<string, LineFacts>();
  let first: LineFacts | undefined;
  for (const line of lines) {
    if (geometry.lines[line.id]?.bed !== undefined) first = line;
    else if (first !== undefined) found.set(first.id, line).set(line.id, first);
  }
  return found;
}

/** The path that is sensitive to touch: a double's lines lean outwards, away from each other. */
export function touchPoints(geometry: BoardGeometry, line: LineFacts, twin: LineFacts | undefined): Point[] {
  if (twin === undefined) return linePoints(geometry, line);
  const [mine, other] = [geometry.lines[line.id]?.slots[0], geometry.lines[twin.id]?.slots[0]];
  if (mine === undefined || other === undefined) return linePoints(geometry, line);
  const angle = (mine[2] * Math.PI) / 180;
  const side = -Math.sin(angle) * (mine[0] - other[0]) + Math.cos(angle) * (mine[1] - other[1]);
  return linePoints(geometry, line, Math.sign(side) * geometry.slot[1] * 0.5);
}
