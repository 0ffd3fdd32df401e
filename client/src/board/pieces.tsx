/** What players have laid on the board: trains with an engine, ships, stations and harbours. */

import type { JSX } from "preact";
import { Harbour, paintOf, Ship, type Size, Station, Wagon } from "./models";
import { copies, slotPoints, slotsOutline, smoothPath } from "./outlines";
import { PLAYER_LOOKS } from "./palette";
import { short } from "./pen";
import type { BoardFacts, BoardGeometry, BoardPieces, LineFacts } from "./types";

function pieceSize(geometry: BoardGeometry): Size {
  return { a: geometry.slot[0] * 0.49, b: geometry.slot[1] * 0.5 };
}

/** One of each piece for each player, to be used many times. */
export function PiecesDefs({ geometry }: { geometry: BoardGeometry }) {
  const size = pieceSize(geometry);
  return (
    <>
      {Array.from({ length: PLAYER_LOOKS }, (_, seat) => {
        const paint = paintOf(seat);
        return (
          <g key={paint.colour}>
            <g id={`board-wagon-${seat}`}>
              <Wagon size={size} paint={paint} engine={false} />
            </g>
            <g id={`board-engine-${seat}`}>
              <Wagon size={size} paint={paint} engine />
            </g>
            <g id={`board-ship-${seat}`}>
              <Ship size={size} paint={paint} />
            </g>
            <g id={`board-station-${seat}`}>
              <Station paint={paint} />
            </g>
            <g id={`board-harbour-${seat}`}>
              <Harbour paint={paint} />
            </g>
          </g>
        );
      })}
    </>
  );
}

/** The pieces on one line; each lies in a group of its own that an animation may move. */
export function LinePieces({
  geometry,
  line,
  seat,
}: {
  geometry: BoardGeometry;
  line: LineFacts;
  seat: number;
}): JSX.Element {
  const slots = geometry.lines[line.id]?.slots ?? [];
  const look = seat % PLAYER_LOOKS;
  const name = (n: number) => (line.kind === "sea" ? "ship" : n === slots.length - 1 ? "engine" : "wagon");
  return (
    <g data-pieces={line.id} data-seat={seat}>
      <path class="board-flash" d={slotsOutline(geometry, line, geometry.slot[1] * 0.3)} />
      <Base geometry={geometry} line={line} />
      {slots.map(([x, y, degrees], n) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y}) rotate(${degrees})`}>
          <g class="board-piece">
            <use href={`#board-${name(n)}-${look}`} />
          </g>
        </g>
      ))}
    </g>
  );
}

/** What lies beneath the pieces: their shadow, a light edge that covers the spaces, and couplings. */
function Base({ geometry, line }: { geometry: BoardGeometry; line: LineFacts }) {
  const width = geometry.slot[1];
  return (
    <g class="board-base">
      <path
        class="board-shade"
        d={slotsOutline(geometry, line)}
        transform={`translate(${short(width * 0.1)} ${short(width * 0.24)})`}
      />
      <path class="board-cover" d={slotsOutline(geometry, line, width * 0.13)} />
      {line.kind !== "sea" && <Couplings geometry={geometry} line={line} />}
    </g>
  );
}

/** What joins the wagons to one train, so that a claimed line differs from an empty one at a glance. */
function Couplings({ geometry, line }: { geometry: BoardGeometry; line: LineFacts }) {
  const path = smoothPath(slotPoints(geometry, line));
  return (
    <g class="board-coupling" stroke-width={geometry.slot[1] * 0.3}>
      {copies(geometry, geometry.lines[line.id]).map((shift) => (
        <path key={shift} d={path} transform={`translate(${shift} 0)`} />
      ))}
    </g>
  );
}

/** All stations or harbours. */
export function Markers({
  geometry,
  facts,
  pieces,
}: {
  geometry: BoardGeometry;
  facts: BoardFacts;
  pieces: BoardPieces;
}) {
  const scale = (geometry.radius / 8) * 1.12;
  return (
    <>
      {facts.cities.map((city) => {
        const [seat, place] = [pieces.markers[city.id], geometry.cities[city.id]];
        return seat === undefined || place === undefined ? null : (
          <g
            key={city.id}
            data-marker={city.id}
            transform={`translate(${place.x} ${place.y}) scale(${short(scale)})`}
          >
            <g class="board-piece">
              <use href={`#board-${pieces.marker}-${seat % PLAYER_LOOKS}`} />
            </g>
          </g>
        );
      })}
    </>
  );
}
