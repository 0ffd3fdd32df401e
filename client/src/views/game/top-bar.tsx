/** The bar above the game: home, whose turn it is, sound and menu. */

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { dueSeats, type TableState, yourChoice } from "../../core/reducer";
import { set, settings } from "../../core/settings";
import { t } from "../../i18n";
import { Check } from "../check";
import { copyText } from "../clipboard";
import { useStore } from "../hooks";
import { HomeLink } from "../link";
import { Icon } from "../symbols";
import { Name, Names, Rich } from "../words";
import { seatName, useGame } from "./context";

export function TopBar(): VNode {
  const { session, atlas } = useGame();
  const state = useStore(session.state);
  const sound = useStore(settings, (now) => now.sound);
  const yours = yourChoice(state);
  return (
    <header class="top-bar">
      <HomeLink />
      <h1 class="top-title">{atlas.facts.name}</h1>
      <p class={`turn-words ${yours ? "yours" : ""}`}>{turnWords(state)}</p>
      <LastRound state={state} />
      <button
        type="button"
        class="icon-button"
        aria-pressed={!sound}
        aria-label={sound ? t("nav.sound.off") : t("nav.sound.on")}
        onClick={() => set("sound", !sound)}
      >
        <Icon name={sound ? "sound" : "mute"} />
      </button>
      <Menu />
    </header>
  );
}

/** Whose turn it is, in words; null if nobody's. */
export function turnWords(state: TableState): VNode | null {
  if (state.info?.status === "ended") return <>{t("turn.over")}</>;
  if (yourChoice(state)) return <>{t("turn.yours")}</>;
  const names = dueSeats(state)
    .filter((seat) => seat !== state.you)
    .map((seat) => seatName(state, seat));
  if (names.length === 0) return null;
  return names.length === 1 ? (
    <Rich of="turn.other" gaps={{ name: <Name of={names[0] ?? ""} /> }} />
  ) : (
    <Rich of="turn.others" gaps={{ names: <Names of={names} /> }} />
  );
}

function LastRound(props: { state: TableState }): VNode | null {
  const left = props.state.table?.turns_left;
  if (left === null || left === undefined || props.state.ending) return null;
  return (
    <p class="last-round" role="status">
      <Icon name="clock" />
      {t("turn.last", { count: left })}
    </p>
  );
}

function Menu(): VNode {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const outside = (event: Event): void => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape") setOpen(false);
    };
    addEventListener("pointerdown", outside);
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("pointerdown", outside);
      removeEventListener("keydown", onKey);
    };
  }, [open]);
  return (
    <div class="menu" ref={box}>
      <button
        type="button"
        class="icon-button"
        aria-label={t("nav.menu")}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="menu" />
      </button>
      {open && <MenuItems onDone={() => setOpen(false)} />}
    </div>
  );
}

function MenuItems(props: { onDone: () => void }): VNode {
  const { session } = useGame();
  const now = useStore(settings);
  const state = useStore(session.state);
  const [sure, setSure] = useState(false);
  const playing =
    state.you !== null && state.info?.status === "running" && !state.info.people[state.you]?.substitute;
  return (
    <div class="menu-items panel">
      <Check words={t("menu.confirm")} checked={now.confirm} onChange={(on) => set("confirm", on)} />
      <Check words={t("menu.sound")} checked={now.sound} onChange={(on) => set("sound", on)} />
      <button type="button" class="button plain" onClick={() => copyText(location.href).then(props.onDone)}>
        {t("menu.share")}
      </button>
      {playing && (
        <>
          <button
            type="button"
            class="button plain"
            onClick={() => {
              session.askUndo();
              props.onDone();
            }}
          >
            <Icon name="undo" />
            {t("menu.undo")}
          </button>
          <button
            type="button"
            class={sure ? "button danger" : "button plain"}
            onClick={() => {
              if (!sure) {
                setSure(true);
                return;
              }
              session.resign();
              props.onDone();
            }}
          >
            {sure ? t("menu.resign.sure") : t("menu.resign")}
          </button>
        </>
      )}
      {state.info && state.info.watching > 0 && (
        <p class="quiet small">{t("menu.watching", { count: state.info.watching })}</p>
      )}
      <p class="quiet small hash">{t("menu.deal", { hash: state.info?.commitment ?? "" })}</p>
    </div>
  );
}
