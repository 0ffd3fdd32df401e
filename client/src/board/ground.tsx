/** The earth beneath the board: frame, water lines, land, rivers, borders, relief and compass. Drawn once. */

import { bedPath, copies } from "./outlines";
import { BOARD_COLOURS as C, mix } from "./palette";
import type { BoardFacts, BoardGeometry, LineFacts, Relief, Sign } from "./types";

/** How far the frame reaches beyond the board. */
export const FRAME = 16;

/** Strokes are as strong as the spaces are wide, since a tall board is seen from further away. */
function scaleOf(geometry: BoardGeometry): number {
  return geometry.slot[1] / 11;
}

export function GroundDefs({ geometry }: { geometry: BoardGeometry }) {
  const [width, height] = geometry.size;
  return (
    <>
      <clipPath id="board-frame">
        <rect width={width} height={height} rx="3" />
      </clipPath>
      <radialGradient id="board-water">
        <stop offset="0" stop-color={C.waterInner} />
        <stop offset="1" stop-color={C.waterOuter} />
      </radialGradient>
      <radialGradient id="board-earth" cy=".45" r=".8">
        <stop offset="0" stop-color={C.landInner} />
        <stop offset="1" stop-color={C.landOuter} />
      </radialGradient>
    </>
  );
}

/** Everything below the tracks; clipped to the frame. */
export function Ground({ geometry }: { geometry: BoardGeometry }) {
  const [width, height] = geometry.size;
  const q = scaleOf(geometry);
  return (
    <g fill-rule="evenodd">
      <rect width={width} height={height} fill="url(#board-water)" />
      <WaterLines geometry={geometry} />
      <path d={geometry.land} fill={C.landEdge} />
      <path d={geometry.inland} fill="url(#board-earth)" />
      <path class="board-river" d={geometry.rivers} stroke-width={1.1 * q} />
      <path class="board-province" d={geometry.provinces} stroke-width={0.7 * q} />
      <path class="board-border" d={geometry.borders} stroke-width={1.2 * q} />
      <path class="board-coast" d={geometry.land} stroke-width={0.9 * q} />
      {geometry.relief.map((item) => (
        <ReliefMark key={`${item[1]} ${item[2]}`} relief={item} />
      ))}
      {geometry.compass && <Compass place={geometry.compass} />}
    </g>
  );
}

/** Lines that follow the coast, one inside the other. */
function WaterLines({ geometry }: { geometry: BoardGeometry }) {
  return (
    <>
      {geometry.shallows.map((path, n) => {
        const fill = C.shallows[n] ?? C.waterInner;
        return (
          <path
            key={path}
            d={path}
            fill={fill}
            stroke={mix(fill, C.ripple, 0.35 + 0.15 * n)}
            stroke-width="1"
          />
        );
      })}
    </>
  );
}

function ReliefMark({ relief: [kind, x, y, size] }: { relief: Relief }) {
  const [scale, mark] = kind === "m" ? [size, "mountain"] : [size * 0.85, "tree"];
  return <use href={`#board-${mark}`} transform={`translate(${x} ${y}) scale(${scale.toFixed(2)})`} />;
}

export function ReliefDefs() {
  return (
    <>
      <g id="board-mountain">
        <path
          d="M-7 4L-1-5.5L1.2-2.6L2.6-4.4L8 4Z"
          fill="#e6d8b8"
          stroke="#b9a37a"
          stroke-width=".8"
          stroke-linejoin="round"
        />
        <path d="M-1-5.5L.6-1L-.6 0L1 4H8L2.6-4.4L1.2-2.6Z" fill="#d2bf97" opacity=".75" />
      </g>
      <g id="board-tree">
        <path d="M0 2V4" stroke="#9a8660" />
        <path
          d="M0-7L3.6 2H-3.6Z"
          fill="#c3cba4"
          stroke="#9aa67a"
          stroke-width=".7"
          stroke-linejoin="round"
        />
        <path d="M0-7L3.6 2H.4Z" fill="#a9b58b" opacity=".7" />
      </g>
    </>
  );
}

