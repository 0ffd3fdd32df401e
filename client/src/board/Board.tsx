/** The board: static layers drawn once, pieces and light on top of them, a camera that moves it all. */

import { useEffect, useMemo, useRef } from "preact/hooks";
import "./board.css";
import { type Camera, createCamera } from "./camera";
import { Cities, CitiesDefs, Names } from "./cities";
import { Chosen, CityGlow, LineGlow, PathRibbon } from "./glow";
import { Beds, FRAME, Frame, Ground, GroundDefs, ReliefDefs } from "./ground";
import { Picker } from "./pick";
import { LinePieces, Markers, PiecesDefs } from "./pieces";
import { Spaces, SpacesDefs } from "./spaces";
import { Touch } from "./touch";
import type { BoardFacts, BoardGeometry, BoardHighlights, BoardPieces, BoardProps, BoardTarget } from "./types";

const DARK: BoardHighlights = {};
const READABLE = 10; // CSS pixels of a city's name
const FINGER = 22; // CSS pixels around a finger's tap
const MOUSE = 7; // and around a mouse's

export function Board(props: BoardProps) {
  const { geometry, facts, pieces, highlights = DARK, words } = props;
  const root = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const latest = useRef(props);
  latest.current = props;
  useInput(root, svg, latest, geometry, facts);
  const still = useStillLayers(geometry, facts);
  const [width, height] = geometry.size;
  const [wide, high] = [width + 2 * FRAME, height + 2 * FRAME];
  const lit = { geometry, facts, highlights };
  return (
    <div class="board" ref={root} role="group" aria-label={words.board()} tabIndex={0}>
      <svg ref={svg} class="board-picture" viewBox={`${-FRAME} ${-FRAME} ${wide} ${high}`} width={wide} height={high}>
        {still.defs}
        <g clip-path="url(#board-frame)">
          {still.ground}
          <LineGlow {...lit} />
          <PathRibbon {...lit} />
          {still.spaces}
          <ClaimedLines geometry={geometry} facts={facts} pieces={pieces} />
          <Chosen {...lit} />
          <CityGlow {...lit} />
          {still.cities}
          <Markers geometry={geometry} facts={facts} pieces={pieces} />
          {still.names}
          <Names geometry={geometry} ids={[...(highlights.ticketCities ?? [])]} lit />
          <Touch geometry={geometry} facts={facts} pieces={pieces} highlights={highlights} words={words} />
        </g>
        {still.frame}
      </svg>
    </div>
  );
}

/** The layers that never change: made once for a board, so that later renderings pass over them. */
function useStillLayers(geometry: BoardGeometry, facts: BoardFacts) {
  return useMemo(
    () => ({
      defs: (
        <defs>
          <GroundDefs geometry={geometry} />
          <ReliefDefs />
          <SpacesDefs geometry={geometry} />
          <CitiesDefs geometry={geometry} />
          <PiecesDefs geometry={geometry} />
        </defs>
      ),
      ground: (
        <g>
          <Ground geometry={geometry} />
          <Beds geometry={geometry} facts={facts} />
        </g>
      ),
      spaces: (
        <g>
          <Spaces geometry={geometry} facts={facts} />
        </g>
      ),
      cities: (
        <g>
          <Cities geometry={geometry} facts={facts} />
        </g>
      ),
      names: <Names geometry={geometry} ids={facts.cities.map((city) => city.id)} />,
      frame: (
        <g>
          <Frame geometry={geometry} facts={facts} />
        </g>
      ),
    }),
    [geometry, facts],
  );
}

function ClaimedLines({ geometry, facts, pieces }: { geometry: BoardGeometry; facts: BoardFacts; pieces: BoardPieces }) {
  return useMemo(
    () => (
      <g>
        {facts.lines.map((line) => {
          const seat = pieces.lines[line.id];
          return seat === undefined ? null : <LinePieces key={line.id} geometry={geometry} line={line} seat={seat} />;
        })}
      </g>
    ),
    [geometry, facts, pieces.lines],
  );
}

type Ref<T> = { readonly current: T };

