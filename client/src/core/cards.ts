/** What a card's name says: its colour and its suit. */

export type Suit = "plain" | "train" | "harbour-train" | "ship" | "double-ship" | "locomotive";

export interface CardKind {
  readonly colour: string;
  readonly suit: Suit;
}

const SUITS: readonly Suit[] = ["harbour-train", "double-ship", "train", "ship"];

export function cardKind(card: string): CardKind {
  if (card === "locomotive") return { colour: "locomotive", suit: "locomotive" };
  const suit = SUITS.find((each) => card.endsWith(`-${each}`));
  return suit ? { colour: card.slice(0, -suit.length - 1), suit } : { colour: card, suit: "plain" };
}

/** Cards in the order of the title's own list, with how many of each. */
export function inOrder(
  counts: Readonly<Record<string, number>>,
  order: readonly string[],
): [string, number][] {
  return order.filter((card) => (counts[card] ?? 0) > 0).map((card) => [card, counts[card] ?? 0]);
}
