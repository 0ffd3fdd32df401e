/** The symbol of each card colour, and the locomotive: drawn on spaces, cards and in the log, so that nobody depends on colour. */

import { CARD_COLOURS, edgeOf, inkOn, isCardColour } from "./palette";
import { Pen } from "./pen";
import type { CardColour } from "./types";

type Draw = (pen: Pen, r: number) => Pen;
type Point = readonly [x: number, y: number];

/** Points written as "x,y x,y …", made larger by a factor. */
function points(text: string, scale: number): Point[] {
  return text.split(" ").map((pair) => {
    const [x = 0, y = 0] = pair.split(",").map(Number);
    return [x * scale, y * scale];
  });
}

function star(pen: Pen, r: number): Pen {
  const tips = Array.from({ length: 10 }, (_, k): Point => {
    const reach = k % 2 === 0 ? r * 1.22 : r * 0.52;
    return [Math.sin((k * Math.PI) / 5) * reach, -Math.cos((k * Math.PI) / 5) * reach];
  });
  return pen.polygon(tips);
}

function cross(pen: Pen, r: number): Pen {
  const [a, b, c] = [r * 0.32, r * 1.05, Math.SQRT1_2];
  const arm: readonly Point[] = [
    [a, a],
    [b, a],
    [b, -a],
  ];
  const quarters = [0, 1, 2, 3].flatMap((turns) => arm.map((point) => turned(point, turns)));
  return pen.polygon(quarters.map(([x, y]) => [(x - y) * c, (x + y) * c]));
}

/** A point after so many quarter turns to the left. */
function turned([x, y]: Point, quarters: number): Point {
  return quarters === 0 ? [x, y] : turned([y, -x], quarters - 1);
}

function bar(pen: Pen, left: number, right: number, r: number): Pen {
  return pen.move(left, -r).line(right, -r).line(right, r).line(left, r).close();
}

function clover(pen: Pen, r: number): Pen {
  const q = r * 0.54;
  for (const [x, y] of points("0,-1 1,0 0,1 -1,0", q * 1.04)) pen.circle(x, y, q);
  return pen;
}

function crescent(pen: Pen, r: number): Pen {
  return pen
    .move(r * 0.62, -r * 0.95)
    .curve(-r * 1.35, -r * 1.25, -r * 1.35, r * 1.25, r * 0.62, r * 0.95)
    .curve(-r * 0.42, r * 0.75, -r * 0.42, -r * 0.75, r * 0.62, -r * 0.95)
    .close();
}

const SYMBOLS: Readonly<Record<CardColour, Draw>> = {
  red: (pen, r) => pen.polygon(points("0,-1.18 1.08,0 0,1.18 -1.08,0", r)),
  blue: (pen, r) => pen.circle(0, 0, r).circle(0, 0, r * 0.48),
  green: (pen, r) => pen.polygon(points("0,-1.08 1.14,0.86 -1.14,0.86", r)),
  yellow: star,
  black: cross,
  white: (pen, r) => bar(pen, -r * 0.88, r * 0.88, r * 0.88),
  orange: (pen, r) => bar(bar(pen, -r, -r * 0.25, r * 0.92), r * 0.25, r, r * 0.92),
  pink: clover,
  purple: crescent,
};

/** Path data of a colour's symbol (fill-rule evenodd) around a point. */
export function symbolPath(colour: CardColour, x: number, y: number, radius: number): string {
  return SYMBOLS[colour](new Pen(x, y), radius).toString();
}

const ENGINE =
  "-4.6,1.6 -4.6,-3.4 -5.3,-3.4 -5.3,-4.4 -1.2,-4.4 -1.2,-3.4 -1.7,-3.4 -1.7,-1.5 1.6,-1.5 1.6,-3.9 " +
  "1.1,-3.9 1.1,-4.7 3.4,-4.7 3.4,-3.9 2.9,-3.9 2.9,-1.5 4.4,-1.2 4.9,0 4.9,1.6";

/** Path data of a small engine seen from the side, about ten units wide, around a point. */
export function locomotivePath(x: number, y: number, scale: number): string {
  const pen = new Pen(x, y).polygon(points(ENGINE, scale));
  pen.circle(-2.9 * scale, 2.7 * scale, 1.75 * scale);
  for (const wheel of [1, 4]) pen.circle(wheel * scale, 2.9 * scale, 1.45 * scale);
  return pen.toString();
}

export interface ColourSymbolProps {
  /** A card colour, or `locomotive`. Anything else is drawn as an empty tile. */
  readonly colour: string;
  /** Side of the tile, in CSS pixels. */
  readonly size?: number;
  /** Say what it is; leave it out where text beside it says so already. */
  readonly label?: string;
  /** Only the symbol in the current text colour, without the tile. */
  readonly bare?: boolean;
}

/** A tile with a card colour and its symbol, for cards, payments and the log. */
export function ColourSymbol({ colour, size = 16, label, bare = false }: ColourSymbolProps) {
  const voice =
    label === undefined ? { "aria-hidden": true as const } : { role: "img" as const, "aria-label": label };
  const known = isCardColour(colour);
  const fill = known ? CARD_COLOURS[colour] : "#fffaf0";
  const path = known
    ? symbolPath(colour, 10, 10, 5.2)
    : colour === "locomotive"
      ? locomotivePath(10, 10.4, 1.45)
      : "";
  return (
    <svg class="colour-symbol" viewBox="0 0 20 20" width={size} height={size} {...voice}>
      {bare ? null : (
        <rect
          x="1"
          y="1"
          width="18"
          height="18"
          rx="4"
          fill={fill}
          stroke={edgeOf(known ? colour : "gray")}
          stroke-width="1.2"
        />
      )}
      <path d={path} fill={bare ? "currentColor" : inkOn(fill)} fill-rule={known ? "evenodd" : "nonzero"} />
    </svg>
  );
}
