/** The colours of the house: cards, players, and the board itself. Every card and player also has a symbol or a pattern. */

import type { CardColour, LineColour } from "./types";

export const CARD_COLOURS: Readonly<Record<LineColour, string>> = {
  red: "#d4183b",
  blue: "#1f7db8",
  green: "#40c987",
  yellow: "#ffeb4c",
  black: "#32292c",
  white: "#fbfffb",
  orange: "#fd8906",
  pink: "#e79dcd",
  purple: "#ae78d6",
  gray: "#c2bcb0",
};

export type PlayerPattern = "stripe" | "dots" | "chevrons" | "bars" | "diamonds";

export interface PlayerLook {
  readonly colour: string;
  readonly pattern: PlayerPattern;
}

const PLAYERS: readonly [PlayerLook, ...PlayerLook[]] = [
  { colour: "#c40125", pattern: "stripe" },
  { colour: "#36619c", pattern: "dots" },
  { colour: "#4bb296", pattern: "chevrons" },
  { colour: "#ffcc00", pattern: "bars" },
  { colour: "#1b1921", pattern: "diamonds" },
];

/** How many players have a look of their own. */
export const PLAYER_LOOKS = PLAYERS.length;

/** The colour and pattern of a seat's pieces. */
export function playerLook(seat: number): PlayerLook {
  return PLAYERS[seat % PLAYERS.length] ?? PLAYERS[0];
}

export const BOARD_COLOURS = {
  ink: "#2a2622",
  paper: "#fffaf0",
  frame: "#22343b",
  gold: "#c9a45c",
  sign: "#e9d9ae",
  landInner: "#f8f1e1",
  landOuter: "#f0e5cd",
  landEdge: "#ecdfc0",
  waterInner: "#b9d6da",
  waterOuter: "#a6c9cf",
  ripple: "#86b3bb",
  shallows: ["#b9d6da", "#c4dee0", "#d0e5e4", "#deeeea"],
  coast: "#6f8f93",
  border: "#b0603f",
  province: "#c9b48b",
  river: "#a9cdd2",
  seaway: "#3f6d77",
  track: "#8a7355",
  cityDot: "#c8472f",
  port: "#1f4a5c",
  hatchLight: "#cdc8bd",
  hatchDark: "#aaa294",
  tunnel: "#4a3a2c",
} as const;

type Rgb = readonly [number, number, number];

function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** A colour between two others: `share` of the second. */
export function mix(one: string, other: string, share: number): string {
  const [from, to] = [rgb(one), rgb(other)];
  const mixed = from.map((part, n) => Math.round(part * (1 - share) + (to[n] ?? 0) * share));
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** How bright a colour is to the eye, from 0 to 1. */
export function luminance(hex: string): number {
  const [r, g, b] = rgb(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

/** A card colour, or gray for anything else that a line's facts may say. */
export function lineColour(name: string): LineColour {
  return name in CARD_COLOURS ? (name as LineColour) : "gray";
}

export function isCardColour(name: string): name is CardColour {
  return name !== "gray" && name in CARD_COLOURS;
}

/** What is drawn on top of a colour so that it can be read. */
export function inkOn(hex: string): string {
  return luminance(hex) < 0.24 ? "#ffffff" : mix(hex, "#1a1408", 0.8);
}

/** The outline of something in a colour. */
export function edgeOf(colour: LineColour): string {
  const hex = CARD_COLOURS[colour];
  if (colour === "black") return "#0c0b0d";
  const pale = colour === "white" || colour === "gray" || colour === "yellow";
  return pale ? mix(hex, "#3a2c14", 0.58) : mix(hex, "#000000", 0.42);
}
