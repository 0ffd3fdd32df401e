/** A table, from the first word of the server on: waiting for players, playing, over. */

import type { VNode } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { atlasOf } from "../core/atlas";
import { greet } from "../core/me";
import { TableSession } from "../core/session";
import { t } from "../i18n";
import { Game } from "./game/game";
import { usePromise, useStore } from "./hooks";
import { Link } from "./link";
import { WaitingRoom } from "./wait";
import { problemWords } from "./words";

export default function TablePage(props: { id: string }): VNode {
  const session = useMemo(() => new TableSession(props.id), [props.id]);
  useEffect(() => {
    greet().catch(() => null);
    session.start();
    return () => session.stop();
  }, [session]);
  const connection = useStore(session.connection);
  const problem = useStore(session.problem);
  const status = useStore(session.state, (state) => state.info?.status ?? null);
  const title = useStore(session.state, (state) => state.info?.title ?? null);
  const goesOn = useStore(session.state, (state) => state.info?.can_go_on ?? true);
  if (connection === "refused") return <Closed words={problemWords(problem)} />;
  if (status === null || title === null) return <p class="quiet centred">{t("conn.connecting")}</p>;
  if (!goesOn) return <Closed words={t("refusal.rules_changed")} />;
  if (status === "open") return <WaitingRoom session={session} />;
  if (status === "closed") return <Closed words={t("wait.closed")} />;
  return <WithAtlas session={session} title={title} />;
}

function WithAtlas(props: { session: TableSession; title: string }): VNode {
  const atlas = usePromise(() => atlasOf(props.title), props.title);
  if (atlas.problem) return <Closed words={problemWords(atlas.problem)} />;
  if (!atlas.value) return <p class="quiet centred">{t("conn.connecting")}</p>;
  return <Game session={props.session} atlas={atlas.value} />;
}

function Closed(props: { words: string }): VNode {
  return (
    <main class="centred">
      <h1>{t("conn.refused")}</h1>
      <p>{props.words}</p>
      <Link to="/" class="button strong">
        {t("nav.home")}
      </Link>
    </main>
  );
}
