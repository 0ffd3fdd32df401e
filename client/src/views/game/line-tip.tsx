/** The words about a line that is looked at: what it is, and how it can be paid for, or why not. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Refusal } from "../../core/api";
import type { Fare } from "../../core/payment";
import { fareOf, sensible } from "../../core/payment";
import { yourChoice } from "../../core/reducer";
import type { Line } from "../../core/types";
import { known, say, t } from "../../i18n";
import { CardChips } from "../card";
import { useStore } from "../hooks";
import { colourName, Name, problemWords, Rich } from "../words";
import { seatName, useGame } from "./context";
import { LineSpaces } from "./lines";
import { ownersOf } from "./spotlight";

/** The pointer may pass over many lines: ask the server only about one that it rests on. */
const REST = 120;

export function LineTip(props: { line: string; at: DOMRect }): VNode | null {
  const { session, atlas } = useGame();
  const owner = useStore(session.state, (state) => ownersOf(state.table)[props.line]);
  const line = atlas.line(props.line);
  if (!line) return null;
  const { at } = props;
  const below = at.top < 190;
  const left = Math.min(Math.max(at.left + at.width / 2, 150), innerWidth - 150);
  return (
    <div
      class={`tip ${below ? "below" : ""}`}
      role="tooltip"
      style={{ left: `${left}px`, top: `${below ? at.bottom : at.top}px` }}
    >
      <p class="tip-title">
        <LineSpaces line={line} />
        <b>{atlas.between(line.id)}</b>
      </p>
      <ul class="tip-facts small">
        {[...facts(line), t("line.points", { count: atlas.points(line) })].map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {owner !== undefined ? (
        <p class="small">
          <Rich of="line.owned" gaps={{ name: <Name of={seatName(session.state.value, owner)} /> }} />
        </p>
      ) : (
        <Price key={line.id} line={line} />
      )}
    </div>
  );
}

function facts(line: Line): string[] {
  const kind = `line.kind.${line.kind}`;
  const words = [
    t("line.length", { count: line.length }),
    colourName(line.colour),
    known(kind) ? say(kind) : line.kind,
  ];
  if (line.locomotives > 0) words.push(t("line.locomotives", { count: line.locomotives }));
  if (line.pairs) words.push(t("line.pairs"));
  if (line.any_cards > 0) words.push(t("line.any", { count: line.any_cards }));
  return words;
}

type Price = { readonly fare: Fare } | { readonly why: Refusal } | null;

function Price(props: { line: Line }): VNode | null {
  const { session, desk, atlas } = useGame();
  const version = useStore(session.state, (state) => state.version);
  const yours = useStore(session.state, yourChoice);
  const hand = useStore(session.state, (state) => state.own?.hand) ?? {};
  const [price, setPrice] = useState<Price>(null);
  const claim = { do: "claim_line", line: props.line.id } as const;
  useEffect(() => {
    if (!yours) return undefined;
    let wanted = true;
    const timer = setTimeout(async () => {
      const found = await ask().catch(() => null);
      if (wanted) setPrice(found);
    }, REST);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [version, yours, props.line.id]);

  async function ask(): Promise<Price> {
    const legal = desk.legal.some((action) => action.do === "claim_line" && action.line === claim.line);
    if (legal) return { fare: fareOf((await session.preview([claim])) ?? []) };
    const why = await session.whyNot(claim);
    return why ? { why } : null;
  }

  if (session.state.value.you === null) return null;
  if (!yours) return <p class="quiet small">{t("line.notnow")}</p>;
  if (!price) return <p class="quiet small">{t("line.asking")}</p>;
  if ("why" in price) return <p class="small why">{problemWords(price.why, atlas)}</p>;
  const best = sensible(price.fare.sets, hand);
  const others = price.fare.sets.length - 1;
  return (
    <p class="small can">
      {best && <Rich of="line.can" gaps={{ cards: <CardChips cards={best} /> }} />}
      {others > 0 && <span>{t("line.more", { count: others })}</span>}
      {price.fare.standIns.length > 0 && <span>{t("line.standins")}</span>}
      {price.fare.kindByKind && <span>{t("line.mixed")}</span>}
    </p>
  );
}
