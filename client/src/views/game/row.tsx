/** The row of face-up cards, the decks beside it, and the tickets to draw. */

import type { VNode } from "preact";
import { t } from "../../i18n";
import { CardBack, CardFace } from "../card";
import { useStore } from "../hooks";
import { cardName } from "../words";
import { useGame } from "./context";

export function CardRow(): VNode {
  const { session, desk } = useGame();
  const table = useStore(session.state, (state) => state.table);
  const legal = useStore(session.state, (state) => state.choices?.legal) ?? [];
  const sending = useStore(session.sending) > 0;
  const slots = new Set(legal.flatMap((action) => (action.do === "take_card" ? [action.slot] : [])));
  return (
    <section class="market" aria-label={t("row.title")}>
      <ul class="row-cards">
        {table?.row.map((card, slot) => (
          <li key={slot}>
            <button
              type="button"
              class="card-button"
              data-slot={slot}
              disabled={sending || !slots.has(slot)}
              aria-label={card ? t("row.take", { card: cardName(card) }) : t("row.gap")}
              onClick={() => desk.takeCard(slot)}
            >
              {card ? <CardFace card={card} /> : <span class="card gap" />}
            </button>
          </li>
        ))}
      </ul>
      <Decks sending={sending} />
    </section>
  );
}

function Decks(props: { sending: boolean }): VNode {
  const { session, desk } = useGame();
  const table = useStore(session.state, (state) => state.table);
  const legal = useStore(session.state, (state) => state.choices?.legal) ?? [];
  const tickets = legal.find((action) => action.do === "draw_tickets");
  return (
    <div class="decks">
      {Object.entries(table?.decks ?? {}).map(([deck, count]) => {
        const draw = legal.find((action) => action.do === "draw_card" && action.deck === deck);
        return (
          <DeckButton
            key={deck}
            deck={deck}
            name={deckName(deck)}
            label={(count) => t("row.deck", { count })}
            count={count}
            disabled={props.sending || !draw}
            onClick={() => draw && desk.send(draw)}
          />
        );
      })}
      <DeckButton
        deck="tickets"
        name={t("row.tickets.name")}
        label={(count) => t("row.tickets", { count })}
        count={table?.ticket_deck ?? 0}
        disabled={props.sending || !tickets}
        onClick={() => tickets && desk.send(tickets)}
      />
    </div>
  );
}

function DeckButton(props: {
  deck: string;
  name: string;
  label: (count: number) => string;
  count: number;
  disabled: boolean;
  onClick: () => void;
}): VNode {
  return (
    <button
      type="button"
      class="deck-button"
      data-deck={props.deck}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <CardBack deck={props.deck} />
      <span class="deck-words">
        <b>{props.name}</b> <small aria-hidden="true">{props.count}</small>
      </span>{" "}
      <span class="sr">{props.label(props.count)}</span>
    </button>
  );
}

export function deckName(deck: string): string {
  if (deck === "trains" || deck === "ships" || deck === "cards") return t(`row.deck.${deck}`);
  return deck;
}
