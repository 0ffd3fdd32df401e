/** Which page is open, by the address. */

import { Store } from "./store";

export type Place =
  | { readonly page: "home" }
  | { readonly page: "table"; readonly id: string }
  | { readonly page: "replay"; readonly id: string }
  | { readonly page: "confirm" }
  | { readonly page: "nowhere" };

export function placeOf(path: string): Place {
  const [first, id, third, ...more] = path.split("/").filter(Boolean);
  if (first === undefined) return { page: "home" };
  if (first === "confirm" && id === undefined) return { page: "confirm" };
  if (first !== "t" || !id || more.length > 0) return { page: "nowhere" };
  if (third === undefined) return { page: "table", id };
  return third === "replay" ? { page: "replay", id } : { page: "nowhere" };
}

export const place = new Store<Place>({ page: "home" });

export function go(path: string): void {
  history.pushState(null, "", path);
  place.set(placeOf(location.pathname));
  scrollTo(0, 0);
}

export function followAddress(): void {
  place.set(placeOf(location.pathname));
  addEventListener("popstate", () => place.set(placeOf(location.pathname)));
}
