/** The game: board, players, cards, decisions; one layout for desks, one for phones. */

import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Atlas } from "../../core/atlas";
import { Desk } from "../../core/desk";
import { yourChoice } from "../../core/reducer";
import type { TableSession } from "../../core/session";
import { Store } from "../../core/store";
import { t } from "../../i18n";
import { useNarrow, useStore } from "../hooks";
import { Banners } from "./banners";
import { BoardPane } from "./board-pane";
import { GameContext, useGame } from "./context";
import { Decision, usePanel, usePaying } from "./decision";
import { followEvents } from "./effects";
import { End } from "./end";
import { Hand } from "./hand";
import { LiveWords } from "./live-words";
import { Players } from "./players";
import { CardRow } from "./row";
import { DARK, type Spotlight } from "./spotlight";
import { Panel, TabBar, type TabName } from "./tabs";
import { TopBar } from "./top-bar";

const DESK_TABS: readonly TabName[] = ["tickets", "lines", "log", "chat"];
const PHONE_TABS: readonly TabName[] = ["hand", "row", "tickets", "lines", "log", "chat"];

export function Game(props: { session: TableSession; atlas: Atlas }): VNode {
  const { session, atlas } = props;
  const parts = useMemo(
    () => ({ session, atlas, desk: new Desk(session), spotlight: new Store<Spotlight>(DARK) }),
    [session, atlas],
  );
  useEffect(() => followEvents(session, atlas), [session, atlas]);
  useTabTitle(session, atlas);
  return (
    <GameContext.Provider value={parts}>
      <Layout />
      <LiveWords />
    </GameContext.Provider>
  );
}

function Layout(): VNode {
  const { session } = useGame();
  const version = useStore(session.state, (state) => state.version);
  return <div data-version={version}>{useNarrow() ? <PhoneLayout /> : <DeskLayout />}</div>;
}

function DeskLayout(): VNode {
  const [tab, setTab] = useState<TabName>("tickets");
  const panel = usePanel();
  const paying = usePaying();
  const over = useOver();
  return (
    <div class={over ? "game desk over" : "game desk"}>
      <TopBar />
      <Banners />
      <BoardPane />
      <aside class="side">
        <Players />
        {over ? (
          <End />
        ) : (
          <>
            <CardRow />
            {panel}
            <TabBar tabs={DESK_TABS} open={tab} onOpen={setTab} />
            <Panel tab={tab} />
          </>
        )}
      </aside>
      {!over && (
        <main class="foot">
          <Decision />
          {!paying && <Hand />}
        </main>
      )}
    </div>
  );
}

function PhoneLayout(): VNode {
  const [tab, setTab] = useState<TabName>("hand");
  const panel = usePanel();
  const paying = usePaying();
  const over = useOver();
  return (
    <div class="game phone">
      <TopBar />
      <Players />
      <Banners />
      <BoardPane />
      <main class="foot">
        {over ? (
          <End />
        ) : (
          <>
            <Decision />
            {panel}
            <div class="sheet" hidden={paying}>
              <Panel tab={tab} />
            </div>
            <TabBar tabs={PHONE_TABS} open={tab} onOpen={setTab} />
          </>
        )}
      </main>
    </div>
  );
}

function useOver(): boolean {
  const { session } = useGame();
  return useStore(session.state, (state) => state.ending !== null);
}

/** The tab's title calls when it is your turn. */
function useTabTitle(session: TableSession, atlas: Atlas): void {
  useEffect(() => {
    const tell = (): void => {
      const yours = yourChoice(session.state.value);
      document.title = yours
        ? t("app.turn", { title: atlas.facts.name })
        : `${atlas.facts.name} – ${t("app.name")}`;
    };
    tell();
    return session.state.watch(tell);
  }, [session, atlas]);
}
