/** Pieces in motion: laid down one after the other, and the line's short pulse. Reduced motion is respected. */

const LAY = 260; // milliseconds for one piece
const NEXT = 70; // until the next one follows

/** Whether the person asked for less motion. */
export function calm(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function fall(piece: Element, delay: number): Animation {
  const frames: Keyframe[] = calm()
    ? [{ opacity: 0 }, { opacity: 1 }]
    : [
        { opacity: 0, transform: "translateY(-14px) scale(1.35)" },
        { opacity: 1, transform: "translateY(0) scale(1.06)", offset: 0.75 },
        { opacity: 1, transform: "none" },
      ];
  return piece.animate(frames, {
    duration: LAY,
    delay,
    fill: "backwards",
    easing: "cubic-bezier(.3,.8,.4,1)",
  });
}

function find(board: ParentNode, name: string, id: string): Element | null {
  return board.querySelector(`[data-${name}="${CSS.escape(id)}"]`);
}

/** Lay a line's pieces one after the other, then let the line pulse; done when the last one lies. */
export async function layPieces(board: ParentNode, line: string): Promise<void> {
  const claimed = find(board, "pieces", line);
  if (claimed === null) return;
  const pieces = claimed.querySelectorAll(".board-piece");
  const falls = Array.from(pieces, (piece, n) => fall(piece, n * NEXT));
  const whole = LAY + NEXT * (pieces.length - 1);
  claimed
    .querySelector(".board-base")
    ?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: whole, easing: "ease-in" });
  await Promise.allSettled(falls.map((animation) => animation.finished));
  await pulseLine(board, line);
}

/** Let a claimed line pulse briefly. */
export async function pulseLine(board: ParentNode, line: string): Promise<void> {
  const flash = find(board, "pieces", line)?.querySelector(".board-flash");
  if (!flash) return;
  const frames = calm()
    ? [{ opacity: 0.9 }, { opacity: 0.9 }, { opacity: 0 }]
    : [0, 0.95, 0.2, 0.95, 0].map((opacity) => ({ opacity }));
  await flash.animate(frames, { duration: 1300, easing: "ease-in-out" }).finished.catch(() => undefined);
}

/** Set a station or harbour down. */
export async function layMarker(board: ParentNode, city: string): Promise<void> {
  const piece = find(board, "marker", city)?.querySelector(".board-piece");
  await (piece ? fall(piece, 0).finished.catch(() => undefined) : undefined);
}
