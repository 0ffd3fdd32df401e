/** Short animations with the Web Animations API; whoever wants less motion gets none. */

const QUICK = 420;

export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Let a copy of something fly from one place to another. */
export function fly(ghost: HTMLElement, from: DOMRect, to: DOMRect, delay = 0): void {
  if (calm() || from.width === 0 || to.width === 0) return;
  ghost.classList.add("ghost");
  ghost.setAttribute("aria-hidden", "true");
  document.body.append(ghost);
  const dx = to.x + to.width / 2 - from.x - from.width / 2;
  const dy = to.y + to.height / 2 - from.y - from.height / 2;
  Object.assign(ghost.style, {
    left: `${from.x}px`,
    top: `${from.y}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
  });
  const moved = ghost.animate(
    [
      { transform: "translate(0, 0) scale(1)", opacity: 1 },
      { transform: `translate(${dx * 0.6}px, ${dy * 0.6 - 18}px) scale(0.95)`, opacity: 1, offset: 0.6 },
      { transform: `translate(${dx}px, ${dy}px) scale(0.55)`, opacity: 0.2 },
    ],
    { duration: QUICK, delay, easing: "cubic-bezier(.3,.1,.3,1)", fill: "backwards" },
  );
  const gone = (): void => ghost.remove();
  moved.finished.then(gone, gone);
}

/** A number that rises from a place and fades: points won or lost. */
export function rise(text: string, at: DOMRect): void {
  if (calm() || at.width === 0) return;
  const mark = document.createElement("span");
  mark.className = "risen";
  mark.textContent = text;
  mark.setAttribute("aria-hidden", "true");
  Object.assign(mark.style, { left: `${at.x + at.width / 2}px`, top: `${at.y}px` });
  document.body.append(mark);
  const moved = mark.animate(
    [
      { transform: "translate(-50%, 6px)", opacity: 0 },
      { transform: "translate(-50%, -10px)", opacity: 1, offset: 0.25 },
      { transform: "translate(-50%, -30px)", opacity: 0 },
    ],
    { duration: 1300, easing: "ease-out" },
  );
  const gone = (): void => mark.remove();
  moved.finished.then(gone, gone);
}

/** Draw the eye to something for a moment. */
export function pulse(element: Element): void {
  if (calm()) return;
  element.animate([{ scale: "1" }, { scale: "1.08" }, { scale: "1" }], {
    duration: QUICK,
    easing: "ease-in-out",
  });
}
