/** The board with what lies on it and what is lit, the zoom buttons, and the words about a line. */

import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type {
  BoardGeometry,
  BoardHighlights,
  BoardPieces,
  BoardTarget,
  BoardWords,
  Camera,
} from "../../board";
import { Board } from "../../board";
import type { Atlas } from "../../core/atlas";
import type { Task } from "../../core/desk";
import type { TableState } from "../../core/reducer";
import { drawingOf } from "../../core/titles";
import { known, type PlainKey, say, t } from "../../i18n";
import { usePromise, useStore } from "../hooks";
import { Icon, type IconName } from "../symbols";
import { colourName, problemWords } from "../words";
import { seatName, useGame } from "./context";
import { LineTip } from "./line-tip";
import { ownersOf, type Spotlight, wayOf } from "./spotlight";

export function BoardPane(): VNode {
  const { atlas } = useGame();
  const geometry = usePromise(() => drawingOf(atlas.facts.id), atlas.facts.id);
  return (
    <section class="board-pane" aria-label={t("panel.board")}>
      {geometry.value ? (
        <LiveBoard geometry={geometry.value} />
      ) : (
        <p class="quiet centred">{geometry.problem ? problemWords(geometry.problem) : t("board.loading")}</p>
      )}
    </section>
  );
}

function LiveBoard(props: { geometry: BoardGeometry }): VNode {
  const { session, atlas, desk, spotlight } = useGame();
  const table = useStore(session.state, (state) => state.table);
  const choices = useStore(session.state, (state) => state.choices);
  const people = useStore(session.state, (state) => state.info?.people);
  const task = useStore(desk.task);
  const light = useStore(spotlight);
  const [tip, setTip] = useState<{ line: string; at: DOMRect } | null>(null);
  const camera = useRef<Camera | null>(null);
  const pieces = useMemo(() => piecesOf(table, atlas), [table]);
  const highlights = useMemo(
    () => highlightsOf(session.state.value, atlas, task, light),
    [table, choices, task, light],
  );
  const words = useMemo(
    () => wordsOf(() => session.state.value, atlas),
    [atlas, people?.map((person) => person.name).join()],
  );
  useEffect(() => showTickets(camera.current, props.geometry, atlas, light), [light]);
  const onTarget = useMemo(
    () => (target: BoardTarget | null, at: DOMRect | null) =>
      setTip(target?.kind === "line" && at ? { line: target.id, at } : null),
    [],
  );
  return (
    <>
      <Board
        geometry={props.geometry}
        facts={atlas.facts}
        pieces={pieces}
        highlights={highlights}
        words={words}
        onLine={(line) => void desk.chooseLine(line)}
        onCity={(city) => void desk.chooseCity(city)}
        onTarget={onTarget}
        onCamera={(given) => {
          camera.current = given;
        }}
      />
      <div class="zoom">
        <ZoomButton icon="plus" words="board.in" onClick={() => camera.current?.zoom(1.4)} />
        <ZoomButton icon="minus" words="board.out" onClick={() => camera.current?.zoom(1 / 1.4)} />
        <ZoomButton icon="fit" words="board.fit" onClick={() => camera.current?.fit()} />
      </div>
      {tip && <LineTip line={tip.line} at={tip.at} />}
    </>
  );
}

function ZoomButton(props: { icon: IconName; words: PlainKey; onClick: () => void }): VNode {
  return (
    <button type="button" class="icon-button" aria-label={t(props.words)} onClick={props.onClick}>
      <Icon name={props.icon} />
    </button>
  );
}

export function piecesOf(table: TableState["table"], atlas: Atlas): BoardPieces {
  const markers = Object.fromEntries(
    table?.seats.flatMap((seat) => seat.built.map((city) => [city, seat.seat])) ?? [],
  );
  return { lines: ownersOf(table), markers, marker: atlas.marker };
}

/** What is lit: what may be chosen, what is being paid for, the cities of tickets, a way. */
function highlightsOf(state: TableState, atlas: Atlas, task: Task, light: Spotlight): BoardHighlights {
  const legal = state.choices?.legal ?? [];
  const tickets = light.ticket ? [light.ticket] : light.tickets;
  const way = light.ticket ? wayOf(light.ticket, atlas, state) : light.path;
  return {
    lines: legal.flatMap((action) => (action.do === "claim_line" ? [action.line] : [])),
    chosen: task.kind === "pay" ? task.what.line : null,
    cities:
      task.kind === "place"
        ? legal.flatMap((action) => (action.do === task.build ? [action.city] : []))
        : cityOf(task),
    ticketCities: tickets.flatMap((ticket) => atlas.ticket(ticket)?.cities ?? []),
    path: way,
    pathSeat: light.ticket ? state.you : light.pathSeat,
  };
}

function cityOf(task: Task): string[] {
  return task.kind === "pay" && task.what.city ? [task.what.city] : [];
}

/** What a screen reader says on the board. */
export function wordsOf(state: () => TableState, atlas: Atlas): BoardWords {
  return {
    board: () => t("board.label", { title: atlas.facts.name }),
    line: (line, seat) => {
      const length = t("line.length", { count: line.length });
      const between = atlas.between(line.id);
      if (seat !== null)
        return t("board.line.owned", { line: between, length, name: seatName(state(), seat) });
      const kind = `line.kind.${line.kind}`;
      return t("board.line", {
        line: between,
        length,
        colour: colourName(line.colour),
        kind: known(kind) ? say(kind) : line.kind,
      });
    },
    city: (city, seat) =>
      seat === null ? city.name : t("board.city.built", { city: city.name, name: seatName(state(), seat) }),
  };
}

/** Bring the cities of a looked-at ticket into view. */
function showTickets(camera: Camera | null, geometry: BoardGeometry, atlas: Atlas, light: Spotlight): void {
  const cities = light.ticket ? (atlas.ticket(light.ticket)?.cities ?? []) : [];
  const places = cities.flatMap((city) => geometry.cities[city] ?? []);
  if (!camera || places.length === 0) return;
  const xs = places.map((place) => place.x);
  const ys = places.map((place) => place.y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  camera.show({ x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y });
}
