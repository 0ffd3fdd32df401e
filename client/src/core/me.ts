/** Who the person at this browser is. */

import { api, CSRF_COOKIE, Refusal } from "./api";
import { set } from "./settings";
import { Store } from "./store";
import type { Me } from "./types";

export const me = new Store<Me | null>(null);

/** Ask the server who we are; null for somebody new. */
export async function recognise(): Promise<Me | null> {
  try {
    me.set(await api.me());
  } catch (problem) {
    if (!(problem instanceof Refusal) || problem.code !== "not_signed_in") throw problem;
  }
  return me.value;
}

/** Who we are, asked only where there is a sign that we have been here before. */
export async function greet(): Promise<Me | null> {
  return document.cookie.includes(CSRF_COOKIE) ? recognise() : null;
}

/** Be somebody with this name: a guest keeps the seat and may change the name. */
export async function comeAs(name: string): Promise<Me> {
  const now = me.value ?? (await greet());
  if (now && (now.name === name || now.kind !== "guest")) return now;
  const known = await api.guest(name);
  set("name", name);
  me.set(known);
  return known;
}
