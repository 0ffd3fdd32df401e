/** The shapes of answers over HTTP, and short names for the protocol's unions. */

import type { CityFacts, LineFacts } from "../board/types";
import type { Act, Clock, Listed, LobbyLists, Told } from "../protocol";

export type Action = Act["actions"][number];
export type GameEvent = Told["events"][number];

/** How many of each kind of card, piece or the like. */
export type Counts = Readonly<Record<string, number>>;

export interface Me {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
}

/** A small picture of a title in a frame of 210 by 104: not its map, only its air. Paths are SVG path data. */
export interface TitlePicture {
  readonly land: string;
  readonly lines: readonly (readonly [path: string, colour: string])[];
  readonly cities: readonly (readonly [x: number, y: number])[];
}

/** A title that can be played, in the words of the page's language. */
export interface TitleRow {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** As CSS has it: `#rrggbb`. */
  readonly colour: string;
  readonly picture: TitlePicture;
  readonly fewest_seats: number;
  readonly most_seats: number;
  readonly bots: readonly string[];
}

export type { Clock } from "../protocol";

/** A table in a list. */
export type TableShown = Listed;
export type Lobby = Pick<LobbyLists, "open" | "running">;

/** A table to be made; each seat is "me", "open" or a bot's name. */
export interface Wish {
  readonly title: string;
  readonly seats: readonly string[];
  readonly public: boolean;
  /** Tips for newcomers. */
  readonly advice: boolean;
  readonly clock?: Clock;
}

export type City = CityFacts;

export interface Line extends LineFacts {
  readonly any_cards: number;
  readonly double: string | null;
  readonly wraps: boolean;
}

export interface Ticket {
  readonly id: string;
  readonly cities: readonly string[];
  readonly points: number;
  readonly deck: string;
  readonly points_in_order: number;
  readonly penalty: number;
}

/** The facts of a title's board, as the server tells them. */
export interface BoardAnswer {
  readonly id: string;
  readonly name: string;
  readonly colours: readonly string[];
  readonly cards: readonly string[];
  readonly decks: readonly string[];
  readonly marker: "station" | "harbour" | null;
  readonly pieces: {
    readonly trains: number;
    readonly ships: number;
    readonly fleet: number;
    readonly advised_trains: number;
  };
  readonly cities: readonly City[];
  readonly lines: readonly Line[];
  readonly tickets: readonly Ticket[];
  readonly line_points: Readonly<Record<string, number>>;
}

/** A finished game after so many steps. */
export interface Replayed {
  readonly step: number;
  readonly steps: number;
  readonly events: readonly GameEvent[];
  readonly views: readonly {
    readonly table: import("../protocol").TableFacts;
    readonly own: import("../protocol").OwnFacts;
  }[];
}
