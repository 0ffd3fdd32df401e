/** A player's piece by itself, for names, scores and the log. */

import { Harbour, paintOf, Ship, Station, Wagon } from "./models";

export interface PlayerBadgeProps {
  readonly seat: number;
  /** Width in CSS pixels; a badge is half as high. */
  readonly size?: number;
  readonly piece?: "train" | "ship" | "station" | "harbour";
  readonly label?: string;
}

export function PlayerBadge({ seat, size = 28, piece = "train", label }: PlayerBadgeProps) {
  const paint = paintOf(seat);
  const voice =
    label === undefined ? { "aria-hidden": true as const } : { role: "img" as const, "aria-label": label };
  const upright = piece === "station" || piece === "harbour";
  const box = { a: 15.2, b: 6.4 };
  return (
    <svg
      class="player-badge"
      viewBox={upright ? "-11 -16 22 25" : "-17 -8.5 34 17"}
      width={upright ? size * 0.6 : size}
      height={upright ? size * 0.7 : size / 2}
      {...voice}
    >
      {piece === "train" && <Wagon size={box} paint={paint} engine />}
      {piece === "ship" && <Ship size={box} paint={paint} />}
      {piece === "station" && <Station paint={paint} />}
      {piece === "harbour" && <Harbour paint={paint} />}
    </svg>
  );
}
