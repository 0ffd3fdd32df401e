/** The lobby's socket: the lists of tables, whenever they change. */

import type { Lobby } from "./types";

const AGAIN = 3000;

/** Tells the lists until it is told to stop. */
export function watchLobby(tell: (lobby: Lobby) => void): () => void {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  let wire: WebSocket | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  const connect = (): void => {
    wire = new WebSocket(`${scheme}://${location.host}/api/lobby/socket`);
    wire.onmessage = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as { type: string } & Lobby;
      if (message.type === "lobby") tell(message);
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
