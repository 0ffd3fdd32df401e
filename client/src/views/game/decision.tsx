/** What the person has to choose now, or what everybody waits for. */

import type { ComponentChildren, VNode } from "preact";
import { yourChoice } from "../../core/reducer";
import { type PlainKey, t } from "../../i18n";
import { useStore } from "../hooks";
import { Icon, type IconName } from "../symbols";
import { problemWords } from "../words";
import { Tip } from "./advice";
import { useGame } from "./context";
import { ChooseFleet } from "./fleet";
import { Exchange, Place, Refill } from "./moves";
import { PayPanel } from "./payment";
import { ChooseTickets } from "./tickets";
import { turnWords } from "./top-bar";

/** The line of words above the hand; while something is paid for, the payment stands in its place. */
export function Decision(): VNode | null {
  const { session, desk, atlas } = useGame();
  const state = useStore(session.state);
  const task = useStore(desk.task);
  const sending = useStore(session.sending) > 0;
  if (state.ending) return null;
  if (sending) return <Prompt words={t("turn.sending")} />;
  if (!yourChoice(state))
    return <Prompt words={turnWords(state) || t("turn.wait")} undo={state.choices?.can_undo ?? false} />;
  if (task.kind === "pay") return <PayPanel task={task} />;
  return <Turn why={task.kind === "refused" ? problemWords(task.why, atlas) : null} />;
}

/** Whether there is a choice that wants a panel of its own. */
export function usePanel(): VNode | null {
  const { session, desk } = useGame();
  const legal = useStore(session.state, (state) => state.choices?.legal) ?? [];
  const offer = useStore(session.state, (state) => state.own?.offer.join() ?? "");
  const sending = useStore(session.sending) > 0;
  const task = useStore(desk.task);
  if (sending) return null;
  if (legal.some((action) => action.do === "keep_tickets")) return <ChooseTickets key={offer} />;
  if (legal.some((action) => action.do === "choose_fleet")) return <ChooseFleet />;
  switch (task.kind) {
    case "refill":
      return <Refill options={task.options} />;
    case "place":
      return <Place build={task.build} />;
    case "exchange":
      return <Exchange />;
    default:
      return null;
  }
}

/** Whether a payment is being made, which shows the hand by itself. */
export function usePaying(): boolean {
  const { session, desk } = useGame();
  const paying = useStore(desk.task, (task) => task.kind === "pay");
  const yours = useStore(session.state, yourChoice);
  const sending = useStore(session.sending) > 0;
  return paying && yours && !sending;
}

/** A line of words while others choose, perhaps with an undo. */
function Prompt(props: { words: ComponentChildren; undo?: boolean }): VNode {
  const { session } = useGame();
  return (
    <section class="prompt quiet" data-task="wait">
      <p>{props.words}</p>
      {props.undo && <Do icon="undo" name="undo" words={t("do.undo")} onClick={() => session.askUndo()} />}
    </section>
  );
}

const TURN_WORDS: Readonly<Record<string, PlainKey>> = {
  turn: "turn.yours.what",
  second_card: "turn.second",
  keep_tickets: "tickets.choose",
  opening_tickets: "tickets.choose.opening",
  opening_fleet: "fleet.title",
};

/** The ways to begin a turn; cards and lines are chosen where they lie. */
function Turn(props: { why: string | null }): VNode {
  const { session, desk } = useGame();
  const kind = useStore(session.state, (state) => state.table?.decision?.kind ?? "");
  const free = useStore(session.state, (state) => state.choices?.can_undo ?? false);
  const can = (what: string): boolean => desk.legal.some((action) => action.do === what);
  const pass = desk.legal.find((action) => action.do === "pass");
  const lines = desk.legal.filter((action) => action.do === "claim_line").length;
  const words = TURN_WORDS[kind];
  return (
    <section class="prompt yours" data-task={kind}>
      <p>
        <b>{t("turn.yours")}</b> {words && <span class="what">{t(words)}</span>}
        {lines > 0 && <span class="can-claim"> {t("do.lines", { count: lines })}</span>}
        <Tip />
        {props.why && (
          <span class="why" role="status">
            {props.why}
          </span>
        )}
      </p>
      <span class="row-of-buttons">
        {can("build_station") && (
          <Do
            icon="station"
            name="station"
            words={t("do.station")}
            onClick={() => desk.choosePlace("build_station")}
          />
        )}
        {can("build_harbour") && (
          <Do
            icon="harbour"
            name="harbour"
            words={t("do.harbour")}
            onClick={() => desk.choosePlace("build_harbour")}
          />
        )}
        {can("exchange_pieces") && (
          <Do icon="ship" name="exchange" words={t("do.exchange")} onClick={() => desk.exchange()} />
        )}
        {pass && <Do icon="next" name="pass" words={t("do.pass")} onClick={() => desk.send(pass)} />}
        {free && <Do icon="undo" name="undo" words={t("do.undo")} onClick={() => session.askUndo()} />}
      </span>
    </section>
  );
}

function Do(props: { icon: IconName; name: string; words: string; onClick: () => void }): VNode {
  return (
    <button type="button" class="button" data-do={props.name} onClick={props.onClick}>
      <Icon name={props.icon} />
      {props.words}
    </button>
  );
}
