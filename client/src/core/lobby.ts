/** The lobby's socket: the lists of tables, and what changes in them. */

import type { Listed, ToLobby } from "../protocol";
import type { Lobby } from "./types";

const AGAIN = 3000;

/** The lists after a message; the same lists if it says nothing about them. */
export function lobbyAfter(before: Lobby, message: ToLobby): Lobby {
  if (message.type === "lobby") return { open: message.open, running: message.running };
  if (message.type !== "lobby_changed") return before;
  const gone = new Set([...message.gone, ...message.changed.map((table) => table.id)]);
  const kept = [...before.open, ...before.running].filter((table) => !gone.has(table.id));
  const tables = [...kept, ...message.changed].sort((one, other) => other.created - one.created);
  const having = (status: Listed["status"]) => tables.filter((table) => table.status === status);
  return { open: having("open"), running: having("running") };
}

/** Tells the lists until it is told to stop. */
export function watchLobby(tell: (lobby: Lobby) => void): () => void {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  let lobby: Lobby = { open: [], running: [] };
  let wire: WebSocket | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  const connect = (): void => {
    wire = new WebSocket(`${scheme}://${location.host}/api/lobby/socket`);
    wire.onmessage = (event: MessageEvent<string>) => {
      const after = lobbyAfter(lobby, JSON.parse(event.data) as ToLobby);
      if (after !== lobby) tell(after);
      lobby = after;
    };
    wire.onclose = () => {
      again = setTimeout(connect, AGAIN);
    };
  };
  connect();
  return () => {
    clearTimeout(again);
    if (wire) wire.onclose = null;
    wire?.close();
  };
}
