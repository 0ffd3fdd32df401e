/** The board, and what cards, scores and the log share with it. */

export { PlayerBadge, type PlayerBadgeProps } from "./badge";
export { Board } from "./board";
export type { Camera } from "./camera";
export type { Area } from "./look";
export { layMarker, layPieces, pulseLine } from "./motion";
export { BOARD_COLOURS, CARD_COLOURS, inkOn, isCardColour, type PlayerLook, playerLook } from "./palette";
export { areaOf } from "./pick";
export { ColourSymbol, type ColourSymbolProps, locomotivePath, symbolPath } from "./symbols";
export type * from "./types";
