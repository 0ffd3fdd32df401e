/** The own hand: one pile for each kind of card, with how many there are. */

import type { VNode } from "preact";
import { inOrder } from "../../core/cards";
import { total } from "../../core/payment";
import { t } from "../../i18n";
import { CardFace } from "../card";
import { useStore } from "../hooks";
import { cardName } from "../words";
import { useGame } from "./context";

export function Hand(): VNode {
  const { session } = useGame();
  const own = useStore(session.state, (state) => state.own);
  if (!own || own.seat === null) return <section class="hand quiet">{t("turn.watching")}</section>;
  const title = t("hand.title", { count: total(own.hand) });
  return (
    <section class="hand" aria-label={title} data-hand>
      {total(own.hand) === 0 && <p class="quiet small">{t("hand.empty")}</p>}
      <Piles cards={own.hand} />
    </section>
  );
}

/** Cards in piles, in the order of the title. */
export function Piles(props: { cards: Readonly<Record<string, number>> }): VNode {
  const { atlas } = useGame();
  return (
    <ul class="piles">
      {inOrder(props.cards, atlas.facts.cards).map(([card, count]) => (
        <li key={card} class="pile" data-pile={card} data-count={count}>
          <CardFace card={card} />
          <b class="pile-count" aria-hidden="true">
            {count}
          </b>
          <span class="sr">{t("hand.many", { count, card: cardName(card) })}</span>
        </li>
      ))}
    </ul>
  );
}
