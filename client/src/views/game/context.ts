/** What every part of the game's view needs. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Atlas } from "../../core/atlas";
import type { Desk } from "../../core/desk";
import type { TableState } from "../../core/reducer";
import type { TableSession } from "../../core/session";
import type { Store } from "../../core/store";
import { t } from "../../i18n";
import type { Spotlight } from "./spotlight";

export interface GameParts {
  readonly session: TableSession;
  readonly atlas: Atlas;
  readonly desk: Desk;
  readonly spotlight: Store<Spotlight>;
}

export const GameContext = createContext<GameParts | null>(null);

export function useGame(): GameParts {
  const parts = useContext(GameContext);
  if (!parts) throw new Error("a part of the game is drawn outside of it");
  return parts;
}

/** What somebody at the table is called. */
export function seatName(state: TableState, seat: number): string {
  const person = state.info?.people[seat];
  return person?.name ?? (person?.bot ? `${person.bot} ${seat + 1}` : t("make.seat", { n: seat + 1 }));
}
