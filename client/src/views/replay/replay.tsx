/** A finished game, step by step, with everything open. */

import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { BoardGeometry } from "../../board";
import { Board } from "../../board";
import { api, Refusal } from "../../core/api";
import { type Atlas, atlasOf } from "../../core/atlas";
import { inOrder } from "../../core/cards";
import { drawingOf } from "../../core/titles";
import type { Replayed } from "../../core/types";
import { type PlainKey, t } from "../../i18n";
import type { Snapshot, TableInfo } from "../../protocol";
import { CardChip, CardFace } from "../card";
import { piecesOf, wordsOf } from "../game/board-pane";
import { EventWords, type Teller } from "../game/tell";
import { usePromise } from "../hooks";
import { HomeLink, Link } from "../link";
import { Scroller } from "../scroller";
import { SeatMark } from "../seat";
import { Icon, type IconName } from "../symbols";
import { Name, problemWords } from "../words";

const PLAY_EVERY = 700;

interface Loaded {
  readonly info: TableInfo;
  readonly atlas: Atlas;
  readonly geometry: BoardGeometry;
  readonly first: Replayed;
}

async function load(id: string): Promise<Loaded> {
  const { info } = (await (await fetch(`/api/tables/${id}`)).json()) as Snapshot;
  if (!info.can_go_on) throw new Refusal("rules_changed", "");
  const [atlas, geometry, first] = await Promise.all([
    atlasOf(info.title),
    drawingOf(info.title),
    api.replay(id, 0),
  ]);
  return { info, atlas, geometry, first };
}

export default function ReplayPage(props: { id: string }): VNode {
  const loaded = usePromise(() => load(props.id), props.id);
  if (loaded.problem) {
    return (
      <main class="centred">
        <p role="alert">{problemWords(loaded.problem)}</p>
        <Link to={`/t/${props.id}`} class="button">
          {t("nav.back")}
        </Link>
      </main>
    );
  }
  if (!loaded.value) return <p class="quiet centred">{t("conn.connecting")}</p>;
  return <Replay id={props.id} {...loaded.value} />;
}

function Replay(props: Loaded & { id: string }): VNode {
  const { id, info, atlas, geometry, first } = props;
  const [step, setStep] = useState(0);
  const [playing, setPlaying] = useState(false);
  const shown = useStep(id, step, first);
  const table = shown.views[0]?.table ?? null;
  const teller: Teller = {
    atlas,
    name: (seat) => info.people[seat]?.name ?? `${info.people[seat]?.bot} ${seat + 1}`,
  };
  const pieces = useMemo(() => piecesOf(table, atlas), [table, atlas]);
  const words = useMemo(() => wordsOf(() => ({ info }) as never, atlas), [atlas, info]);
  useEffect(() => {
    if (!playing) return undefined;
    if (step >= first.steps) setPlaying(false);
    const timer = setTimeout(() => setStep(Math.min(step + 1, first.steps)), PLAY_EVERY);
    return () => clearTimeout(timer);
  }, [playing, step, first.steps]);
  return (
    <div class="game replay">
      <Head id={id} title={atlas.facts.name} />
      <section class="board-pane" aria-label={t("panel.board")}>
        <Board geometry={geometry} facts={atlas.facts} pieces={pieces} words={words} />
      </section>
      <aside class="side">
        <Scroller class="open-seats" label={t("panel.players")}>
          <Seats shown={shown} teller={teller} />
        </Scroller>
      </aside>
      <main class="foot replay-foot">
        <div class="replay-controls">
          <Control icon="previous" words="replay.previous" onPress={() => setStep(Math.max(0, step - 1))} />
          <Control
            icon={playing ? "pause" : "play"}
            words={playing ? "replay.pause" : "replay.play"}
            onPress={() => setPlaying(!playing)}
          />
          <Control icon="next" words="replay.next" onPress={() => setStep(Math.min(first.steps, step + 1))} />
          <input
            type="range"
            min={0}
            max={first.steps}
            value={step}
            aria-label={t("replay.slider")}
            onInput={(event) => setStep(Number(event.currentTarget.value))}
          />
          <span class="replay-step" data-step={shown.step}>
            {t("replay.step", { step, steps: first.steps })}
          </span>
        </div>
        <Happened shown={shown} step={step} teller={teller} />
        <ul class="row-cards small" aria-label={t("row.title")}>
          {table?.row.map((card, slot) => (
            <li key={slot}>{card ? <CardFace card={card} /> : <span class="card gap" />}</li>
          ))}
        </ul>
      </main>
    </div>
  );
}

function Head(props: { id: string; title: string }): VNode {
  return (
    <header class="top-bar">
      <HomeLink />
      <h1 class="top-title">{t("replay.title", { title: props.title })}</h1>
      <Link to={`/t/${props.id}`} class="button plain">
        {t("nav.back")}
      </Link>
    </header>
  );
}

function Control(props: { icon: IconName; words: PlainKey; onPress: () => void }): VNode {
  return (
    <button type="button" class="icon-button" aria-label={t(props.words)} onClick={props.onPress}>
      <Icon name={props.icon} />
    </button>
  );
}

/** What happened in the step that is shown. */
function Happened(props: { shown: Replayed; step: number; teller: Teller }): VNode {
  const events = props.step > 0 ? props.shown.events.filter((event) => event.event !== "row_filled") : [];
  return (
    <Scroller class="replay-events" label={t("panel.log")}>
      <ul aria-live="polite">
        {props.step === 0 && <li>{t("replay.deal")}</li>}
        {events.map((event, n) => (
          <li key={n}>
            <EventWords event={event} teller={props.teller} />
          </li>
        ))}
      </ul>
    </Scroller>
  );
}

/** The game after a step: fetched once, and only when the slider rests. */
function useStep(id: string, step: number, first: Replayed): Replayed {
  const [shown, setShown] = useState(first);
  const known = useMemo(() => new Map<number, Replayed>([[first.step, first]]), [first]);
  useEffect(() => {
    let wanted = true;
    const found = known.get(step);
    const timer = setTimeout(
      async () => {
        const fetched = found ?? (await api.replay(id, step).catch(() => null));
        if (!fetched || !wanted) return;
        known.set(step, fetched);
        setShown(fetched);
      },
      found ? 0 : 80,
    );
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [id, step, known]);
  return shown;
}

function Seats(props: { shown: Replayed; teller: Teller }): VNode {
  const { shown, teller } = props;
  const table = shown.views[0]?.table;
  return (
    <ol class="players open">
      {shown.views.map((view, seat) => (
        <li key={seat} class={`player ${table?.decision?.seat === seat ? "due" : ""}`}>
          <SeatMark seat={seat} />
          <span class="player-name">
            <b>
              <Name of={teller.name(seat)} />
            </b>
          </span>
          <span class="player-points">
            <b>{table?.seats[seat]?.points ?? 0}</b>
          </span>
          <div class="open-hand" role="group" aria-label={t("replay.hand", { name: teller.name(seat) })}>
            {inOrder(view.own.hand, teller.atlas.facts.cards).map(([card, count]) => (
              <CardChip key={card} card={card} count={count} />
            ))}
          </div>
          <ul class="open-tickets">
            {view.own.tickets.map((ticket) => (
              <li key={ticket}>
                {teller.atlas.ticketName(ticket)} <b>{teller.atlas.ticket(ticket)?.points}</b>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
