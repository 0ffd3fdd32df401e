/** The lines that can be claimed now, as a list: for the keyboard, for small screens, and to find a city quickly. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Line } from "../../core/types";
import { t } from "../../i18n";
import { useStore } from "../hooks";
import { ColourMark } from "../symbols";
import { colourName } from "../words";
import { useGame } from "./context";

export function Lines(): VNode {
  const { session, atlas, desk, spotlight } = useGame();
  const legal = useStore(session.state, (state) => state.choices?.legal) ?? [];
  const [search, setSearch] = useState("");
  const lines = legal
    .flatMap((action) => (action.do === "claim_line" ? [atlas.line(action.line)] : []))
    .filter((line): line is Line => line !== undefined)
    .filter((line) => atlas.between(line.id).toLowerCase().includes(search.trim().toLowerCase()))
    .sort((a, b) => b.length - a.length);
  if (legal.length === 0) return <p class="quiet small">{t("lines.notyours")}</p>;
  const light = (line: string | null): void =>
    spotlight.update((now) => ({ ...now, path: line ? [line] : [], pathSeat: null }));
  return (
    <div class="lines">
      <input
        type="search"
        placeholder={t("lines.search")}
        aria-label={t("lines.search")}
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      {lines.length === 0 && <p class="quiet small">{t("lines.none")}</p>}
      <ul aria-label={t("lines.title")}>
        {lines.map((line) => (
          <li key={line.id}>
            <button
              type="button"
              class="line-button"
              data-claim={line.id}
              onClick={() => desk.chooseLine(line.id)}
              onPointerEnter={() => light(line.id)}
              onPointerLeave={() => light(null)}
              onFocus={() => light(line.id)}
              onBlur={() => light(null)}
            >
              <LineSpaces line={line} />
              <span>{atlas.between(line.id)}</span>
              <b>{t("line.points", { count: atlas.points(line) })}</b>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A line's spaces in its colour and symbol. */
export function LineSpaces(props: { line: Line }): VNode {
  const { line } = props;
  return (
    <span
      class={`spaces c-${line.colour}`}
      role="img"
      aria-label={`${t("line.length", { count: line.length })}, ${colourName(line.colour)}`}
    >
      <span>{line.length}</span>
      <ColourMark colour={line.colour} />
    </span>
  );
}
