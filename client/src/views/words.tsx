/** Things in words and symbols: cards, names, problems, and messages with views in their gaps. */

import type { ComponentChildren, VNode } from "preact";
import { Refusal } from "../core/api";
import { type Key, known, pattern, t, together } from "../i18n";

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
  return known(key) ? t(key) : colour;
}

/** A card's name. */
export function cardName(card: string): string {
  const key = `card.${card}`;
  return known(key) ? t(key) : card;
}

export function titleLine(title: string): string {
  const key = `title.${title}`;
  return known(key) ? t(key) : "";
}

/** A problem as a player would want to hear it. */
export function problemWords(problem: unknown): string {
  if (!(problem instanceof Refusal)) return t("problem.server_error");
  const key = `problem.${problem.code}`;
  if (known(key)) return t(key);
  return problem.message ? sentence(problem.message) : t("problem.server_error");
}

/** The server's words as a sentence of their own. */
export function sentence(words: string): string {
  const first = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
