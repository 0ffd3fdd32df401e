/** The players: score, pieces left, cards, tickets, clock, and who is choosing. Always in sight. */

import type { VNode } from "preact";
import type { Atlas } from "../../core/atlas";
import { dueSeats } from "../../core/reducer";
import { type KeyWith, t, timeLeft } from "../../i18n";
import type { Person, SeatView } from "../../protocol";
import { useNow, useStore } from "../hooks";
import { SeatMark } from "../seat";
import { Icon, type IconName } from "../symbols";
import { Name } from "../words";
import { seatName, useGame } from "./context";

export function Players(): VNode {
  const { session, atlas } = useGame();
  const state = useStore(session.state);
  const due = dueSeats(state);
  const people = state.info?.people ?? [];
  return (
    <ol class="players" aria-label={t("panel.players")}>
      {state.table?.seats.map((seat) => {
        const person = people[seat.seat];
        return (
          <li key={seat.seat} class={`player ${due.includes(seat.seat) ? "due" : ""}`} data-seat={seat.seat}>
            <SeatMark seat={seat.seat} />
            <span class="player-name">
              <b>
                <Name of={seatName(state, seat.seat)} />
              </b>
              {seat.seat === state.you && <small class="tag">{t("seat.you")}</small>}
              {person && <Presence person={person} />}
              {due.includes(seat.seat) && (
                <span class="thinking" role="img" aria-label={t("seat.thinking")} />
              )}
            </span>
            <span class="player-points" data-points={seat.points}>
              <b>{seat.points}</b>
              <span class="sr">{t("seat.points", { count: seat.points })}</span>
            </span>
            <Counts seat={seat} marker={atlas.marker} />
            {due.includes(seat.seat) && person && <Clock person={person} />}
          </li>
        );
      })}
    </ol>
  );
}

function Presence(props: { person: Person }): VNode | null {
  const { person } = props;
  if (person.bot) return <small class="tag">{t("seat.bot")}</small>;
  if (person.substitute) return <small class="tag">{t("seat.substitute")}</small>;
  return person.here ? null : <small class="tag">{t("seat.away")}</small>;
}

const MARKERS = { station: "seat.stations", harbour: "seat.harbours" } as const;

function Counts(props: { seat: SeatView; marker: Atlas["marker"] }): VNode {
  const { seat, marker } = props;
  const cards = Object.values(seat.hand_size).reduce((sum, n) => sum + n, 0);
  return (
    <span class="player-counts">
      <Count icon="train" words="seat.trains" count={seat.pieces.trains ?? 0} />
      {seat.pieces.ships !== undefined && <Count icon="ship" words="seat.ships" count={seat.pieces.ships} />}
      <Count icon="cards" words="seat.cards" count={cards} />
      <Count icon="ticket" words="seat.tickets" count={seat.tickets} />
      {marker && seat.markers > 0 && <Count icon={marker} words={MARKERS[marker]} count={seat.markers} />}
    </span>
  );
}

function Count(props: { icon: IconName; words: KeyWith<"count">; count: number }): VNode {
  const words = t(props.words, { count: props.count });
  return (
    <span class="count-of" title={words}>
      <Icon name={props.icon} />
      <span aria-hidden="true">{props.count}</span>
      <span class="sr">{words}</span>
    </span>
  );
}

/** The time that is left for this turn, and what the bank still holds. */
function Clock(props: { person: Person }): VNode | null {
  const { session } = useGame();
  const deadline = useStore(session.state, (state) => state.info?.deadline ?? null);
  const ahead = useStore(session.state, (state) => state.ahead);
  const now = useNow(deadline !== null) + ahead;
  if (deadline === null || props.person.bot) return null;
  const left = deadline - now;
  return (
    <span class={`player-clock ${left < 15_000 ? "urgent" : ""}`} role="timer">
      <Icon name="clock" />
      {timeLeft(left)}
    </span>
  );
}
