/** The pieces themselves, in a player's colour and pattern: wagon and engine, ship, station house, lighthouse. */

import { BOARD_COLOURS as C, luminance, mix, type PlayerPattern, playerLook } from "./palette";

export interface Size {
  readonly a: number; // half a piece's length
  readonly b: number; // half its width
}

/** The player's pattern on a roof from `x0` to `x1`, so that players differ without colour. */
/** The marks of a pattern on a roof: where they are drawn, and how thick; without a thickness they are filled. */
const ROOFS: Record<
  PlayerPattern,
  (middle: number, long: number, b: number) => { d: string; width: number | null }
> = {
  stripe: (middle, long, b) => ({ d: `M${middle - long * 0.34} 0H${middle + long * 0.34}`, width: b * 0.36 }),
  dots: (middle, long, b) => ({
    d: [-1, 0, 1].map((k) => `M${middle + k * long * 0.25} 0h.01`).join(""),
    width: b * 0.56,
  }),
  chevrons: (middle, long, b) => {
    const way = `l${b * 0.48} ${b * 0.46}l${-b * 0.48} ${b * 0.46}`;
    const marks = [-1, 0, 1].map((k) => `M${middle + k * long * 0.21 - b * 0.26} ${-b * 0.46}${way}`);
    return { d: marks.join(""), width: b * 0.27 };
  },
  bars: (middle, long, b) => ({
    d: [-1.5, -0.5, 0.5, 1.5].map((k) => `M${middle + k * long * 0.18} ${-b * 0.48}V${b * 0.48}`).join(""),
    width: b * 0.28,
  }),
  diamonds: (middle, long, b) => {
    const way = `l${b * 0.5} ${-b * 0.48}l${b * 0.5} ${b * 0.48}l${-b * 0.5} ${b * 0.48}z`;
    return {
      d: [-0.75, 0.75].map((k) => `M${middle + k * long * 0.25 - b * 0.5} 0${way}`).join(""),
      width: null,
    };
  },
};

function Roof(props: { pattern: PlayerPattern; x0: number; x1: number; b: number; ink: string }) {
  const { pattern, x0, x1, b, ink } = props;
  const { d, width } = ROOFS[pattern]((x0 + x1) / 2, x1 - x0, b);
  if (width === null) return <path d={d} fill={ink} />;
  return (
    <path
      d={d}
      fill="none"
      stroke={ink}
      stroke-linecap="round"
      stroke-linejoin="round"
      stroke-width={width}
    />
  );
}

function wagonBody({ a, b }: Size, engine: boolean): string {
  const r = b * 0.3;
  const tail = `H${-a + r}Q${-a} ${b} ${-a} ${b - r}V${-b + r}Q${-a} ${-b} ${-a + r} ${-b}Z`;
  if (engine)
    return `M${-a + r} ${-b}H${a - b * 1.1}C${a - b * 0.3} ${-b} ${a} ${-b * 0.55} ${a} 0C${a} ${b * 0.55} ${a - b * 0.3} ${b} ${a - b * 1.1} ${b}${tail}`;
  return `M${-a + r} ${-b}H${a - r}Q${a} ${-b} ${a} ${-b + r}V${b - r}Q${a} ${b} ${a - r} ${b}${tail}`;
}

function shipHull({ a, b }: Size, inset: number): string {
  const [l, h] = [a - inset, b - inset];
  return `M${-l} ${-h * 0.6}Q${-l - inset * 0.3} 0 ${-l} ${h * 0.6}Q${-l * 0.4} ${h * 1.12} ${l * 0.45} ${h * 0.86}Q${l * 0.85} ${h * 0.5} ${l} 0Q${l * 0.85} ${-h * 0.5} ${l * 0.45} ${-h * 0.86}Q${-l * 0.4} ${-h * 1.12} ${-l} ${-h * 0.6}Z`;
}

export interface Paint {
  readonly colour: string;
  readonly dark: string;
  readonly rim: string;
  readonly light: string;
  readonly ink: string;
  readonly pattern: PlayerPattern;
}

