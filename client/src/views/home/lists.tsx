/** Lists of tables: those of others from the lobby's socket, and your own. */

import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../../core/api";
import { watchLobby } from "../../core/lobby";
import type { Lobby, Me, TableShown, TitleRow } from "../../core/types";
import { t } from "../../i18n";
import { Link } from "../link";
import { Names } from "../words";
import { clockCount } from "./make";

const NOTHING: Lobby = { open: [], running: [] };

export function LobbyLists(props: { titles: readonly TitleRow[]; onJoin: (table: string) => void }): VNode {
  const [lobby, setLobby] = useState<Lobby>(NOTHING);
  useEffect(() => watchLobby(setLobby), []);
  return (
    <section class="panel">
      <h2>{t("home.open")}</h2>
      <List titles={props.titles} tables={lobby.open} none={t("home.open.none")}>
        {(table) => (
          <button type="button" class="button" onClick={() => props.onJoin(table.id)}>
            {t("home.join")}
          </button>
        )}
      </List>
      <h2>{t("home.running")}</h2>
      <List titles={props.titles} tables={lobby.running} none={t("home.running.none")}>
        {(table) => (
          <Link to={`/t/${table.id}`} class="button plain">
            {t("home.watch")}
          </Link>
        )}
      </List>
    </section>
  );
}

/** The tables where the person sits, those that wait for them first, and the last finished games. */
export function YourTables(props: { who: Me | null; titles: readonly TitleRow[] }): VNode | null {
  const [tables, setTables] = useState<readonly TableShown[]>([]);
  const [finished, setFinished] = useState<readonly TableShown[]>([]);
  const [due, setDue] = useState<ReadonlySet<string>>(new Set());
  const who = props.who?.id;
  useEffect(() => {
    if (who === undefined) return;
    void Promise.all([api.myTables(), api.yourTurn(), api.myGames()]).then(
      ([mine, waiting, played]) => {
        setTables(mine);
        setDue(new Set(waiting.map((table) => table.id)));
        setFinished(played);
      },
      () => undefined, // the page says elsewhere that the server is away
    );
  }, [who]);
  if (tables.length + finished.length === 0) return null;
  const first = [...tables].sort((a, b) => Number(due.has(b.id)) - Number(due.has(a.id)));
  return (
    <section class="panel">
      {first.length > 0 && <h2>{t("home.yours")}</h2>}
      <List titles={props.titles} tables={first}>
        {(table) => (
          <Link to={`/t/${table.id}`} class={due.has(table.id) ? "button strong" : "button plain"}>
            {due.has(table.id) ? t("home.yourturn") : t("home.back")}
          </Link>
        )}
      </List>
      {finished.length > 0 && <h2>{t("home.finished")}</h2>}
      <List titles={props.titles} tables={finished}>
        {(table) => (
          <Link to={`/t/${table.id}`} class="button plain">
            {t("home.look")}
          </Link>
        )}
      </List>
    </section>
  );
}

function List(props: {
  titles: readonly TitleRow[];
  tables: readonly TableShown[];
  none?: string;
  children: (table: TableShown) => ComponentChildren;
}): VNode {
  if (props.tables.length === 0) return <p class="quiet small">{props.none}</p>;
  return (
    <ul class="table-list">
      {props.tables.map((table) => (
        <li key={table.id}>
          <TitleDot title={props.titles.find((title) => title.id === table.title)} />
          <span class="table-names">
            <b>
              <Names of={people(table)} />
            </b>
            <small class="quiet">
              {t("home.table", {
                title: props.titles.find((title) => title.id === table.title)?.name ?? table.title,
                clock: t(`clock.${table.clock.kind}`, { count: clockCount(table.clock) }),
              })}
            </small>
          </span>
          {props.children(table)}
        </li>
      ))}
    </ul>
  );
}

/** A title in one dot; one that is not here any more has the dot of the house. */
function TitleDot(props: { title: TitleRow | undefined }): VNode {
  return <span class="title-dot" style={props.title && { background: props.title.colour }} />;
}

function people(table: TableShown): string[] {
  return table.seats.map(
    (seat) => seat.name ?? (seat.bot ? t("make.bot", { bot: seat.bot }) : t("make.open")),
  );
}
