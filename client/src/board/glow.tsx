/** What is lit: lines and cities that may be chosen, the chosen line, cities of tickets, and a way drawn as a ribbon. */

import { copies, linePoints, slotsOutline, smoothPath } from "./outlines";
import { playerLook } from "./palette";
import type { BoardFacts, BoardGeometry, BoardHighlights, LineFacts } from "./types";

interface GlowProps {
  readonly geometry: BoardGeometry;
  readonly facts: BoardFacts;
  readonly highlights: BoardHighlights;
}

function linesOf(facts: BoardFacts, ids: Iterable<string> | undefined): LineFacts[] {
  const wanted = new Set(ids ?? []);
  return wanted.size === 0 ? [] : facts.lines.filter((line) => wanted.has(line.id));
}

/** Lies beneath the spaces: the glow of lines that may be chosen. */
export function LineGlow({ geometry, facts, highlights }: GlowProps) {
  const width = geometry.slot[1];
  return (
    <>
      {linesOf(facts, highlights.lines).map((line) => (
        <path key={line.id} class="board-open" d={slotsOutline(geometry, line, width * 0.34)} />
      ))}
    </>
  );
}

/** Lies beneath the spaces and pieces: the ribbon of a way. */
export function PathRibbon({ geometry, facts, highlights }: GlowProps) {
  const { pathSeat } = highlights;
  const colour = pathSeat === null || pathSeat === undefined ? "#ff9d00" : playerLook(pathSeat).colour;
  const lines = linesOf(facts, highlights.path).flatMap((line) =>
    copies(geometry, geometry.lines[line.id]).map((shift) => ({ line, shift })),
  );
  const ribbon = (wide: number, stroke: string) => (
    <g class="board-ribbon" stroke-width={wide * geometry.slot[1]} stroke={stroke}>
      {lines.map(({ line, shift }) => (
        <path
          key={line.id + shift}
          d={smoothPath(linePoints(geometry, line))}
          transform={`translate(${shift} 0)`}
        />
      ))}
    </g>
  );
  return lines.length === 0 ? null : (
    <>
      {ribbon(2.5, "#2a2622")}
      {ribbon(2.2, "#fffaf0")}
      {ribbon(1.75, colour)}
    </>
  );
}

/** Lies above the pieces: the outline of the line being looked at. */
export function Chosen({ geometry, facts, highlights }: GlowProps) {
  const line = facts.lines.find(({ id }) => id === highlights.chosen);
  if (line === undefined) return null;
  const width = geometry.slot[1];
  const path = slotsOutline(geometry, line, width * 0.2);
  return (
    <>
      <path class="board-chosen-edge" d={path} stroke-width={width * 0.5} />
      <path class="board-chosen" d={path} stroke-width={width * 0.26} />
    </>
  );
}

/** Lies around the cities. */
export function CityGlow({ geometry, highlights }: GlowProps) {
  const ring = (kind: string, reach: number) => (id: string) => {
    const place = geometry.cities[id];
    return (
      place && (
        <circle key={id} class={`board-ring-${kind}`} cx={place.x} cy={place.y} r={geometry.radius * reach} />
      )
    );
  };
  return (
    <>
      {[...(highlights.cities ?? [])].map(ring("open", 1.5))}
      {[...(highlights.ticketCities ?? [])].map(ring("ticket-edge", 1.75))}
      {[...(highlights.ticketCities ?? [])].map(ring("ticket", 1.75))}
    </>
  );
}