export function paintOf(seat: number): Paint {
  const { colour, pattern } = playerLook(seat);
  const pale = luminance(colour) > 0.3;
  const black = luminance(colour) < 0.02;
  return {
    colour: black ? mix(colour, "#ffffff", 0.2) : colour,
    pattern,
    dark: mix(colour, "#000000", 0.42),
    rim: black ? "#000000" : mix(colour, "#000000", 0.66),
    light: mix(colour, "#ffffff", 0.45),
    ink: pale ? "#1d1a18" : "#ffffff",
  };
}

export function Wagon({ size, paint, engine }: { size: Size; paint: Paint; engine: boolean }) {
  const { a, b } = size;
  const body = wagonBody(size, engine);
  const nose = engine ? b * 0.75 : 0;
  const [x0, x1] = [-a + b * 0.32, a - b * 0.32 - nose];
  return (
    <>
      <path d={body} fill={paint.dark} stroke={paint.rim} stroke-width={b * 0.16} />
      <rect x={x0} y={-b * 0.68} width={x1 - x0} height={b * 1.36} rx={b * 0.26} fill={paint.colour} />
      <path
        d={`M${x0 + b * 0.2} ${-b * 0.54}H${x1 - b * 0.2}`}
        stroke={paint.light}
        stroke-width={b * 0.15}
        stroke-linecap="round"
      />
      {engine && (
        <circle cx={a - b * 0.5} r={b * 0.3} fill={paint.rim} stroke={paint.light} stroke-width={b * 0.13} />
      )}
      <Roof pattern={paint.pattern} x0={x0} x1={x1} b={b} ink={paint.ink} />
    </>
  );
}

export function Ship({ size, paint }: { size: Size; paint: Paint }) {
  const { a, b } = size;
  const hull = shipHull(size, 0);
  return (
    <>
      <path d={hull} fill={paint.dark} stroke={paint.rim} stroke-width={b * 0.16} />
      <path d={shipHull(size, b * 0.3)} fill={paint.colour} />
      <path
        d={`M${a * 0.5} ${-b * 0.3}L${a * 0.74} 0L${a * 0.5} ${b * 0.3}`}
        fill="none"
        stroke={paint.light}
        stroke-width={b * 0.14}
      />
      <Roof pattern={paint.pattern} x0={-a * 0.74} x1={a * 0.42} b={b} ink={paint.ink} />
    </>
  );
}

export function Station({ paint }: { paint: Paint }) {
  return (
    <>
      <path
        d="M-8.6 6.4V-1.4L0-9.4L8.6-1.4V6.4Z"
        fill={C.paper}
        stroke={C.paper}
        stroke-width="2.4"
        stroke-linejoin="round"
      />
      <path d="M-6.8 6V-2.4H6.8V6Z" fill={paint.colour} stroke={paint.rim} stroke-width="1.1" />
      <path
        d="M-8.6-1.6L0-9L8.6-1.6Z"
        fill={paint.dark}
        stroke={paint.rim}
        stroke-width="1.1"
        stroke-linejoin="round"
      />
      <g transform="translate(0 1.7)">
        <Roof pattern={paint.pattern} x0={-6} x1={6} b={4.4} ink={paint.ink} />
      </g>
    </>
  );
}

export function Harbour({ paint }: { paint: Paint }) {
  return (
    <>
      <path
        d="M-6 7.4L-4.2-6V-11L0-14.4L4.2-11V-6L6 7.4Z"
        fill={C.paper}
        stroke={C.paper}
        stroke-width="2.6"
        stroke-linejoin="round"
      />
      <path
        d="M-5.4 7L-3.7-6H3.7L5.4 7Z"
        fill={paint.colour}
        stroke={paint.rim}
        stroke-width="1.1"
        stroke-linejoin="round"
      />
      <path d="M-2.5-6V-10H2.5V-6Z" fill="#ffdf7a" stroke={paint.rim} stroke-width=".9" />
      <path
        d="M-3.5-10L0-13.4L3.5-10Z"
        fill={paint.dark}
        stroke={paint.rim}
        stroke-width=".9"
        stroke-linejoin="round"
      />
      <g transform="translate(0 1.4)">
        <Roof pattern={paint.pattern} x0={-4.2} x1={4.2} b={4} ink={paint.ink} />
      </g>
    </>
  );
}
