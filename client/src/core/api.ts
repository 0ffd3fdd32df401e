/** The server over HTTP: one function for each thing that a person does outside the socket. */

import type { BoardGeometry } from "../board/types";
import type { Problem } from "../protocol";
import type { BoardAnswer, Lobby, Me, Replayed, TableShown, TitleRow, Wish } from "./types";

/** Ids and numbers that belong to a refusal. */
export type Details = Readonly<Problem["details"]>;

/** Something the server refused: a code and its details, and an English sentence for what has no words here. */
export class Refusal extends Error {
  readonly code: string;
  readonly details: Details;

  constructor(code: string, message: string, details: Details = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

export const CSRF_COOKIE = "branchline_csrf";

function csrf(): string {
  const found = document.cookie.split("; ").find((each) => each.startsWith(`${CSRF_COOKIE}=`));
  return found ? decodeURIComponent(found.slice(CSRF_COOKIE.length + 1)) : "";
}

async function request<T>(method: string, path: string, body?: object): Promise<T> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (method !== "GET") {
    headers["content-type"] = "application/json";
    headers["x-csrf-token"] = csrf();
  }
  const answer = await sent(path, { method, headers, body: body ? JSON.stringify(body) : null });
  if (answer.status === 204) return undefined as T;
  const data: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw refusal(data);
  return data as T;
}

async function sent(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`/api${path}`, { ...init, credentials: "same-origin" });
  } catch {
    throw new Refusal("offline", "");
  }
}

function refusal(data: unknown): Refusal {
  const { code, message, details } = (data ?? {}) as { code?: string; message?: string; details?: Details };
  return new Refusal(code ?? "server_error", message ?? "", details);
}

const get = <T>(path: string): Promise<T> => request<T>("GET", path);
const post = <T>(path: string, body: object = {}): Promise<T> => request<T>("POST", path, body);

export const api = {
  me: () => get<Me>("/me"),
  guest: (name: string) => post<Me>("/guest", { name }),
  confirm: (token: string) => post<void>("/confirm", { token }),
  titles: (language: string) => get<TitleRow[]>(`/titles?language=${language}`),
  drawing: (title: string) => get<BoardGeometry>(`/titles/${title}/drawing`),
  board: (title: string) => get<BoardAnswer>(`/titles/${title}/board`),
  lobby: () => get<Lobby>("/tables"),
  yourTurn: () => get<TableShown[]>("/your-turn"),
  myTables: () => get<TableShown[]>("/my-tables"),
  myGames: () => get<TableShown[]>("/my-games?limit=8"),
  create: (wish: Wish) => post<TableShown>("/tables", wish),
  start: (table: string) => post<void>(`/tables/${table}/start`),
  join: (table: string, seat: number | null) => post<{ seat: number }>(`/tables/${table}/join`, { seat }),
  leave: (table: string) => post<void>(`/tables/${table}/leave`),
  remove: (table: string, seat: number) => post<void>(`/tables/${table}/remove`, { seat }),
  seatBot: (table: string, seat: number, bot: string | null) =>
    post<void>(`/tables/${table}/bot`, { seat, bot }),
  rematch: (table: string) => post<TableShown>(`/tables/${table}/rematch`),
  replay: (table: string, step: number) => get<Replayed>(`/tables/${table}/replay/${step}`),
  recordPath: (table: string) => `/api/tables/${table}/record`,
};
