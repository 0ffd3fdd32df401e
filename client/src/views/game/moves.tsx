/** The smaller choices of a turn: the deck that fills a gap, a city to build in, pieces to exchange. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { LANGUAGE, t } from "../../i18n";
import type { ExchangePieces, TakeCard } from "../../protocol";
import { CardBack } from "../card";
import { useGame } from "./context";
import { deckName } from "./row";

export function CancelButton(): VNode {
  const { desk } = useGame();
  return (
    <button type="button" class="button plain" data-do="cancel" onClick={() => desk.cancel()}>
      {t("do.cancel")}
    </button>
  );
}

/** Name the deck that fills the gap in the row. */
export function Refill(props: { options: readonly TakeCard[] }): VNode {
  const { desk } = useGame();
  return (
    <section class="task" aria-labelledby="refill" data-choose="refill">
      <h2 id="refill">{t("row.refill")}</h2>
      <p class="row-of-buttons">
        {props.options.map((option) => (
          <button
            key={option.refill}
            type="button"
            class="button strong"
            data-refill={option.refill}
            onClick={() => desk.send(option)}
          >
            <CardBack deck={option.refill ?? ""} />
            {deckName(option.refill ?? "")}
          </button>
        ))}
        <CancelButton />
      </p>
    </section>
  );
}

/** Choose a city on the map or in the list. */
export function Place(props: { build: "build_station" | "build_harbour" }): VNode {
  const { desk, atlas } = useGame();
  const cities = desk.legal.flatMap((action) =>
    (action.do === "build_station" || action.do === "build_harbour") && action.do === props.build
      ? [action.city]
      : [],
  );
  const sorted = [...cities].sort((a, b) => atlas.city(a).localeCompare(atlas.city(b), LANGUAGE));
  return (
    <section class="task" aria-labelledby="place" data-choose="place">
      <h2 id="place">{props.build === "build_station" ? t("place.station") : t("place.harbour")}</h2>
      <p class="row-of-buttons">
        <label class="field">
          <span class="sr">{t("place.label")}</span>
          <select value="" data-do="city" onChange={(event) => desk.chooseCity(event.currentTarget.value)}>
            <option value="" disabled>
              {t("place.label")}
            </option>
            {sorted.map((city) => (
              <option key={city} value={city}>
                {atlas.city(city)}
              </option>
            ))}
          </select>
        </label>
        <CancelButton />
      </p>
    </section>
  );
}

/** Give trains for ships, or ships for trains. */
export function Exchange(): VNode {
  const { desk } = useGame();
  const ways = desk.legal.filter((action): action is ExchangePieces => action.do === "exchange_pieces");
  const kinds = [...new Set(ways.map((way) => way.give))];
  const [give, setGive] = useState(kinds[0] ?? "trains");
  const [count, setCount] = useState(1);
  const most = Math.max(0, ...ways.filter((way) => way.give === give).map((way) => way.count));
  const chosen = ways.find((way) => way.give === give && way.count === Math.min(count, most));
  return (
    <section class="task" aria-labelledby="exchange" data-choose="exchange">
      <h2 id="exchange">{t("exchange.title")}</h2>
      <p class="row-of-buttons">
        <select
          aria-label={t("exchange.title")}
          value={give}
          onChange={(event) => setGive(event.currentTarget.value)}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kind === "ships" ? t("exchange.give.ships") : t("exchange.give.trains")}
            </option>
          ))}
        </select>
        <label class="slider">
          <span>{t("exchange.count")}</span>
          <input
            type="range"
            min={1}
            max={most}
            value={Math.min(count, most)}
            onInput={(event) => setCount(Number(event.currentTarget.value))}
          />
          <b>{chosen?.count ?? 0}</b>
        </label>
        <span class="quiet">{t("exchange.cost", { count: chosen?.count ?? 0 })}</span>
      </p>
      <p class="row-of-buttons">
        <button
          type="button"
          class="button strong"
          data-do="confirm"
          disabled={!chosen}
          onClick={() => chosen && desk.send(chosen)}
        >
          {t("exchange.do")}
        </button>
        <CancelButton />
      </p>
    </section>
  );
}
