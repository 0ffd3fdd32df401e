/** Tabs and what they open: tickets, lines, log, chat; on a phone also the hand and the row. */

import type { VNode } from "preact";
import { type PlainKey, t } from "../../i18n";
import { useStore } from "../hooks";
import { Icon, type IconName } from "../symbols";
import { Chat } from "./chat";
import { useGame } from "./context";
import { Hand } from "./hand";
import { Lines } from "./lines";
import { Log } from "./log";
import { CardRow } from "./row";
import { Tickets } from "./tickets";

export type TabName = "hand" | "row" | "tickets" | "lines" | "log" | "chat";

const ICONS: Readonly<Record<TabName, IconName>> = {
  hand: "cards",
  row: "train",
  tickets: "ticket",
  lines: "line",
  log: "log",
  chat: "chat",
};

const NAMES: Readonly<Record<TabName, PlainKey>> = {
  hand: "panel.hand",
  row: "panel.row",
  tickets: "panel.tickets",
  lines: "panel.lines",
  log: "panel.log",
  chat: "panel.chat",
};

export function TabBar(props: {
  tabs: readonly TabName[];
  open: TabName;
  onOpen: (tab: TabName) => void;
}): VNode {
  const { session } = useGame();
  const counts = useStore(session.state, (state) => `${state.own?.tickets.length ?? 0}`);
  return (
    <div class="tabs" role="tablist" aria-label={t("nav.menu")}>
      {props.tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tab-${tab}`}
          aria-selected={tab === props.open}
          aria-controls="panel"
          tabIndex={0}
          data-tab={tab}
          onClick={() => props.onOpen(tab)}
        >
          <Icon name={ICONS[tab]} />
          <span>{t(NAMES[tab])}</span>
          {tab === "tickets" && counts !== "0" && <small class="count">{counts}</small>}
        </button>
      ))}
    </div>
  );
}

const PANELS: Readonly<Record<TabName, () => VNode>> = {
  hand: Hand,
  row: CardRow,
  tickets: Tickets,
  lines: Lines,
  log: Log,
  chat: Chat,
};

export function Panel(props: { tab: TabName }): VNode {
  const Shown = PANELS[props.tab];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keys
    <div class="tab-panel" role="tabpanel" tabIndex={0} id="panel" aria-labelledby={`tab-${props.tab}`}>
      <Shown />
    </div>
  );
}
