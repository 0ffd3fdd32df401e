/** Pan and zoom: keeps one element's CSS transform, by pointer, wheel, touch and keyboard, without any re-rendering. */

import { type Area, fitted, kept, type Look, type Size, sameLook, zoomed } from "./look";
import { calm } from "./motion";

/** What a view may ask of the camera. */
export interface Camera {
  /** The whole board, or, on a narrow screen with a tall board, its whole width. */
  fit(): void;
  /** Zoom by a factor, around the middle of the view. */
  zoom(factor: number): void;
  /** Bring an area into view (no more than needed), e.g. the cities of a ticket. */
  show(area: Area): void;
  /** The board's point under a point of the page. */
  toBoard(clientX: number, clientY: number): { readonly x: number; readonly y: number };
  /** CSS pixels for one board unit. */
  scale(): number;
  destroy(): void;
}

export interface CameraOptions {
  /** What is looked at, in board units; the element's own coordinates begin at its corner. */
  readonly area: Area;
  /** Below this scale names cannot be read: a tall board then fills the view's width rather than being shown whole. */
  readonly readable: number;
}

const CLOSEST = 4; // CSS pixels for a board unit, at most
const DRAG = 5; // pixels that tell a drag from a tap
const DOUBLE_TAP = 320; // milliseconds
const SETTLE = 220; // milliseconds without change until the picture is drawn sharp again
const GLIDE = 200; // milliseconds of a glide

/** Watches a view and moves the content in it. */
class ViewCamera implements Camera {
  #look: Look = { scale: 1, x: 0, y: 0 };
  #view: Size = { width: 1, height: 1 };
  #touched = false;
  #frame = 0;
  #settling = 0;
  #drawn = 0; // the scale that the picture was last drawn sharp at
  readonly #pointers = new Map<number, { x: number; y: number }>();
  #dragged = false;
  #lastTap = { time: 0, x: 0, y: 0 };
  readonly #gone = new AbortController();
  readonly #sizes: ResizeObserver;

  readonly #root: HTMLElement;
  readonly #content: HTMLElement | SVGElement;
  readonly #options: CameraOptions;

  constructor(root: HTMLElement, content: HTMLElement | SVGElement, options: CameraOptions) {
    this.#root = root;
    this.#content = content;
    this.#options = options;
    this.#sizes = new ResizeObserver(() => this.#resized());
    this.#sizes.observe(root);
    this.#listen();
    this.#resized();
  }

  fit(): void {
    this.#touched = false;
    this.#glide(fitted(this.#options.area, this.#view, this.#options.readable));
  }

  zoom(factor: number): void {
    this.#zoomTo(factor, this.#view.width / 2, this.#view.height / 2);
  }

