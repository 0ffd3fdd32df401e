/** Making a table: title, seats, clock, public or by link. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Clock, TitleRow, Wish } from "../../core/types";
import { t } from "../../i18n";

const CLOCKS: readonly Clock[] = [
  { kind: "none", turn: 0, bank: 0 },
  { kind: "live", turn: 30, bank: 120 },
  { kind: "live", turn: 60, bank: 300 },
  { kind: "days", turn: 2 * 86_400, bank: 0 },
];

export function clockWords(clock: Clock): string {
  if (clock.kind === "none") return t("make.clock.none");
  if (clock.kind === "days") return t("make.clock.days", { days: Math.round(clock.turn / 86_400) });
  return t("make.clock.live", { seconds: clock.turn });
}

export function MakeTable(props: {
  titles: readonly TitleRow[];
  onMake: (wish: Wish) => void;
}): VNode | null {
  const [titleId, setTitle] = useState(props.titles[0]?.id ?? "");
  const [others, setOthers] = useState<readonly string[]>(["open"]);
  const [clock, setClock] = useState(0);
  const [shown, setShown] = useState(true);
  const [advice, setAdvice] = useState(false);
  const title = props.titles.find((each) => each.id === titleId);
  if (!title) return null;
  const seats = others.slice(0, title.most_seats - 1);
  return (
    <section class="panel make" aria-labelledby="make-title">
      <h2 id="make-title">{t("make.title")}</h2>
      <p class="quiet small">{t("home.make.hint")}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const wish = { title: title.id, seats: ["me", ...seats], public: shown, advice };
          props.onMake({ ...wish, clock: CLOCKS[clock] });
        }}
      >
        <label class="field">
          <span>{t("make.which")}</span>
          <select value={titleId} onChange={(event) => setTitle(event.currentTarget.value)}>
            {props.titles.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{t("make.players")}</span>
          <select
            value={seats.length + 1}
            onChange={(event) => setOthers(resized(others, Number(event.currentTarget.value) - 1))}
          >
            {range(title.fewest_seats, title.most_seats).map((n) => (
              <option key={n} value={n}>
                {n}
              </option>
            ))}
          </select>
        </label>
        {seats.map((who, n) => (
          <label class="field" key={n}>
            <span>{t("make.seat", { n: n + 2 })}</span>
            <select value={who} onChange={(event) => setOthers(seats.with(n, event.currentTarget.value))}>
              <option value="open">{t("make.open")}</option>
              {title.bots.map((bot) => (
                <option key={bot} value={bot}>
                  {t("make.bot", { bot })}
                </option>
              ))}
            </select>
          </label>
        ))}
        <label class="field">
          <span>{t("make.clock")}</span>
          <select value={clock} onChange={(event) => setClock(Number(event.currentTarget.value))}>
            {CLOCKS.map((each, n) => (
              <option key={clockWords(each)} value={n}>
                {clockWords(each)}
              </option>
            ))}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={shown}
            onChange={(event) => setShown(event.currentTarget.checked)}
          />
          <span>{t("make.public")}</span>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={advice}
            onChange={(event) => setAdvice(event.currentTarget.checked)}
          />
          <span>{t("make.advice")}</span>
        </label>
        <button type="submit" class="button strong">
          {t("make.do")}
        </button>
      </form>
    </section>
  );
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}

function resized(seats: readonly string[], length: number): string[] {
  return Array.from({ length }, (_, n) => seats[n] ?? "open");
}
