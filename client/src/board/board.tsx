/** The board: static layers drawn once, pieces and light on top of them, a camera that moves it all. */

import { useEffect, useMemo, useRef } from "preact/hooks";
import "./board.css";
import { createCamera } from "./camera";
import { Cities, CitiesDefs, Names } from "./cities";
import { Chosen, CityGlow, LineGlow, PathRibbon } from "./glow";
import { Beds, FRAME, Frame, Ground, GroundDefs, ReliefDefs } from "./ground";
import { BoardInput, type Ref } from "./input";
import { Picker } from "./pick";
import { LinePieces, Markers, PiecesDefs } from "./pieces";
import { Spaces, SpacesDefs } from "./spaces";
import { Touch } from "./touch";
import type { BoardFacts, BoardGeometry, BoardHighlights, BoardPieces, BoardProps } from "./types";

const DARK: BoardHighlights = {};
const READABLE = 10; // CSS pixels of a city's name

export function Board(props: BoardProps) {
  const { geometry, facts, pieces, highlights = DARK, words } = props;
  const root = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  useInput(root, sheet, latest, geometry, facts);
  const still = useStillLayers(geometry, facts);
  const [width, height] = geometry.size;
  const [wide, high] = [width + 2 * FRAME, height + 2 * FRAME];
  const lit = { geometry, facts, highlights };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the board
    <div class="board" ref={root} role="group" aria-label={words.board()} tabIndex={0}>
      <div class="board-sheet" ref={sheet}>
        <svg class="board-picture" viewBox={`${-FRAME} ${-FRAME} ${wide} ${high}`} width={wide} height={high}>
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

function ClaimedLines({
  geometry,
  facts,
  pieces,
}: {
  geometry: BoardGeometry;
  facts: BoardFacts;
  pieces: BoardPieces;
}) {
  return useMemo(
    () => (
      <g>
        {facts.lines.map((line) => {
          const seat = pieces.lines[line.id];
          return seat === undefined ? null : (
            <LinePieces key={line.id} geometry={geometry} line={line} seat={seat} />
          );
        })}
      </g>
    ),
    [geometry, facts, pieces.lines],
  );
}

/** The camera, and what pointers and keys mean; the newest props are always heard. */
function useInput(
  root: Ref<HTMLDivElement | null>,
  sheet: Ref<HTMLDivElement | null>,
  latest: Ref<BoardProps>,
  geometry: BoardGeometry,
  facts: BoardFacts,
): void {
  useEffect(() => {
    if (root.current === null || sheet.current === null) return undefined;
    const [width, height] = geometry.size;
    const area = { x: -FRAME, y: -FRAME, width: width + 2 * FRAME, height: height + 2 * FRAME };
    const camera = createCamera(root.current, sheet.current, { area, readable: READABLE / geometry.font });
    const input = new BoardInput(root.current, camera, new Picker(geometry, facts), latest);
    latest.current.onCamera?.(camera);
    return () => {
      input.destroy();
      camera.destroy();
      latest.current.onCamera?.(null);
    };
  }, [geometry, facts, root, sheet, latest]);
}