  show(area: Area): void {
    const { area: whole } = this.#options;
    const margin = 60 / this.#look.scale;
    const [width, height] = [area.width + 2 * margin, area.height + 2 * margin];
    const scale = Math.min(
      this.#look.scale,
      Math.max(this.#view.width / width, this.#smallest()),
      Math.max(this.#view.height / height, this.#smallest()),
    );
    const [left, top] = [(area.x - whole.x - margin) * scale, (area.y - whole.y - margin) * scale];
    const inside = (at: number, low: number, size: number, room: number) =>
      Math.min(Math.max(at, room - low - size), -low);
    const at = zoomed(this.#look, scale, this.#view.width / 2, this.#view.height / 2);
    this.#glide({
      scale,
      x: inside(at.x, left, width * scale, this.#view.width),
      y: inside(at.y, top, height * scale, this.#view.height),
    });
  }

  toBoard(clientX: number, clientY: number): { x: number; y: number } {
    const { x, y } = this.#inView(clientX, clientY);
    const { area } = this.#options;
    return {
      x: (x - this.#look.x) / this.#look.scale + area.x,
      y: (y - this.#look.y) / this.#look.scale + area.y,
    };
  }

  scale(): number {
    return this.#look.scale;
  }

  destroy(): void {
    this.#gone.abort();
    this.#sizes.disconnect();
    cancelAnimationFrame(this.#frame);
    window.clearTimeout(this.#settling);
  }

  #resized(): void {
    this.#view = { width: this.#root.clientWidth || 1, height: this.#root.clientHeight || 1 };
    this.#put(this.#touched ? this.#look : fitted(this.#options.area, this.#view, this.#options.readable));
    this.#sharpen();
  }

  #smallest(): number {
    const { area } = this.#options;
    return Math.min(this.#view.width / area.width, this.#view.height / area.height);
  }

  #bounded(scale: number): number {
    return Math.min(Math.max(scale, this.#smallest()), CLOSEST);
  }

  /** Show a look, now. */
  #put(look: Look): void {
    this.#look = kept(look, this.#options.area, this.#view);
    const { scale, x, y } = this.#look;
    this.#content.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${scale.toFixed(4)})`;
  }

  /** Show a look while it goes on changing: the picture is only moved, and drawn sharp when it comes to rest. */
  #move(look: Look): void {
    this.#touched = true;
    this.#put(look);
    window.clearTimeout(this.#settling);
    if (this.#look.scale !== this.#drawn) this.#settling = window.setTimeout(() => this.#sharpen(), SETTLE);
  }

  /** Let the browser draw the picture anew at this scale, by giving up its layer for a moment. */
  #sharpen(): void {
    this.#drawn = this.#look.scale;
    this.#content.style.willChange = "auto";
    requestAnimationFrame(() =>
      requestAnimationFrame(() => this.#content.style.removeProperty("will-change")),
    );
  }

  /** Go to a look in a short, calm movement. */
  #glide(to: Look): void {
    cancelAnimationFrame(this.#frame);
    const goal = kept(to, this.#options.area, this.#view);
    const from = this.#look;
    const stays = this.#touched;
    const begun = performance.now();
    const step = (now: number) => {
      const t = calm() ? 1 : Math.min(1, Math.max(0, (now - begun) / GLIDE));
      const part = 1 - (1 - t) ** 3;
      const between = (one: number, other: number) => one + (other - one) * part;
      this.#move({
        scale: between(from.scale, goal.scale),
        x: between(from.x, goal.x),
        y: between(from.y, goal.y),
      });
      if (t < 1) this.#frame = requestAnimationFrame(step);
      else
        this.#touched =
          stays || !sameLook(goal, fitted(this.#options.area, this.#view, this.#options.readable));
    };
    this.#frame = requestAnimationFrame(step);
  }

  #zoomTo(factor: number, x: number, y: number): void {
    this.#glide(zoomed(this.#look, this.#bounded(this.#look.scale * factor), x, y));
  }

  #inView(clientX: number, clientY: number): { x: number; y: number } {
    const box = this.#root.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  }

  #listen(): void {
    const { signal } = this.#gone;
    const on = <K extends keyof HTMLElementEventMap>(
      name: K,
      heard: (event: HTMLElementEventMap[K]) => void,
      capture = false,
    ) => this.#root.addEventListener(name, heard, { signal, capture, passive: false });
    on("wheel", (event) => this.#wheeled(event));
    on("pointerdown", (event) => this.#pressed(event));
    on("pointermove", (event) => this.#moved(event));
    on("pointerup", (event) => this.#released(event));
    on("pointercancel", (event) => this.#released(event));
    on("click", (event) => this.#swallowAfterDrag(event), true);
    on("keydown", (event) => this.#typed(event));
  }

  #wheeled(event: WheelEvent): void {
    event.preventDefault();
    cancelAnimationFrame(this.#frame);
    const { x, y } = this.#inView(event.clientX, event.clientY);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016));
    this.#move(zoomed(this.#look, this.#bounded(this.#look.scale * factor), x, y));
  }

  #pressed(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    cancelAnimationFrame(this.#frame);
    if (this.#pointers.size === 0) this.#dragged = false;
    this.#pointers.set(event.pointerId, this.#inView(event.clientX, event.clientY));
  }

  #moved(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = this.#inView(event.clientX, event.clientY);
    if (!this.#dragged && Math.hypot(now.x - before.x, now.y - before.y) < DRAG && this.#pointers.size === 1)
      return;
    if (!this.#dragged) this.#root.setPointerCapture(event.pointerId);
    this.#dragged = true;
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, now);
    this.#move(other === undefined ? this.#panned(before, now) : this.#pinched(before, now, other));
  }

  #panned(before: { x: number; y: number }, now: { x: number; y: number }): Look {
    return { ...this.#look, x: this.#look.x + now.x - before.x, y: this.#look.y + now.y - before.y };
  }

  /** Two fingers: the middle between them moves the board, their distance zooms it. */
  #pinched(
    before: { x: number; y: number },
    now: { x: number; y: number },
    other: { x: number; y: number },
  ): Look {
    const spread = (point: { x: number; y: number }) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
    const scale = this.#bounded((this.#look.scale * spread(now)) / spread(before));
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    const was = { x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 };
    return zoomed(this.#panned(was, middle), scale, middle.x, middle.y);
  }

  #released(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId) || this.#dragged || event.type === "pointercancel") return;
    const { x, y } = this.#inView(event.clientX, event.clientY);
    const again =
      event.timeStamp - this.#lastTap.time < DOUBLE_TAP &&
      Math.hypot(x - this.#lastTap.x, y - this.#lastTap.y) < 30;
    this.#lastTap = { time: again ? 0 : event.timeStamp, x, y };
    if (again) this.#doubleTapped(x, y);
  }

  /** Closer, or, when already close, back to the whole board. */
  #doubleTapped(x: number, y: number): void {
    const whole = fitted(this.#options.area, this.#view, this.#options.readable);
    if (this.#look.scale > whole.scale * 2.5) this.fit();
    else this.#zoomTo(2, x, y);
  }

  #swallowAfterDrag(event: MouseEvent): void {
    if (!this.#dragged || event.detail === 0) return;
    this.#dragged = false;
    event.stopPropagation();
    event.preventDefault();
  }

  #typed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = 0.18;
    const ways: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => this.#slide(step, 0),
      ArrowRight: () => this.#slide(-step, 0),
      ArrowUp: () => this.#slide(0, step),
      ArrowDown: () => this.#slide(0, -step),
      "+": () => this.zoom(1.4),
      "=": () => this.zoom(1.4),
      "-": () => this.zoom(1 / 1.4),
      "0": () => this.fit(),
    };
    const way = ways[event.key];
    if (way === undefined) return;
    event.preventDefault();
    way();
  }

  #slide(x: number, y: number): void {
    this.#glide({
      ...this.#look,
      x: this.#look.x + x * this.#view.width,
      y: this.#look.y + y * this.#view.height,
    });
  }
}

/** A camera on some content (whose transform-origin is its top left corner) in a view. */
export function createCamera(
  root: HTMLElement,
  content: HTMLElement | SVGElement,
  options: CameraOptions,
): Camera {
  return new ViewCamera(root, content, options);
}
