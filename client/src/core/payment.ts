/** Choosing a payment among those that the server offers: which to propose, and what follows from changing a card. */

import type { LayCards, Pay, UseStandIns } from "../protocol";
import type { Action, Counts } from "./types";

/** Asks the server what could be chosen after some actions. */
export type Preview = (actions: readonly Action[]) => Promise<readonly Action[] | null>;

/** The ways that the server offers: whole sets, numbers of stand-ins, or cards laid kind by kind. */
export interface Fare {
  readonly sets: readonly Counts[];
  readonly standIns: readonly number[];
  readonly kindByKind: boolean;
}

/** A payment that can be made: the cards, and the actions that lay them down. */
export interface Payment {
  readonly cards: Counts;
  readonly steps: readonly Action[];
  /** How many stand-ins it uses; 0 for an ordinary payment. */
  readonly standIns: number;
}

const LOCOMOTIVE = "locomotive";

export function counted(cards: readonly string[]): Counts {
  const counts: Record<string, number> = {};
  for (const card of cards) counts[card] = (counts[card] ?? 0) + 1;
  return counts;
}

export function listed(counts: Counts): string[] {
  return Object.entries(counts).flatMap(([card, n]) => Array<string>(n).fill(card));
}

export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, n) => sum + n, 0);
}

export function fareOf(legal: readonly Action[]): Fare {
  const pays = legal.filter((action): action is Pay => action.do === "pay");
  const standIns = legal.filter((action): action is UseStandIns => action.do === "use_stand_ins");
  return {
    sets: pays.map((pay) => counted(pay.cards)),
    standIns: standIns.map((action) => action.count).sort((a, b) => a - b),
    kindByKind: legal.some((action) => action.do === "lay_cards"),
  };
}

/** The sensible set: few locomotives, then few cards that are good for harbours, then of what is held most. */
export function sensible(sets: readonly Counts[], hand: Counts): Counts | undefined {
  const worth = (set: Counts): readonly number[] => [
    set[LOCOMOTIVE] ?? 0,
    marked(set),
    total(set),
    -Object.keys(set).reduce((most, card) => Math.max(most, card === LOCOMOTIVE ? 0 : (hand[card] ?? 0)), 0),
  ];
  return [...sets].sort((a, b) => compare(worth(a), worth(b)))[0];
}

/** How many cards carry the harbour mark: marked trains and single ships. */
function marked(set: Counts): number {
  return Object.entries(set)
    .filter(
      ([card]) =>
        card.endsWith("-harbour-train") || (card.endsWith("-ship") && !card.endsWith("-double-ship")),
    )
    .reduce((sum, [, n]) => sum + n, 0);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let n = 0; n < a.length; n += 1) {
    const difference = (a[n] ?? 0) - (b[n] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The offered set with more (or fewer) of one card that is most like the present one; undefined if there is none. */
export function changedSet(
  sets: readonly Counts[],
  now: Counts,
  card: string,
  by: 1 | -1,
): Counts | undefined {
  const held = now[card] ?? 0;
  const fitting = sets.filter((set) => ((set[card] ?? 0) - held) * by > 0);
  const worth = (set: Counts): readonly number[] => [
    Math.abs((set[card] ?? 0) - held),
    distance(set, now),
    set[LOCOMOTIVE] ?? 0,
  ];
  return fitting.sort((a, b) => compare(worth(a), worth(b)))[0];
}

function distance(a: Counts, b: Counts): number {
  const cards = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...cards].reduce((sum, card) => sum + Math.abs((a[card] ?? 0) - (b[card] ?? 0)), 0);
}

export function paySet(cards: Counts): Payment {
  return { cards, steps: [{ do: "pay", cards: listed(cards) }], standIns: 0 };
}

/** The first payment to propose: a plain set where there is one. */
export async function propose(
  prefix: readonly Action[],
  fare: Fare,
  hand: Counts,
  preview: Preview,
): Promise<Payment | null> {
  const set = sensible(fare.sets, hand);
  if (set) return paySet(set);
  if (fare.kindByKind) return walk(prefix, [], {}, preview);
  const fewest = fare.standIns[0];
  return fewest === undefined ? null : withStandIns(prefix, fewest, {}, preview);
}

/** A payment with so many stand-ins, as near as can be to the cards wanted. */
export async function withStandIns(
  prefix: readonly Action[],
  count: number,
  wanted: Counts,
  preview: Preview,
): Promise<Payment> {
  const payment = await walk(prefix, [{ do: "use_stand_ins", count }], wanted, preview);
  return { ...payment, standIns: count };
}

/**
 * Lay cards down kind by kind, as near as can be to those wanted, until the server says that the payment is whole.
 * Whatever it offers can be completed, so the walk never ends in a dead end.
 */
export async function walk(
  prefix: readonly Action[],
  begun: readonly Action[],
  wanted: Counts,
  preview: Preview,
): Promise<Payment> {
  const steps = [...begun];
  const cards: Record<string, number> = {};
  for (;;) {
    const legal = await preview([...prefix, ...steps]);
    if (legal === null) return { cards, steps, standIns: 0 };
    const lays = legal.filter((action): action is LayCards => action.do === "lay_cards");
    const step = nearest(lays, wanted);
    if (!step) return { cards, steps, standIns: 0 };
    steps.push(step);
    cards[step.card] = step.count;
  }
}

/** The step that is most like what is wanted; without a wish, as much as can be of the first kind. */
function nearest(lays: readonly LayCards[], wanted: Counts): LayCards | undefined {
  const wish = lays.find((lay) => (wanted[lay.card] ?? 0) > 0)?.card;
  const card = wish ?? lays[0]?.card;
  const aim = wish ? (wanted[wish] ?? 0) : Number.POSITIVE_INFINITY;
  const off = (lay: LayCards): number =>
    aim === Number.POSITIVE_INFINITY ? -lay.count : Math.abs(lay.count - aim);
  return lays.filter((lay) => lay.card === card).sort((a, b) => off(a) - off(b))[0];
}

/** What to wish for when one card of a mixed payment is changed: another kind makes room, or fills the gap. */
export function changedWish(now: Counts, hand: Counts, card: string, by: number): Counts {
  const wish: Record<string, number> = { ...now, [card]: Math.max(0, (now[card] ?? 0) + by) };
  const others = Object.keys(hand).filter((other) => other !== card);
  const room =
    by > 0 ? others.filter((o) => (now[o] ?? 0) > 0) : others.filter((o) => (hand[o] ?? 0) > (now[o] ?? 0));
  const giving = room.sort((a, b) => by * ((now[b] ?? 0) - (now[a] ?? 0)))[0];
  if (giving !== undefined) wish[giving] = Math.max(0, (wish[giving] ?? 0) - by);
  return wish;
}
