/** Making a table: title, seats, clock, public or by link. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Clock, TitleRow, Wish } from "../../core/types";
import { t } from "../../i18n";
import { Check } from "../check";

const CLOCKS: readonly Clock[] = [
  { kind: "none", turn: 0, bank: 0 },
  { kind: "live", turn: 30, bank: 120 },
  { kind: "live", turn: 60, bank: 300 },
  { kind: "days", turn: 2 * 86_400, bank: 0 },
];

/** What a clock counts: seconds, or days. */
export function clockCount(clock: Clock): number {
  return clock.kind === "days" ? Math.round(clock.turn / 86_400) : clock.turn;
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
  const make = (event: Event): void => {
    event.preventDefault();
    props.onMake({ title: title.id, seats: ["me", ...seats], public: shown, advice, clock: CLOCKS[clock] });
  };
  return (
    <section class="panel make" aria-labelledby="make-title">
      <h2 id="make-title">{t("make.title")}</h2>
      <p class="quiet small">{t("home.make.hint")}</p>
      <form onSubmit={make}>
        <Choice
          words={t("make.which")}
          value={titleId}
          options={props.titles.map((each) => [each.id, each.name])}
          onChange={setTitle}
        />
        <Choice
          words={t("make.players")}
          value={String(seats.length + 1)}
          options={range(title.fewest_seats, title.most_seats).map((n) => [String(n), String(n)])}
          onChange={(count) => setOthers(resized(others, Number(count) - 1))}
        />
        {seats.map((who, n) => (
          <Choice
            key={n}
            words={t("make.seat", { n: n + 2 })}
            value={who}
            options={[
              ["open", t("make.open")],
              ...title.bots.map((bot) => [bot, t("make.bot", { bot })] as const),
            ]}
            onChange={(chosen) => setOthers(seats.with(n, chosen))}
          />
        ))}
        <Choice
          words={t("make.clock")}
          value={String(clock)}
          options={CLOCKS.map((each, n) => [String(n), t(`clock.${each.kind}`, { count: clockCount(each) })])}
          onChange={(chosen) => setClock(Number(chosen))}
        />
        <Check words={t("make.public")} checked={shown} onChange={setShown} />
        <Check words={t("make.advice")} checked={advice} onChange={setAdvice} />
        <button type="submit" class="button strong">
          {t("make.do")}
        </button>
      </form>
    </section>
  );
}

/** A list to choose from: values, and what they are called. */
function Choice(props: {
  words: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}): VNode {
  return (
    <label class="field">
      <span>{props.words}</span>
      <select value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        {props.options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}

function resized(seats: readonly string[], length: number): string[] {
  return Array.from({ length }, (_, n) => seats[n] ?? "open");
}
