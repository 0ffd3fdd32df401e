/** Cards as they lie in a hand, in the row, or in a sentence. */

import type { VNode } from "preact";
import { cardKind } from "../core/cards";
import { ColourMark, Icon } from "./symbols";
import { cardName } from "./words";

const SUIT_ICONS = {
  plain: "train",
  train: "train",
  "harbour-train": "train",
  ship: "ship",
  "double-ship": "ship",
} as const;

/** The face of a card. */
export function CardFace(props: { card: string }): VNode {
  const { colour, suit } = cardKind(props.card);
  const marked = suit === "harbour-train" || suit === "ship";
  return (
    <span class={`card c-${colour}`} data-card={props.card}>
      <ColourMark colour={colour} class="card-corner" />
      <span class="card-disc">
        <ColourMark colour={colour} />
      </span>
      {suit !== "locomotive" && suit !== "plain" && (
        <span class="card-suit">
          <Icon name={SUIT_ICONS[suit]} />
          {suit === "double-ship" && <Icon name="ship" />}
          {marked && <Icon name="anchor" />}
        </span>
      )}
    </span>
  );
}

/** The back of a deck's cards. */
export function CardBack(props: { deck: string }): VNode {
  return (
    <span class={`card back back-${props.deck}`}>
      <Icon name={props.deck === "ships" ? "ship" : props.deck === "tickets" ? "ticket" : "train"} />
    </span>
  );
}

/** A card in a sentence: its colour and symbol, and its name for those who listen. */
export function CardChip(props: { card: string; count?: number }): VNode {
  const { colour, suit } = cardKind(props.card);
  const name = cardName(props.card);
  return (
    <span class={`chip c-${colour}`} title={name}>
      {props.count !== undefined && props.count > 1 && <span class="chip-count">{props.count}</span>}
      <ColourMark colour={colour} />
      {(suit === "ship" || suit === "double-ship") && <Icon name="ship" />}
      {suit === "double-ship" && <Icon name="ship" />}
      {(suit === "harbour-train" || suit === "ship") && <Icon name="anchor" />}
      <span class="sr">{name}</span>
    </span>
  );
}

/** Cards in a sentence, how many of each. */
export function CardChips(props: { cards: Readonly<Record<string, number>> }): VNode {
  return (
    <span class="chips">
      {Object.entries(props.cards).map(([card, count]) => (
        <CardChip key={card} card={card} count={count} />
      ))}
    </span>
  );
}