/** The camera, and what pointers and keys mean; the newest props are always heard. */
function useInput(
  root: Ref<HTMLDivElement | null>,
  svg: Ref<SVGSVGElement | null>,
  latest: Ref<BoardProps>,
  geometry: BoardGeometry,
  facts: BoardFacts,
): void {
  useEffect(() => {
    if (root.current === null || svg.current === null) return undefined;
    const [width, height] = geometry.size;
    const area = { x: -FRAME, y: -FRAME, width: width + 2 * FRAME, height: height + 2 * FRAME };
    const camera = createCamera(root.current, svg.current, { area, readable: READABLE / geometry.font });
    const input = new BoardInput(root.current, camera, new Picker(geometry, facts), latest);
    latest.current.onCamera?.(camera);
    return () => {
      input.destroy();
      camera.destroy();
      latest.current.onCamera?.(null);
    };
  }, [geometry, facts, root, svg, latest]);
}

/** Turns events on the board into words about lines and cities. */
class BoardInput {
  private readonly gone = new AbortController();
  private target: BoardTarget | null = null;
  private pointer: PointerEvent | null = null;
  private finger = false;

  constructor(
    private readonly root: HTMLElement,
    private readonly camera: Camera,
    private readonly picker: Picker,
    private readonly latest: Ref<BoardProps>,
  ) {
    const { signal } = this.gone;
    root.addEventListener("click", (event) => this.clicked(event), { signal });
    root.addEventListener("keydown", (event) => this.typed(event), { signal });
    root.addEventListener("pointerdown", (event) => this.pressed(event), { signal });
    root.addEventListener("pointermove", (event) => this.hovered(event), { signal });
    root.addEventListener("pointerleave", () => this.aim(null), { signal });
    root.addEventListener("focusin", (event) => this.aim(targetOf(event.target)), { signal });
    root.addEventListener("focusout", () => this.aim(null), { signal });
  }

  destroy(): void {
    this.gone.abort();
  }

  private pressed(event: PointerEvent): void {
    this.finger = event.pointerType !== "mouse";
  }

  /** A tap means the nearest thing; a click without a place (from a program) means what it was sent to. */
  private clicked(event: MouseEvent): void {
    const sent = targetOf(event.target);
    const target = event.detail === 0 ? sent : (this.under(event) ?? sent);
    if (target !== null) this.choose(target);
  }

  private under(event: MouseEvent): BoardTarget | null {
    const { x, y } = this.camera.toBoard(event.clientX, event.clientY);
    return this.picker.at(x, y, (this.finger ? FINGER : MOUSE) / this.camera.scale());
  }

  private choose(target: BoardTarget): void {
    const { onLine, onCity } = this.latest.current;
    this.aim(target);
    if (target.kind === "line") onLine?.(target.id);
    else onCity?.(target.id);
  }

  /** At most one look for each frame. */
  private hovered(event: PointerEvent): void {
    if (event.pointerType !== "mouse" || event.buttons !== 0) return;
    if (this.pointer === null) requestAnimationFrame(() => this.lookUnderPointer());
    this.pointer = event;
  }

  private lookUnderPointer(): void {
    if (this.pointer !== null && !this.gone.signal.aborted) this.aim(this.under(this.pointer));
    this.pointer = null;
  }

  private aim(target: BoardTarget | null): void {
    if (target?.kind === this.target?.kind && target?.id === this.target?.id) return;
    this.target = target;
    this.root.classList.toggle("board-aimed", target !== null);
    const element = target === null ? null : this.root.querySelector(selectorOf(target));
    this.latest.current.onTarget?.(target, element?.getBoundingClientRect() ?? null);
  }

  private typed(event: KeyboardEvent): void {
    const target = targetOf(event.target);
    if ((event.key === "Enter" || event.key === " ") && target !== null) {
      event.preventDefault();
      this.choose(target);
    } else if (event.key === "PageDown" || event.key === "PageUp") {
      event.preventDefault();
      this.step(event.key === "PageDown" ? 1 : -1);
    }
  }

  /** Move the focus through all lines and cities. */
  private step(by: number): void {
    const all = Array.from(this.root.querySelectorAll<SVGElement>(".board-touch"));
    const here = all.findIndex((element) => element === document.activeElement);
    const next = here < 0 && by < 0 ? all.length - 1 : (here + by + all.length) % all.length;
    all[next]?.focus();
  }
}

function targetOf(place: EventTarget | null): BoardTarget | null {
  if (!(place instanceof SVGElement)) return null;
  const { line, city } = place.dataset;
  if (line !== undefined) return { kind: "line", id: line };
  return city === undefined ? null : { kind: "city", id: city };
}

function selectorOf(target: BoardTarget): string {
  return `.board-touch[data-${target.kind}="${CSS.escape(target.id)}"]`;
}
