/** What must not be missed: a lost connection, a problem, an undo that is asked for, a bot in the own seat. */

import type { VNode } from "preact";
import { t } from "../../i18n";
import { useStore } from "../hooks";
import { Icon } from "../symbols";
import { Name, problemWords, Rich } from "../words";
import { seatName, useGame } from "./context";

export function Banners(): VNode {
  const { session, atlas } = useGame();
  const state = useStore(session.state);
  const connection = useStore(session.connection);
  const problem = useStore(session.problem);
  const own = state.you === null ? null : state.info?.people[state.you];
  return (
    <div class="banners">
      {connection === "lost" && (
        <p class="banner calm" role="status" data-banner="lost">
          <span class="dots" aria-hidden="true" />
          {t("conn.lost")}
        </p>
      )}
      {problem && (
        <p class="banner problem" role="alert">
          <span>{problemWords(problem, atlas)}</span>
          <button
            type="button"
            class="icon-button"
            aria-label={t("nav.close")}
            onClick={() => session.problem.set(null)}
          >
            <Icon name="cross" />
          </button>
        </p>
      )}
      {own?.substitute && state.info?.status === "running" && (
        <p class="banner calm">
          <span>{t("turn.substitute")}</span>
          <button type="button" class="button strong" onClick={() => session.comeBack()}>
            {t("turn.return")}
          </button>
        </p>
      )}
      <UndoAsked />
    </div>
  );
}

function UndoAsked(): VNode | null {
  const { session } = useGame();
  const state = useStore(session.state);
  const { seat, agreed } = state.undo;
  if (seat === null) return null;
  if (seat === state.you || state.you === null) return <p class="banner calm">{t("undo.waiting")}</p>;
  if (agreed.includes(state.you)) return null;
  return (
    <p class="banner calm" role="alert">
      <span>
        <Rich of="undo.asked" gaps={{ name: <Name of={seatName(state, seat)} /> }} />
      </span>
      <button type="button" class="button strong" onClick={() => session.answerUndo(true)}>
        {t("undo.agree")}
      </button>
      <button type="button" class="button plain" onClick={() => session.answerUndo(false)}>
        {t("undo.refuse")}
      </button>
    </p>
  );
}
