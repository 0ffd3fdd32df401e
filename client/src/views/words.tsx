/** Things in words and symbols: cards, names, problems, and messages with views in their gaps. */

import type { ComponentChildren, VNode } from "preact";
import { type Details, Refusal } from "../core/api";
import type { Atlas } from "../core/atlas";
import { type Key, known, pattern, say, t, together, type Values } from "../i18n";

/** A message whose gaps are filled with views. */
export function Rich(props: {
  of: Key;
  count?: number;
  gaps: Readonly<Record<string, ComponentChildren>>;
}): VNode {
  const parts = pattern(props.of, props.count).split(/\{(\w+)\}/);
  const filled = parts.map((part, n) =>
    n % 2 === 0 ? part : part === "count" ? props.count : props.gaps[part],
  );
  return <>{filled}</>;
}

/** Somebody's name, in its own direction whatever stands around it. */
export function Name(props: { of: string }): VNode {
  return <bdi>{props.of}</bdi>;
}

/** Several names in a row. */
export function Names(props: { of: readonly string[] }): VNode {
  return <>{together(props.of).map((part) => (part.name ? <Name of={part.words} /> : part.words))}</>;
}

export function colourName(colour: string): string {
  const key = `colour.${colour}`;
  return known(key) ? say(key) : colour;
}

/** A card's name. */
export function cardName(card: string): string {
  const key = `card.${card}`;
  return known(key) ? say(key) : card;
}

/** A problem as a player would want to hear it; at a table, with the names of its lines and cities. */
export function problemWords(problem: unknown, atlas: Atlas | null = null): string {
  if (!(problem instanceof Refusal)) return t("refusal.server_error");
  const key = `refusal.${problem.code}`;
  // A newer server may refuse for reasons that this page does not know.
  return known(key)
    ? say(key, valuesOf(problem.details, atlas))
    : problem.message || t("refusal.server_error");
}

/** What stands in the gaps of a refusal's sentence. */
function valuesOf(details: Details, atlas: Atlas | null): Values {
  const count = details.needed ?? details.least ?? details.seconds ?? details.steps;
  const values: Record<string, string | number> = typeof count === "number" ? { count } : {};
  for (const [name, value] of Object.entries(details)) {
    if (typeof value === "number") values[name] = value;
    else if (typeof value === "string") values[name] = named(name, value, atlas);
    else if (name === "cards") values[name] = cardsWords(value as Readonly<Record<string, number>>);
  }
  return values;
}

/** A thing of the board by its name. */
function named(what: string, id: string, atlas: Atlas | null): string {
  if (what === "line") return atlas?.between(id) ?? id;
  if (what === "city") return atlas?.city(id) ?? id;
  return (what === "ticket" && atlas?.ticketName(id)) || id;
}

function cardsWords(cards: Readonly<Record<string, number>>): string {
  const words = Object.entries(cards).map(([card, count]) => t("hand.many", { count, card: cardName(card) }));
  return together(words)
    .map((part) => part.words)
    .join("");
}