function Compass({ place: [x, y, radius] }: { place: readonly [number, number, number] }) {
  const ticks = Array.from({ length: 24 }, (_, n) => n * 15);
  const points = [
    ...[45, 135, 225, 315].map((turn) => [turn, 24]),
    ...[0, 90, 180, 270].map((turn) => [turn, 37]),
  ];
  return (
    <g class="board-compass" transform={`translate(${x} ${y}) scale(${(radius / 46).toFixed(3)})`}>
      <circle r="40" fill="none" />
      <circle r="36.5" fill="none" stroke-width=".5" />
      {ticks.map((turn) => (
        <path key={turn} d="M0-36.5V-40" transform={`rotate(${turn})`} />
      ))}
      {points.map(([turn = 0, long = 0]) => (
        <g key={turn} transform={`rotate(${turn})`} stroke-width=".6">
          <path d={`M0 ${-long}L${long * 0.15} ${-long * 0.17}L0 0Z`} fill="#f7f0df" />
          <path d={`M0 ${-long}L${-long * 0.15} ${-long * 0.17}L0 0Z`} fill={C.seaway} />
        </g>
      ))}
      <path d="M0-46l2.6 5h-5.2z" fill={C.border} stroke="none" />
    </g>
  );
}

/** The frame around everything, with the far cities' names where lines leave the board. */
export function Frame({ geometry, facts }: { geometry: BoardGeometry; facts: BoardFacts }) {
  const [width, height] = geometry.size;
  const names = new Map(facts.cities.map((city) => [city.id, city.name]));
  return (
    <>
      <path
        class="board-frame"
        fill-rule="evenodd"
        d={`M${-FRAME} ${-FRAME}H${width + FRAME}V${height + FRAME}H${-FRAME}ZM3 0Q0 0 0 3V${height - 3}Q0 ${height} 3 ${height}H${width - 3}Q${width} ${height} ${width} ${height - 3}V3Q${width} 0 ${width - 3} 0Z`}
      />
      <rect
        x="-2.6"
        y="-2.6"
        width={width + 5.2}
        height={height + 5.2}
        rx="5"
        fill="none"
        stroke={C.gold}
        stroke-width="1.3"
      />
      {geometry.signs.map((sign) => (
        <EdgeSign
          key={`${sign.side} ${sign.y}`}
          sign={sign}
          name={names.get(sign.city) ?? ""}
          width={width}
        />
      ))}
    </>
  );
}

function EdgeSign({ sign, name, width }: { sign: Sign; name: string; width: number }) {
  const place =
    sign.side === "east"
      ? `translate(${width + 7} ${sign.y}) rotate(90)`
      : `translate(-7 ${sign.y}) rotate(-90)`;
  return (
    <text class="board-sign" transform={place}>
      {name}
    </text>
  );
}

/** The tracks that join spaces and cities. */
export function Beds({ geometry, facts }: { geometry: BoardGeometry; facts: BoardFacts }) {
  return (
    <g fill="none">
      {facts.lines.flatMap((line) => {
        const path = bedPath(geometry, line);
        const shifts = copies(geometry, geometry.lines[line.id]);
        return path === null
          ? []
          : shifts.map((shift) => <Bed key={line.id + shift} {...{ geometry, line, path, shift }} />);
      })}
    </g>
  );
}

interface BedProps {
  readonly geometry: BoardGeometry;
  readonly line: LineFacts;
  readonly path: string;
  readonly shift: number;
}

function Bed({ geometry, line, path, shift }: BedProps) {
  const transform = shift === 0 ? undefined : `translate(${shift} 0)`;
  const afloat = line.kind === "sea" || line.kind === "ferry";
  return (
    <g transform={transform} class={afloat ? "board-seaway" : "board-bed"}>
      <path d={path} stroke-width={afloat ? geometry.slot[1] * 1.3 : 3.4} />
      <path d={path} />
    </g>
  );
}
