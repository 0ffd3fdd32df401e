/** The payment chooser: a sensible proposal, and every card can be changed. */

import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { inOrder } from "../../core/cards";
import type { Task } from "../../core/desk";
import { t } from "../../i18n";
import { CardChips, CardFace } from "../card";
import { useStore } from "../hooks";
import { Icon } from "../symbols";
import { cardName } from "../words";
import { useGame } from "./context";
import { LineSpaces } from "./lines";
import { CancelButton } from "./moves";

type Paying = Extract<Task, { kind: "pay" }>;

export function PayPanel(props: { task: Paying }): VNode {
  const { desk } = useGame();
  const { task } = props;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(
    () => button.current?.focus({ preventScroll: true }),
    [task.what.line, task.what.city, task.what.kind],
  );
  return (
    <section
      class="pay"
      aria-labelledby="pay"
      data-choose={task.what.kind === "tunnel" ? "tunnel" : "pay"}
      data-line={task.what.line}
      onKeyDown={(event) => event.key === "Escape" && desk.cancel()}
    >
      <div class="prompt yours">
        <PayTitle task={task} />
        <Ways task={task} />
        <span class="row-of-buttons">
          <button
            ref={button}
            type="button"
            class="button strong"
            data-do="pay"
            disabled={task.payment.steps.length === 0}
            onClick={() => desk.pay()}
          >
            <PayWords task={task} />
          </button>
          <Leave task={task} />
        </span>
      </div>
      <Steppers task={task} />
    </section>
  );
}

function PayTitle(props: { task: Paying }): VNode {
  const { session, atlas } = useGame();
  const { what } = props.task;
  const owed = useStore(session.state, (state) => state.table?.decision?.owed ?? 0);
  const turned = useStore(session.state, (state) => state.table?.turned);
  const laid = useStore(session.state, (state) => state.table?.laid);
  const line = what.line ? atlas.line(what.line) : undefined;
  if (what.kind === "tunnel") {
    return (
      <div>
        <h2 id="pay">{t("pay.tunnel", { line: atlas.between(what.line ?? "") })}</h2>
        <p class="tunnel-cards">
          {t("pay.turned")} <CardChips cards={turned ?? {}} /> {t("pay.laid")}{" "}
          <CardChips cards={laid ?? {}} /> <b>{t("pay.owed", { count: owed })}</b>
        </p>
      </div>
    );
  }
  const city = atlas.city(what.city ?? "");
  return (
    <h2 id="pay">
      {line && <LineSpaces line={line} />}{" "}
      {line
        ? t("pay.line", { line: atlas.between(line.id) })
        : t(what.kind === "harbour" ? "pay.harbour" : "pay.station", { city })}
      {line?.kind === "tunnel" && <small class="quiet"> {t("pay.tunnel.warn")}</small>}
    </h2>
  );
}

/** Where cards may stand in for others: as one set, or with so many stand-ins. */
function Ways(props: { task: Paying }): VNode | null {
  const { desk } = useGame();
  const { fare, payment } = props.task;
  if (fare.standIns.length === 0) return null;
  return (
    <label class="field">
      <span>{t("pay.standins.label")}</span>
      <select
        value={payment.standIns}
        onChange={(event) => desk.useStandIns(Number(event.currentTarget.value))}
      >
        {fare.sets.length > 0 && <option value={0}>{t("pay.set")}</option>}
        {fare.standIns.map((count) => (
          <option key={count} value={count}>
            {t("pay.standins", { count })}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The kinds that can be part of the payment, each with how many are laid down. */
function Steppers(props: { task: Paying }): VNode {
  const { session, atlas, desk } = useGame();
  const hand = useStore(session.state, (state) => state.own?.hand) ?? {};
  const { fare, payment } = props.task;
  const mixed = payment.standIns > 0 || fare.kindByKind;
  const kinds = inOrder(hand, atlas.facts.cards).filter(
    ([card]) => mixed || fare.sets.some((set) => (set[card] ?? 0) > 0),
  );
  return (
    <ul class="steppers" aria-label={t("pay.with")}>
      {kinds.map(([card, held]) => {
        const laid = payment.cards[card] ?? 0;
        return (
          <li key={card} class={laid > 0 ? "stepper laid" : "stepper"} data-pay={card} data-laid={laid}>
            <CardFace card={card} />
            <span class="stepper-count" aria-hidden="true">
              <b>{laid}</b>/{held}
            </span>
            <span class="sr">{t("hand.many", { count: laid, card: cardName(card) })}</span>
            <span class="stepper-buttons">
              <button
                type="button"
                aria-label={t("pay.less", { card: cardName(card) })}
                disabled={laid === 0}
                onClick={() => desk.change(card, -1)}
              >
                <Icon name="minus" />
              </button>
              <button
                type="button"
                aria-label={t("pay.more", { card: cardName(card) })}
                disabled={laid >= held}
                onClick={() => desk.change(card, 1)}
              >
                <Icon name="plus" />
              </button>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function PayWords(props: { task: Paying }): VNode {
  const { atlas } = useGame();
  const { what } = props.task;
  const line = what.line ? atlas.line(what.line) : undefined;
  if (what.kind === "tunnel") return <>{t("pay.do.extra")}</>;
  return <>{line ? t("pay.do.line", { count: atlas.points(line) }) : t("pay.do.build")}</>;
}

/** Cancel what is only begun; leave a tunnel that has become too dear. */
function Leave(props: { task: Paying }): VNode | null {
  const { desk } = useGame();
  const back = desk.legal.find((action) => action.do === "take_cards_back");
  if (!props.task.binding) return <CancelButton />;
  if (!back) return null;
  return (
    <button type="button" class="button plain" data-do="back" onClick={() => desk.send(back)}>
      {t("pay.back")}
    </button>
  );
}
