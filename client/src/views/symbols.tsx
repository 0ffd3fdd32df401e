/** The symbols: one for each card colour, so that nobody depends on colour alone, and one for each thing that is counted. */

import type { VNode } from "preact";
import { isCardColour, locomotivePath, symbolPath } from "../board";

const STAR = "M12 1.8l3 6.7 7.2.8-5.4 4.9 1.5 7.2L12 17.7l-6.3 3.7 1.5-7.2L1.8 9.3 9 8.5z";

/** The symbol of a card colour, or the locomotive's, in the colour of the text around it. */
export function ColourMark(props: { colour: string; class?: string }): VNode {
  return (
    <svg viewBox="0 0 24 24" class={`symbol ${props.class ?? ""}`} aria-hidden="true">
      <path
        d={symbolOf(props.colour)}
        fill="currentColor"
        fill-rule={isCardColour(props.colour) ? "evenodd" : "nonzero"}
      />
    </svg>
  );
}

function symbolOf(colour: string): string {
  if (isCardColour(colour)) return symbolPath(colour, 12, 12, 9.4);
  return colour === "locomotive" ? locomotivePath(12, 12.4, 2.1) : "";
}

const ICONS = {
  train: "M6 3h12v11l-2 3H8l-2-3zM8.5 6v4h7V6zM7 21l2-3h6l2 3h-2.2l-.6-1H9.8l-.6 1z",
  ship: "M11 2h2v3h3v4h3l2 2-3 8H6l-3-8 2-2h3V5h3zM2 21c2 0 2-1 4-1s2 1 4 1 2-1 4-1 2 1 4 1 2-1 4-1v2c-2 0-2 1-4 1s-2-1-4-1-2 1-4 1-2-1-4-1-2 1-4 1z",
  station: "M12 2l9 7v2h-2v10H5V11H3V9zm-2 19h4v-6h-4z",
  harbour: "M10 2h4l1 4H9zM9 7h6l2 13h3v2H4v-2h3zm1 4h4v2h-4z",
  anchor:
    "M12 2a3 3 0 0 1 1.3 5.7V10H17v2.2h-3.7v7a6.4 6.4 0 0 0 5-4.7l-1.6.4 2.9-4.4 2.4 4.8-1.5-.3A9 9 0 0 1 12 22a9 9 0 0 1-8.5-7l-1.5.3 2.4-4.8 2.9 4.4-1.6-.4a6.4 6.4 0 0 0 5 4.700v-7H7V10h3.700V7.700A3 3 0 0 1 12 2z",
  cards: "M4 5l10-2 4 15-10 3zM17 5h3v14l-1 .3z",
  ticket: "M2 6h20v4a2 2 0 0 0 0 4v4H2v-4a2 2 0 0 0 0-4zm6 3v6h1.500V9zm3.5 1v1.500h6V10zm0 3v1.500h4V13z",
  clock: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm-1 5v6l5 3 1-1.7-4-2.300V7z",
  sound: "M3 9h4l6-5v16l-6-5H3zm13-1.500a6 6 0 0 1 0 9M18.5 5a9.5 9.5 0 0 1 0 14",
  mute: "M3 9h4l6-5v16l-6-5H3zm13 .5l5 5m0-5l-5 5",
  menu: "M3 5h18v2.500H3zM3 11h18v2.500H3zM3 17h18v2.500H3z",
  plus: "M10.5 4h3v6.500H20v3h-6.500V20h-3v-6.500H4v-3h6.500z",
  minus: "M4 10.500h16v3H4z",
  fit: "M3 3h7v2.500H5.500V10H3zm11 0h7v7h-2.500V5.500H14zM3 14h2.500v4.500H10V21H3zm15.5 0H21v7h-7v-2.500h4.500z",
  check: "M4 12l3-3 4 4 7-8 3 3-10 11z",
  cross: "M5 3l7 7 7-7 2 2-7 7 7 7-2 2-7-7-7 7-2-2 7-7-7-7z",
  undo: "M9 4v4h5a6 6 0 0 1 0 12H8v-3h6a3 3 0 0 0 0-6H9v4L2.5 9.500z",
  log: "M4 4h16v2.500H4zm0 4.500h12V11H4zM4 13h16v2.500H4zm0 4.500h9V20H4z",
  chat: "M3 4h18v12H11l-5 5v-5H3z",
  line: "M5 20a3 3 0 1 1 1.5-5.600l7.1-7.100A3 3 0 1 1 16.7 10.400l-7.1 7.100A3 3 0 0 1 5 20z",
  home: "M12 3l10 9h-3v9h-5v-6h-4v6H5v-9H2z",
  play: "M6 3l15 9-15 9z",
  pause: "M5 3h5v18H5zm9 0h5v18h-5z",
  next: "M5 4l10 8-10 8zM16 4h3v16h-3z",
  previous: "M19 4L9 12l10 8zM5 4h3v16H5z",
  star: STAR,
} as const;

export type IconName = keyof typeof ICONS;

/** The sign of a thing; words stand beside it or in its button's label. */
export function Icon(props: { name: IconName; class?: string }): VNode {
  const drawn = props.name === "sound" || props.name === "mute";
  return (
    <svg viewBox="0 0 24 24" class={`icon ${props.class ?? ""}`} aria-hidden="true">
      <path
        d={ICONS[props.name]}
        fill="currentColor"
        fill-rule="evenodd"
        stroke={drawn ? "currentColor" : "none"}
        stroke-width={drawn ? 1.6 : 0}
      />
    </svg>
  );
}
