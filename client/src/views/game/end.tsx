/** The end: the score revealed reason by reason, tickets made and missed, the longest path, and what to do next. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../../core/api";
import { dealIsSealed, firstCommitment } from "../../core/deal";
import { calm } from "../../core/motion";
import type { TableState } from "../../core/reducer";
import { go } from "../../core/router";
import { type PlainKey, signed, t } from "../../i18n";
import type { Ending, SeatTally, TallyLine } from "../../protocol";
import { copyText } from "../clipboard";
import { useStore } from "../hooks";
import { Link } from "../link";
import { Scroller } from "../scroller";
import { SeatMark } from "../seat";
import { Icon } from "../symbols";
import { Name, Names, Rich } from "../words";
import { seatName, useGame } from "./context";
import { DARK } from "./spotlight";

type Reason = TallyLine["reason"];

const REVEAL_EVERY = 900;

export function End(): VNode | null {
  const { session } = useGame();
  const ending = useStore(session.state, (state) => state.ending);
  return ending && <Score ending={ending} />;
}

function Score(props: { ending: Ending }): VNode {
  const { session } = useGame();
  const state = useStore(session.state);
  const { tally } = props.ending;
  // A row for each reason, as the title counts: its scorers enter their points one after the other.
  const rows = [...new Set(tally.seats.flatMap((seat) => seat.lines.map((line) => line.reason)))];
  const [shown, setShown] = useState(calm() ? rows.length : 0);
  useEffect(() => {
    if (shown >= rows.length) return undefined;
    const timer = setTimeout(() => setShown(shown + 1), REVEAL_EVERY);
    return () => clearTimeout(timer);
  }, [shown, rows.length]);
  const over = shown >= rows.length;
  return (
    <section class="end" aria-labelledby="end-title" data-end={over ? "shown" : "revealing"}>
      <h2 id="end-title" aria-live="polite">
        {over ? <Winner ending={props.ending} state={state} /> : t("end.title")}
      </h2>
      <Scroller class="tally-box" label={t("end.title")}>
        <TallyTable tally={tally} state={state} rows={rows} shown={shown} />
        {over && <TicketResults ending={props.ending} state={state} />}
      </Scroller>
      {!over && (
        <button type="button" class="button plain" onClick={() => setShown(rows.length)}>
          {t("end.skip")}
        </button>
      )}
      {over && <LongestPaths ending={props.ending} state={state} />}
      <AfterGame ending={props.ending} state={state} />
    </section>
  );
}

/** The score so far: a row for each reason that has been revealed. */
function TallyTable(props: {
  tally: Ending["tally"];
  state: TableState;
  rows: readonly Reason[];
  shown: number;
}): VNode {
  const { tally, state, rows, shown } = props;
  const over = shown >= rows.length;
  return (
    <table class="tally">
      <thead>
        <tr>
          <th scope="col">
            <span class="sr">{t("end.reason")}</span>
          </th>
          {tally.seats.map((seat) => (
            <th key={seat.seat} scope="col">
              <SeatMark seat={seat.seat} />
              <Name of={seatName(state, seat.seat)} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, shown).map((row) => (
          <tr key={row} class="revealed">
            <th scope="row">{t(`tally.${row}`)}</th>
            {tally.seats.map((seat) => (
              <td key={seat.seat}>{pointsFor(seat, row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t("end.total")}</th>
          {tally.seats.map((seat) => (
            <td
              key={seat.seat}
              class={over && tally.winners.includes(seat.seat) ? "winner" : ""}
              data-total={seat.total}
            >
              {over ? seat.total : sum(linesOf(seat, rows.slice(0, shown)))}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

function linesOf(seat: SeatTally, rows: readonly Reason[]): readonly TallyLine[] {
  return seat.lines.filter((line) => rows.includes(line.reason));
}

function sum(lines: readonly TallyLine[]): number {
  return lines.reduce((points, line) => points + line.points, 0);
}

function pointsFor(seat: SeatTally, row: Reason): string {
  const lines = linesOf(seat, [row]);
  return lines.length === 0 ? "–" : signed(sum(lines));
}

function Winner(props: { ending: Ending; state: TableState }): VNode {
  const { winners, decided_by } = props.ending.tally;
  const names = winners.map((seat) => seatName(props.state, seat));
  return (
    <>
      <Icon name="star" />{" "}
      {decided_by === "shared" ? (
        <Rich of="end.shared" gaps={{ names: <Names of={names} /> }} />
      ) : winners[0] === props.state.you ? (
        t(`end.you.${decided_by}`)
      ) : (
        <Rich of={`end.won.${decided_by}`} gaps={{ name: <Name of={names[0] ?? ""} /> }} />
      )}
    </>
  );
}

function TicketResults(props: { ending: Ending; state: TableState }): VNode {
  const { atlas, spotlight } = useGame();
  const { tally } = props.ending;
  return (
    <div class="results" role="group" aria-label={t("end.tickets")}>
      {tally.seats.map((seat) => (
        <div key={seat.seat}>
          <h3>
            <SeatMark seat={seat.seat} class="small" /> <Name of={seatName(props.state, seat.seat)} />
          </h3>
          <ul>
            {seat.lines
              .filter((line) => ["ticket", "tour_in_order", "missed_ticket"].includes(line.reason))
              .map((line) => (
                <li key={line.subject}>
                  <button
                    type="button"
                    class={`result ${line.reason === "missed_ticket" ? "missed" : "made"}`}
                    onPointerEnter={() => spotlight.set({ ...DARK, tickets: [line.subject] })}
                    onPointerLeave={() => spotlight.set(DARK)}
                    onFocus={() => spotlight.set({ ...DARK, tickets: [line.subject] })}
                    onBlur={() => spotlight.set(DARK)}
                  >
                    <Icon name={line.reason === "missed_ticket" ? "cross" : "check"} />
                    <span class="sr">
                      {line.reason === "missed_ticket" ? t("end.missed") : t("end.made")}
                    </span>
                    <span>{atlas.ticketName(line.subject)}</span>
                    <b>{signed(line.points)}</b>
                  </button>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function LongestPaths(props: { ending: Ending; state: TableState }): VNode | null {
  const { spotlight } = useGame();
  const holders = props.ending.tally.seats.filter((seat) => seat.longest_path.length > 0);
  const shown = useStore(spotlight, (light) => light.pathSeat);
  const first = holders[0];
  useEffect(() => {
    if (first) spotlight.set({ ...DARK, path: first.longest_path, pathSeat: first.seat });
  }, [first?.seat]);
  if (holders.length === 0) return null;
  return (
    <p class="row-of-buttons">
      {holders.map((seat) => (
        <button
          key={seat.seat}
          type="button"
          class="button"
          aria-pressed={shown === seat.seat}
          onClick={() =>
            spotlight.set(
              shown === seat.seat ? DARK : { ...DARK, path: seat.longest_path, pathSeat: seat.seat },
            )
          }
        >
          <SeatMark seat={seat.seat} class="small" />
          <Rich of="end.path.of" gaps={{ name: <Name of={seatName(props.state, seat.seat)} /> }} />
        </button>
      ))}
    </p>
  );
}

function AfterGame(props: { ending: Ending; state: TableState }): VNode {
  const { session } = useGame();
  const { state } = props;
  const [copied, setCopied] = useState(false);
  const again = async (): Promise<void> => {
    try {
      go(`/t/${(await api.rematch(session.id)).id}`);
    } catch (problem) {
      session.trouble(problem);
    }
  };
  return (
    <div class="row-of-buttons after">
      {state.you !== null && (
        <button type="button" class="button strong" data-do="rematch" onClick={again}>
          {state.info?.rematch ? t("end.rematch.join") : t("end.rematch")}
        </button>
      )}
      <Link to={`/t/${session.id}/replay`} class="button">
        {t("end.replay")}
      </Link>
      <a class="button" href={api.recordPath(session.id)} download>
        {t("end.record")}
      </a>
      <button type="button" class="button" onClick={async () => setCopied(await copyText(location.href))}>
        {copied ? t("wait.copied") : t("end.share")}
      </button>
      <DealCheck
        seed={props.ending.seed}
        commitment={firstCommitment(session.id, state.info?.commitment ?? "")}
      />
      <Link to="/" class="button plain">
        {t("nav.home")}
      </Link>
    </div>
  );
}

function DealCheck(props: { seed: string; commitment: string }): VNode {
  const [result, setResult] = useState<PlainKey | null>(null);
  const check = (): void =>
    setResult(dealIsSealed(props.seed, props.commitment) ? "end.check.good" : "end.check.bad");
  return (
    <>
      <button type="button" class="button" data-do="check" onClick={check}>
        {t("end.check")}
      </button>
      {result && (
        <span class="check-result" role="status" data-check={result}>
          {t(result)}
        </span>
      )}
    </>
  );
}
