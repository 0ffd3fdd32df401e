/** What pointers, fingers and keys mean on the board. */

import type { Camera } from "./camera";
import type { Picker } from "./pick";
import type { BoardProps, BoardTarget } from "./types";

const FINGER = 22; // CSS pixels around a finger's tap
const MOUSE = 7; // and around a mouse's

/** Something whose newest value is always looked up. */
export type Ref<T> = { readonly current: T };

/** Turns events on the board into words about lines and cities. */
export class BoardInput {
  readonly #gone = new AbortController();
  #target: BoardTarget | null = null;
  #pointer: PointerEvent | null = null;
  #finger = false;

  readonly #root: HTMLElement;
  readonly #camera: Camera;
  readonly #picker: Picker;
  readonly #latest: Ref<BoardProps>;

  constructor(root: HTMLElement, camera: Camera, picker: Picker, latest: Ref<BoardProps>) {
    this.#root = root;
    this.#camera = camera;
    this.#picker = picker;
    this.#latest = latest;
    const { signal } = this.#gone;
    root.addEventListener("click", (event) => this.#clicked(event), { signal });
    root.addEventListener("keydown", (event) => this.#typed(event), { signal });
    root.addEventListener("pointerdown", (event) => this.#pressed(event), { signal });
    root.addEventListener("pointermove", (event) => this.#hovered(event), { signal });
    root.addEventListener("pointerleave", () => this.#aim(null), { signal });
    root.addEventListener("focusin", (event) => this.#aim(targetOf(event.target)), { signal });
    root.addEventListener("focusout", () => this.#aim(null), { signal });
  }

  destroy(): void {
    this.#gone.abort();
  }

  #pressed(event: PointerEvent): void {
    this.#finger = event.pointerType !== "mouse";
  }

  /** A tap means the nearest thing; a click without a place (from a program) means what it was sent to. */
  #clicked(event: MouseEvent): void {
    const sent = targetOf(event.target);
    const target = event.detail === 0 ? sent : (this.#under(event) ?? sent);
    if (target !== null) this.#choose(target);
  }

  #under(event: MouseEvent): BoardTarget | null {
    const { x, y } = this.#camera.toBoard(event.clientX, event.clientY);
    return this.#picker.at(x, y, (this.#finger ? FINGER : MOUSE) / this.#camera.scale());
  }

  #choose(target: BoardTarget): void {
    const { onLine, onCity } = this.#latest.current;
    this.#aim(target);
    if (target.kind === "line") onLine?.(target.id);
    else onCity?.(target.id);
  }

  /** At most one look for each frame. */
  #hovered(event: PointerEvent): void {
    if (event.pointerType !== "mouse" || event.buttons !== 0) return;
    if (this.#pointer === null) requestAnimationFrame(() => this.#lookUnderPointer());
    this.#pointer = event;
  }

  #lookUnderPointer(): void {
    if (this.#pointer !== null && !this.#gone.signal.aborted) this.#aim(this.#under(this.#pointer));
    this.#pointer = null;
  }

  #aim(target: BoardTarget | null): void {
    if (target?.kind === this.#target?.kind && target?.id === this.#target?.id) return;
    this.#target = target;
    const element = target === null ? null : this.#root.querySelector(selectorOf(target));
    this.#latest.current.onTarget?.(target, element?.getBoundingClientRect() ?? null);
  }

  #typed(event: KeyboardEvent): void {
    const target = targetOf(event.target);
    if ((event.key === "Enter" || event.key === " ") && target !== null) {
      event.preventDefault();
      this.#choose(target);
    } else if (event.key === "PageDown" || event.key === "PageUp") {
      event.preventDefault();
      this.#step(event.key === "PageDown" ? 1 : -1);
    }
  }

  /** Move the focus through all lines and cities. */
  #step(by: number): void {
    const all = Array.from(this.#root.querySelectorAll<SVGElement>(".board-touch"));
    const here = all.findIndex((element) => element.matches(":focus"));
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
