/** A value that can be watched. */

export type Listener<T> = (now: T, before: T) => void;

export class Store<T> {
  #value: T;
  readonly #listeners = new Set<Listener<T>>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    const before = this.#value;
    if (Object.is(value, before)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener(value, before);
  }

  update(change: (value: T) => T): void {
    this.set(change(this.#value));
  }

  watch(listener: Listener<T>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
