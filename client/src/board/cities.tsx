/** Cities, harbour cities and waypoints, and their names. Drawn once. */

import { BOARD_COLOURS as C } from "./palette";
import type { BoardFacts, BoardGeometry, CityFacts, CityGeometry } from "./types";

export function CitiesDefs({ geometry }: { geometry: BoardGeometry }) {
  const r = geometry.radius;
  return (
    <>
      <g id="board-city">
        <circle cx={r * 0.06} cy={r * 0.18} r={r} fill="#2a1d10" opacity=".3" />
        <circle r={r * 0.94} fill={C.paper} stroke={C.ink} stroke-width={r * 0.2} />
        <circle r={r * 0.5} fill={C.cityDot} />
      </g>
      <g id="board-port">
        <circle cx={r * 0.06} cy={r * 0.18} r={r} fill="#2a1d10" opacity=".3" />
        <circle r={r * 0.98} fill={C.port} stroke={C.paper} stroke-width={r * 0.2} />
        <g class="board-anchor" transform={`scale(${(r / 8).toFixed(3)})`}>
          <circle cy="-3.5" r="1.3" />
          <path d="M0-2.2V4.6M-2.3-.5H2.3M-4.4 1.2C-4.2 3.7-2.1 4.7 0 4.7C2.1 4.7 4.2 3.7 4.4 1.2" />
        </g>
      </g>
      <circle id="board-waypoint" r={r * 0.4} fill={C.paper} stroke={C.seaway} stroke-width={r * 0.16} />
    </>
  );
}

function markOf(city: CityFacts): string {
  if (city.waypoint) return "waypoint";
  return city.port ? "port" : "city";
}

export function Cities({ geometry, facts }: { geometry: BoardGeometry; facts: BoardFacts }) {
  return (
    <>
      {facts.cities.map((city) => {
        const place = geometry.cities[city.id];
        return place && <use key={city.id} href={`#board-${markOf(city)}`} x={place.x} y={place.y} />;
      })}
    </>
  );
}

/** How far a name's second line is below its first, in ems; as the generator has it. */
const LEADING = 0.96;

function Name({ city, font }: { city: CityGeometry; font: number }) {
  const { label } = city;
  if (label === undefined) return null;
  const [x, y] = [city.x + label.dx, city.y + label.dy];
  return (
    <text x={x} y={y} text-anchor={label.anchor}>
      {label.lines.length === 1
        ? label.lines[0]
        : label.lines.map((line, n) => (
            <tspan key={line} x={x} dy={n === 0 ? 0 : font * LEADING}>
              {line}
            </tspan>
          ))}
    </text>
  );
}

/** Names of some cities; all halos lie beneath all letters, so that no halo eats into another name. */
export function Names({
  geometry,
  ids,
  lit = false,
}: {
  geometry: BoardGeometry;
  ids: readonly string[];
  lit?: boolean;
}) {
  const named = ids.flatMap((id) => geometry.cities[id] ?? []);
  const names = () =>
    named.map((city) => <Name key={`${city.x} ${city.y}`} city={city} font={geometry.font} />);
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus; the touch layer says the names
    <g
      class={lit ? "board-names board-names-lit" : "board-names"}
      font-size={geometry.font}
      aria-hidden="true"
    >
      <g class="board-halos" stroke-width={geometry.font * (lit ? 0.34 : 0.22)}>
        {names()}
      </g>
      <g>{names()}</g>
    </g>
  );
}
