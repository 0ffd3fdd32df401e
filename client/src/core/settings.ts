/** What a person has set in this browser. */

import { Store } from "./store";

export interface Settings {
  readonly confirm: boolean;
  readonly sound: boolean;
  readonly name: string;
}

const KEY = "branchline";
const DEFAULTS: Settings = { confirm: true, sound: true, name: "" };

function read(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return DEFAULTS;
  }
}

export const settings = new Store<Settings>(read());

settings.watch((now) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // A browser that keeps nothing still plays.
  }
});

export function set<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings.update((now) => ({ ...now, [key]: value }));
}
