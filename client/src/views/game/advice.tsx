/** A tip for newcomers, at tables that have them on. */

import type { VNode } from "preact";
import { advise } from "../../core/advice";
import { t } from "../../i18n";
import { useStore } from "../hooks";
import { useGame } from "./context";
import { ownersOf } from "./spotlight";

export function Tip(): VNode | null {
  const { session, atlas } = useGame();
  const state = useStore(session.state);
  const { info, own, choices, table } = state;
  if (!info?.advice || own?.seat == null || table?.decision?.kind !== "turn") return null;
  const tickets = own.tickets.flatMap((id) => atlas.ticket(id) ?? []);
  const board = { lines: atlas.facts.lines, owners: ownersOf(table), seat: own.seat };
  const advice = advise(choices?.legal ?? [], tickets, board);
  if (!advice) return null;
  return (
    <span class="tip" data-tip={advice.kind}>
      {advice.kind === "more"
        ? t("tip.more")
        : t(advice.kind === "claim" ? "tip.claim" : "tip.gather", {
            line: atlas.between(advice.line.id),
            ticket: atlas.ticketName(advice.ticket.id),
          })}
    </span>
  );
}
