/** Tickets: the own ones with what is still to be built, and those to choose from. */

import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Ticket } from "../../core/types";
import { bestWay, joined } from "../../core/ways";
import { signed, t } from "../../i18n";
import type { KeepTickets } from "../../protocol";
import { useStore } from "../hooks";
import { Icon } from "../symbols";
import { useGame } from "./context";
import { DARK, ownersOf } from "./spotlight";

export function Tickets(): VNode {
  const { session, atlas } = useGame();
  const own = useStore(session.state, (state) => state.own);
  const table = useStore(session.state, (state) => state.table);
  const tickets = own?.tickets.flatMap((id) => atlas.ticket(id) ?? []) ?? [];
  if (tickets.length === 0) return <p class="quiet small">{t("tickets.none")}</p>;
  const seat = own?.seat ?? -1;
  return (
    <ul class="tickets" aria-label={t("tickets.title")}>
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <TicketButton ticket={ticket} onClick={() => undefined}>
            <Progress ticket={ticket} seat={seat} key={`${table?.turns_played}`} />
          </TicketButton>
        </li>
      ))}
    </ul>
  );
}

/** A ticket; looking at it lights its cities and its best remaining way. */
export function TicketButton(props: {
  ticket: Ticket;
  pressed?: boolean;
  onClick: () => void;
  children?: ComponentChildren;
}): VNode {
  const { atlas, spotlight } = useGame();
  const { ticket } = props;
  const look = (): void => spotlight.update((now) => ({ ...now, ticket: ticket.id }));
  const away = (): void =>
    spotlight.update((now) => (now.ticket === ticket.id ? { ...now, ticket: null } : now));
  useEffect(() => away, []);
  return (
    <button
      type="button"
      class="ticket"
      data-ticket={ticket.id}
      aria-pressed={props.pressed}
      onPointerEnter={look}
      onPointerLeave={away}
      onFocus={look}
      onBlur={away}
      onClick={() => {
        look();
        props.onClick();
      }}
    >
      <span class="ticket-cities">
        {ticket.cities.map((city) => (
          <span key={city}>{atlas.city(city)}</span>
        ))}
      </span>
      <span class="ticket-worth">
        <b>{ticket.points}</b>
        {ticket.points_in_order !== ticket.points && (
          <small>{t("tickets.ordered", { count: ticket.points_in_order })}</small>
        )}
        {ticket.penalty !== ticket.points && (
          <small>{t("tickets.penalty", { points: signed(-ticket.penalty) })}</small>
        )}
      </span>
      {props.children}
    </button>
  );
}

function Progress(props: { ticket: Ticket; seat: number }): VNode {
  const { session, atlas } = useGame();
  const owners = ownersOf(useStore(session.state, (state) => state.table));
  const { ticket, seat } = props;
  if (joined(ticket, atlas.facts.lines, owners, seat)) {
    return (
      <small class="ticket-state made">
        <Icon name="check" />
        {t("tickets.done")}
      </small>
    );
  }
  const way = bestWay(ticket, atlas.facts.lines, owners, seat);
  return (
    <small class={`ticket-state ${way ? "" : "missed"}`}>
      {way ? t("tickets.togo", { count: way.spaces }) : t("tickets.noway")}
    </small>
  );
}

/** Choose which of the offered tickets to keep; their cities are lit on the map. */
export function ChooseTickets(): VNode {
  const { session, atlas, desk, spotlight } = useGame();
  const own = useStore(session.state, (state) => state.own);
  const opening = useStore(session.state, (state) => state.table?.decision?.kind === "opening_tickets");
  const offer = own?.offer ?? [];
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const ways = desk.legal.filter((action): action is KeepTickets => action.do === "keep_tickets");
  const fewest = Math.min(...ways.map((way) => way.tickets.length));
  const chosen = ways.find(
    (way) => way.tickets.length === picked.size && way.tickets.every((ticket) => picked.has(ticket)),
  );
  useEffect(() => {
    spotlight.update((now) => ({ ...now, tickets: picked.size > 0 ? [...picked] : offer }));
    return () => spotlight.set(DARK);
  }, [picked, own]);

  function toggle(ticket: string): void {
    const next = new Set(picked);
    if (!next.delete(ticket)) next.add(ticket);
    setPicked(next);
  }

  return (
    <section class="task" aria-labelledby="choose-tickets" data-choose="tickets">
      <h2 id="choose-tickets">
        {opening ? t("tickets.choose.opening") : t("tickets.choose")}{" "}
        <small class="quiet">{t("tickets.few", { count: fewest })}</small>
      </h2>
      <ul class="tickets offered">
        {offer
          .flatMap((id) => atlas.ticket(id) ?? [])
          .map((ticket) => (
            <li key={ticket.id}>
              <TicketButton
                ticket={ticket}
                pressed={picked.has(ticket.id)}
                onClick={() => toggle(ticket.id)}
              />
            </li>
          ))}
      </ul>
      <p class="row-of-buttons">
        <button
          type="button"
          class="button strong"
          data-do="keep"
          disabled={!chosen}
          onClick={() => chosen && desk.send(chosen)}
        >
          {t("tickets.keep", { count: picked.size })}
        </button>
      </p>
    </section>
  );
}
