/** Events in words and symbols. */

import type { ComponentChildren, VNode } from "preact";
import type { Atlas } from "../../core/atlas";
import { counted } from "../../core/payment";
import type { TableState } from "../../core/reducer";
import type { GameEvent } from "../../core/types";
import { type Key, known, t } from "../../i18n";
import type { Told } from "../../protocol";
import { CardChip, CardChips } from "../card";
import { SeatMark } from "../seat";
import { Name, Rich } from "../words";
import { seatName } from "./context";

/** Names for the things in a sentence. */
export interface Teller {
  readonly atlas: Atlas;
  readonly name: (seat: number) => string;
}

export function tellerOf(state: TableState, atlas: Atlas): Teller {
  return { atlas, name: (seat) => seatName(state, seat) };
}

/** Events that say nothing of their own. */
const QUIET = new Set<GameEvent["event"]>(["row_filled"]);

export function entryWords(entry: Told, teller: Teller): VNode[] {
  if (entry.kind === "play" || entry.kind === "start") {
    return entry.events
      .filter((event) => !QUIET.has(event.event))
      .map((event, n) => <EventWords key={`${entry.version}.${n}`} event={event} teller={teller} />);
  }
  const key = `log.${entry.kind}`;
  return known(key)
    ? [<Rich key={entry.version} of={key} gaps={{ who: <Who seat={entry.seat ?? 0} teller={teller} /> }} />]
    : [];
}

export function EventWords(props: { event: GameEvent; teller: Teller }): VNode {
  const { event, teller } = props;
  const gaps: Record<string, ComponentChildren> = {};
  if ("seat" in event) gaps.who = <Who seat={event.seat} teller={teller} />;
  const told = SENTENCES[event.event];
  const more = told ? told(event as never, teller) : {};
  const plain = `log.${event.event}`;
  const key = more.key ?? (known(plain) ? plain : "log.start");
  return <Rich of={key} count={more.count} gaps={{ ...gaps, ...more.gaps }} />;
}

function Who(props: { seat: number; teller: Teller }): VNode {
  return (
    <b class="who">
      <SeatMark seat={props.seat} class="small" />
      <Name of={props.teller.name(props.seat)} />
    </b>
  );
}

interface Sentence {
  readonly key?: Key;
  readonly count?: number;
  readonly gaps?: Readonly<Record<string, ComponentChildren>>;
}

type Of<E extends GameEvent["event"]> = Extract<GameEvent, { event: E }>;

const SENTENCES: { readonly [E in GameEvent["event"]]?: (event: Of<E>, teller: Teller) => Sentence } = {
  hand_dealt: (event) =>
    event.cards
      ? { gaps: { cards: <CardChips cards={counted(event.cards)} /> } }
      : { key: "log.hand_dealt.hidden" },
  deck_reshuffled: (event) => ({ count: event.cards }),
  tickets_offered: (event) => ({ count: event.count }),
  tickets_kept: (event) => ({ count: event.kept }),
  fleet_revealed: (event) => ({
    gaps: {
      trains: t("fleet.trains", { count: event.trains }),
      ships: t("fleet.ships", { count: event.ships }),
    },
  }),
  turns_began: (event, teller) => ({ gaps: { who: <Who seat={event.first} teller={teller} /> } }),
  card_taken: (event) => ({ gaps: { card: <CardChip card={event.card} /> } }),
  card_drawn: (event) =>
    event.card ? { gaps: { card: <CardChip card={event.card} /> } } : { key: "log.card_drawn.hidden" },
  payment_laid: (event, teller) => ({
    key: event.line ? "log.payment_laid.line" : "log.payment_laid.city",
    gaps: {
      cards: <CardChips cards={counted(event.cards)} />,
      what: event.line ? teller.atlas.between(event.line) : teller.atlas.city(event.city ?? ""),
    },
  }),
  tunnel_card_turned: (event) => ({ gaps: { card: <CardChip card={event.card} /> } }),
  tunnel_priced: (event) => ({ count: event.owed }),
  extra_paid: (event) => ({ gaps: { cards: <CardChips cards={counted(event.cards)} /> } }),
  cards_taken_back: (event, teller) => ({ gaps: { what: teller.atlas.between(event.line) } }),
  line_claimed: (event, teller) => ({
    count: event.points,
    gaps: { what: <b>{teller.atlas.between(event.line)}</b> },
  }),
  station_built: (event, teller) => ({ gaps: { what: <b>{teller.atlas.city(event.city)}</b> } }),
  harbour_built: (event, teller) => ({ gaps: { what: <b>{teller.atlas.city(event.city)}</b> } }),
  pieces_exchanged: (event) => ({
    key: event.gave === "ships" ? "log.pieces_exchanged.ships" : "log.pieces_exchanged.trains",
    count: event.count,
  }),
  last_turns_began: (event) => ({ count: event.turns }),
};
