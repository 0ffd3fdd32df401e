/** The spaces of every line, empty: colour and symbol, hatch for gray, teeth for tunnels, engines on ferries. Drawn once. */

import { slotsOutline } from "./outlines";
import { BOARD_COLOURS as C, CARD_COLOURS, edgeOf, inkOn, isCardColour, lineColour } from "./palette";
import { Pen } from "./pen";
import { locomotivePath, symbolPath } from "./symbols";
import type { BoardFacts, BoardGeometry, LineFacts, Slot } from "./types";

export function SpacesDefs({ geometry }: { geometry: BoardGeometry }) {
  const step = geometry.slot[1] * 0.34;
  return (
    <pattern
      id="board-hatch"
      width={step}
      height={step}
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect width={step} height={step} fill={C.hatchLight} />
      <rect width={step * 0.34} height={step} fill={C.hatchDark} />
    </pattern>
  );
}

export function Spaces({ geometry, facts }: { geometry: BoardGeometry; facts: BoardFacts }) {
  return (
    <>
      {facts.lines.map((line) => (
        <LineSpaces key={line.id} geometry={geometry} line={line} />
      ))}
    </>
  );
}

function LineSpaces({ geometry, line }: { geometry: BoardGeometry; line: LineFacts }) {
  const colour = lineColour(line.colour);
  const width = geometry.slot[1];
  const tunnel = line.kind === "tunnel";
  const fill = colour === "gray" ? "url(#board-hatch)" : CARD_COLOURS[colour];
  const inset = tunnel ? -width * 0.11 : -width * 0.04;
  return (
    <g>
      {tunnel ? (
        <Teeth geometry={geometry} line={line} />
      ) : (
        <path d={slotsOutline(geometry, line, width * 0.07)} fill={C.paper} />
      )}
      <path
        d={slotsOutline(geometry, line, inset)}
        fill={fill}
        stroke={edgeOf(colour)}
        stroke-width={width * 0.085}
      />
      <path
        class="board-slot-shine"
        d={slotsOutline(geometry, line, inset - width * 0.1)}
        stroke-width={width * 0.055}
      />
      <Marks geometry={geometry} line={line} />
    </g>
  );
}

/** A tunnel's dark edge with teeth, inside the bounds of the space. */
function Teeth({ geometry, line }: { geometry: BoardGeometry; line: LineFacts }) {
  const width = geometry.slot[1];
  const path = slotsOutline(geometry, line, -width * 0.03);
  return (
    <>
      <path d={path} fill={C.tunnel} stroke={C.paper} stroke-width={width * 0.22} />
      <path
        d={path}
        fill="none"
        stroke={C.tunnel}
        stroke-width={width * 0.2}
        stroke-dasharray={`${width * 0.24} ${width * 0.16}`}
      />
    </>
  );
}

/** What stands on the spaces: symbols, a pair space's two halves, the engines that a ferry asks for. */
function Marks({ geometry, line }: { geometry: BoardGeometry; line: LineFacts }) {
  const slots = geometry.lines[line.id]?.slots ?? [];
  const engines = slots.slice(0, line.locomotives);
  const plain = slots.slice(line.locomotives);
  return (
    <>
      {line.pairs ? (
        <PairMarks geometry={geometry} line={line} slots={plain} />
      ) : (
        <Symbols geometry={geometry} line={line} places={plain} />
      )}
      {engines.length > 0 && <Engines geometry={geometry} slots={engines} />}
    </>
  );
}

interface SymbolsProps {
  readonly geometry: BoardGeometry;
  readonly line: LineFacts;
  readonly places: readonly (readonly [number, number, ...number[]])[];
}

function Symbols({ geometry, line, places }: SymbolsProps) {
  if (!isCardColour(line.colour)) return null;
  const { colour } = line;
  const radius = geometry.slot[1] * 0.3;
  const path = places.map(([x, y]) => symbolPath(colour, x, y, radius)).join("");
  return <path d={path} fill={inkOn(CARD_COLOURS[colour])} fill-rule="evenodd" />;
}

function PairMarks({
  geometry,
  line,
  slots,
}: {
  geometry: BoardGeometry;
  line: LineFacts;
  slots: readonly Slot[];
}) {
  const [length, width] = geometry.slot;
  const dividers = slots
    .map((slot) =>
      new Pen(...slot)
        .move(0, -width * 0.45)
        .line(0, width * 0.45)
        .toString(),
    )
    .join("");
  const halves = slots.flatMap((slot) => [-1, 1].map((side) => beside(slot, side * length * 0.24)));
  const dots = halves.map(([x, y]) => new Pen(x, y).circle(0, 0, width * 0.19).toString()).join("");
  return (
    <>
      <path d={dividers} stroke={edgeOf(lineColour(line.colour))} stroke-width={width * 0.13} />
      {isCardColour(line.colour) ? (
        <Symbols geometry={geometry} line={line} places={halves} />
      ) : (
        <path d={dots} fill="#5f594e" />
      )}
    </>
  );
}

function beside([x, y, degrees]: Slot, along: number): readonly [number, number] {
  const angle = (degrees * Math.PI) / 180;
  return [x + Math.cos(angle) * along, y + Math.sin(angle) * along];
}

function Engines({ geometry, slots }: { geometry: BoardGeometry; slots: readonly Slot[] }) {
  const width = geometry.slot[1];
  const discs = slots.map(([x, y]) => new Pen(x, y).circle(0, 0, width * 0.46).toString()).join("");
  const engines = slots.map(([x, y]) => locomotivePath(x, y + width * 0.04, width * 0.068)).join("");
  return (
    <>
      <path d={discs} fill={C.paper} stroke={C.ink} stroke-width={width * 0.085} />
      <path d={engines} fill={C.ink} />
    </>
  );
}
