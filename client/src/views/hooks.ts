/** Small hooks that join the plain core to the views. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Store } from "../core/store";

/** A store's value, or a part of it; the view is drawn again only when that part changes. */
export function useStore<T>(store: Store<T>): T;
export function useStore<T, R>(store: Store<T>, select: (value: T) => R): R;
export function useStore<T, R>(store: Store<T>, select?: (value: T) => R): T | R {
  const pick = (value: T): T | R => (select ? select(value) : value);
  const [, redraw] = useState({});
  const shown = useRef<T | R>(undefined as T | R);
  shown.current = pick(store.value);
  useEffect(() => {
    const look = (): void => {
      if (!Object.is(pick(store.value), shown.current)) redraw({});
    };
    look();
    return store.watch(look);
  }, [store]);
  return shown.current;
}

/** The time now, told every second while somebody cares. */
export function useNow(running: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}

/** The value of a promise, and what went wrong with it. */
export function usePromise<T>(make: () => Promise<T>, key: string): { value: T | null; problem: unknown } {
  const [state, setState] = useState<{ value: T | null; problem: unknown }>({ value: null, problem: null });
  useEffect(() => {
    let wanted = true;
    setState({ value: null, problem: null });
    make().then(
      (value) => wanted && setState({ value, problem: null }),
      (problem: unknown) => wanted && setState({ value: null, problem }),
    );
    return () => {
      wanted = false;
    };
  }, [key]);
  return state;
}

/** Whether the screen is as narrow as a phone's. */
export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const look = (): void => setNarrow(query.matches);
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, []);
  return narrow;
}

const NARROW = "(max-width: 820px)";
