/** What can be touched: an invisible wide stroke for each line and a disc for each city, with words for screen readers. */

import { copies, type Point, smoothPath, touchPoints, twins } from "./outlines";
import type { BoardFacts, BoardGeometry, BoardHighlights, BoardPieces, BoardWords, LineFacts } from "./types";

export interface TouchProps {
  readonly geometry: BoardGeometry;
  readonly facts: BoardFacts;
  readonly pieces: BoardPieces;
  readonly highlights: BoardHighlights;
  readonly words: BoardWords;
}

/** Lines and cities that may be chosen come with Tab; all others with Page Up and Page Down. */
export function Touch({ geometry, facts, pieces, highlights, words }: TouchProps) {
  const openLines = new Set(highlights.lines ?? []);
  const openCities = new Set(highlights.cities ?? []);
  const pairs = twins(geometry, facts.lines);
  const wide = geometry.slot[1] * 2.1;
  return (
    <>
      {facts.lines.map((line) => (
        <path
          key={line.id}
          class="board-touch"
          data-line={line.id}
          role="button"
          tabindex={openLines.has(line.id) ? 0 : -1}
          aria-label={words.line(line, pieces.lines[line.id] ?? null)}
          stroke-width={wide}
          d={touchPath(geometry, line, pairs.get(line.id))}
        />
      ))}
      {facts.cities.map((city) => {
        const place = geometry.cities[city.id];
        return place === undefined || city.waypoint ? null : (
          <circle
            key={city.id}
            class="board-touch"
            data-city={city.id}
            role="button"
            tabindex={openCities.has(city.id) ? 0 : -1}
            aria-label={words.city(city, pieces.markers[city.id] ?? null)}
            cx={place.x}
            cy={place.y}
            r={geometry.radius * 1.3}
          />
        );
      })}
    </>
  );
}

function touchPath(geometry: BoardGeometry, line: LineFacts, twin: LineFacts | undefined): string {
  const points = touchPoints(geometry, line, twin);
  const shifts = copies(geometry, geometry.lines[line.id]);
  return shifts.map((shift) => smoothPath(points.map(([x, y]): Point => [x + shift, y]))).join("");
}
