/** What the eye and the ear get of events: cards that fly, points that rise, discreet sounds. */

import { layMarker, layPieces } from "../../board";
import type { Atlas } from "../../core/atlas";
import { fly, pulse, rise } from "../../core/motion";
import { newEntries, type TableState, yourChoice } from "../../core/reducer";
import type { TableSession } from "../../core/session";
import { play } from "../../core/sound";
import type { GameEvent } from "../../core/types";
import { signed } from "../../i18n";

/** After a longer break what was missed is not played out card by card. */
const MOST_ENTRIES = 6;
const STAGGER = 140;

export function followEvents(session: TableSession, atlas: Atlas): () => void {
  return session.state.watch((now, before) => {
    const entries = newEntries(now, before);
    if (before.info === null || entries.length > MOST_ENTRIES) return;
    let delay = 0;
    for (const event of entries.flatMap((entry) => entry.events)) {
      if (show(event, now, atlas, delay)) delay += STAGGER;
    }
    if (now.ending && !before.ending) play("end");
    else if (yourChoice(now) && !yourChoice(before)) play("turn");
  });
}

/** Show an event; true if something moved. */
function show(event: GameEvent, state: TableState, atlas: Atlas, delay: number): boolean {
  switch (event.event) {
    case "card_taken":
      return flyCard(`[data-slot="${event.slot}"] .card`, event.seat, state, delay);
    case "card_drawn":
      return flyCard(`[data-deck="${event.deck}"] .card`, event.seat, state, delay);
    case "line_claimed":
      play("claim");
      whenDrawn(() => void layPieces(document, event.line));
      return risePoints(event.seat, event.points);
    case "pieces_exchanged":
      return risePoints(event.seat, -event.count);
    case "station_built":
    case "harbour_built":
      play("claim");
      whenDrawn(() => void layMarker(document, event.city));
      return false;
    case "tunnel_card_turned":
      play("tunnel");
      return flyCard(`[data-deck="${atlas.facts.decks[0]}"] .card`, event.seat, state, delay);
    default:
      return false;
  }
}

/** The view draws the new state in the next frame: then its pieces can move. */
function whenDrawn(work: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(work));
}

function flyCard(source: string, seat: number, state: TableState, delay: number): boolean {
  const from = document.querySelector<HTMLElement>(source);
  const to = (seat === state.you ? document.querySelector("[data-hand]") : null) ?? plaqueOf(seat);
  play("card");
  if (!from || !to) return false;
  fly(
    from.cloneNode(true) as HTMLElement,
    from.getBoundingClientRect(),
    middle(to.getBoundingClientRect()),
    delay,
  );
  return true;
}

/** A card lands in the middle of a wide hand, not all over it. */
function middle(box: DOMRect): DOMRect {
  const width = Math.min(box.width, 60);
  return new DOMRect(box.x + (box.width - width) / 2, box.y, width, box.height);
}

function risePoints(seat: number, points: number): boolean {
  const plaque = plaqueOf(seat)?.querySelector(".player-points");
  if (!plaque) return false;
  rise(signed(points), plaque.getBoundingClientRect());
  pulse(plaque);
  return true;
}

function plaqueOf(seat: number): Element | null {
  return document.querySelector(`.players [data-seat="${seat}"]`);
}
