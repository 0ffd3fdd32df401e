/** The board, and what cards, scores and the log share with it. */

export { Board } from "./Board";
export type { Area, Camera } from "./camera";
export { layMarker, layPieces, pulseLine } from "./motion";
export { BOARD_COLOURS, CARD_COLOURS, inkOn, isCardColour, type PlayerLook, playerLook } from "./palette";
export { areaOf } from "./pick";
export { PlayerBadge, type PlayerBadgeProps } from "./pieces";
export { ColourSymbol, type ColourSymbolProps, locomotivePath, symbolPath } from "./symbols";
export type * from "./types";
