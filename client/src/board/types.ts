/** What the board is drawn from: its geometry and its facts (from the server), and what lies on it now. */

import type { Camera } from "./camera";

/** The centre of a space and the direction its long side points to. */
export type Slot = readonly [x: number, y: number, degrees: number];

/** A city's name: its lines of text, where the first baseline begins (from the city's centre), and how they are aligned. */
export interface LabelGeometry {
  readonly dx: number;
  readonly dy: number;
  readonly anchor: "start" | "middle" | "end";
  readonly lines: readonly string[];
}

/** Where a city stands; a waypoint has no label. */
export interface CityGeometry {
  readonly x: number;
  readonly y: number;
  readonly label?: LabelGeometry;
}

/**
 * A line's spaces, from city `a` to city `b`, always inside the frame.
 * `bed` holds the two inner Bézier points of the track; the second line of a double has none, since it shares its twin's.
 * `wraps` names the end that lies one board's width further east while the line is drawn across the edge.
 */
export interface LineGeometry {
  readonly slots: readonly Slot[];
  readonly bed?: readonly [x1: number, y1: number, x2: number, y2: number];
  readonly wraps?: "a" | "b";
}

/** A mountain or a tree, only for the eye. */
export type Relief = readonly [kind: "m" | "t", x: number, y: number, scale: number];

/** A name in the frame, where a wrapping line leaves the board. */
export interface Sign {
  readonly city: string;
  readonly side: "west" | "east";
  readonly y: number;
}

/** `GET /api/titles/{id}/drawing`: everything about how a board looks that never changes. Paths are SVG path data. */
export interface BoardGeometry {
  readonly size: readonly [width: number, height: number];
  readonly slot: readonly [length: number, width: number];
  readonly radius: number;
  readonly font: number;
  /** Land with its lakes cut out (fill-rule evenodd). */
  readonly land: string;
  /** The land grown by less and less, for the lines in the water. */
  readonly shallows: readonly string[];
  /** The land shrunk a little, for its shaded edge. */
  readonly inland: string;
  readonly borders: string;
  readonly provinces: string;
  readonly rivers: string;
  readonly relief: readonly Relief[];
  readonly compass: readonly [x: number, y: number, radius: number] | null;
  readonly cities: Readonly<Record<string, CityGeometry>>;
  readonly lines: Readonly<Record<string, LineGeometry>>;
  readonly signs: readonly Sign[];
}

export type CardColour =
  | "red"
  | "blue"
  | "green"
  | "yellow"
  | "black"
  | "white"
  | "orange"
  | "pink"
  | "purple";

export type LineColour = CardColour | "gray";

/** A line as `GET /api/titles/{id}/board` describes it (the fields that the drawing needs). */
export interface LineFacts {
  readonly id: string;
  readonly a: string;
  readonly b: string;
  readonly length: number;
  readonly colour: string;
  readonly kind: string;
  readonly locomotives: number;
  readonly pairs: boolean;
}

/** A city as the server describes it (the fields that the drawing needs). */
export interface CityFacts {
  readonly id: string;
  readonly name: string;
  readonly port: boolean;
  readonly waypoint: boolean;
}

/** The facts of a board; the server's answer can be passed as it is. */
export interface BoardFacts {
  readonly cities: readonly CityFacts[];
  readonly lines: readonly LineFacts[];
}

/** What players have laid on the board: the seat for each claimed line, and for each city with a station or harbour. */
export interface BoardPieces {
  readonly lines: Readonly<Record<string, number>>;
  readonly markers: Readonly<Record<string, number>>;
  /** What stands in the cities of this title. */
  readonly marker: "station" | "harbour" | null;
}

/** What is lit just now. All of it is optional, and empty when left out. */
export interface BoardHighlights {
  /** Lines that may be chosen: a calm glow. */
  readonly lines?: Iterable<string>;
  /** The line being looked at or paid for: a strong outline. */
  readonly chosen?: string | null;
  /** Cities that may be chosen, for a station or a harbour: a calm glow. */
  readonly cities?: Iterable<string>;
  /** Cities of tickets: a strong ring that also enlarges the name. */
  readonly ticketCities?: Iterable<string>;
  /** Lines of a way: the best remaining way of a ticket, or the longest path. Drawn as one continuous ribbon. */
  readonly path?: Iterable<string>;
  /** Whose path it is; decides the ribbon's colour. */
  readonly pathSeat?: number | null;
}

/** All words come from outside: what a screen reader says for the board, a line and a city. */
export interface BoardWords {
  board(): string;
  line(line: LineFacts, seat: number | null): string;
  city(city: CityFacts, seat: number | null): string;
}

/** What the pointer or the keyboard is on. */
export type BoardTarget =
  | { readonly kind: "line"; readonly id: string }
  | { readonly kind: "city"; readonly id: string };

/**
 * Pass the same `geometry`, `facts` and `pieces.lines` objects as long as nothing in them changes: layers are drawn again only when
 * the object is another one. A page shows one board at a time.
 */
export interface BoardProps {
  readonly geometry: BoardGeometry;
  readonly facts: BoardFacts;
  readonly pieces: BoardPieces;
  readonly highlights?: BoardHighlights;
  readonly words: BoardWords;
  /** A line was clicked, tapped, or chosen with Enter or Space. */
  readonly onLine?: (id: string) => void;
  /** A city was clicked, tapped, or chosen with Enter or Space. */
  readonly onCity?: (id: string) => void;
  /** The pointer or the focus came to a line or city, or (null) left it. `at` is its middle in page coordinates. */
  readonly onTarget?: (target: BoardTarget | null, at: DOMRect | null) => void;
  /** Called once with the camera, and with null when the board goes away. */
  readonly onCamera?: (camera: Camera | null) => void;
}
