/** What a client knows of a table: a message in, a state out, nothing else. */

import type {
  Chat,
  Choices,
  Ending,
  OwnFacts,
  Snapshot,
  TableFacts,
  TableInfo,
  ToClient,
  Told,
  UndoAsked,
  Update,
} from "../protocol";

export interface TableState {
  readonly version: number;
  readonly you: number | null;
  readonly info: TableInfo | null;
  readonly table: TableFacts | null;
  readonly own: OwnFacts | null;
  readonly choices: Choices | null;
  readonly ending: Ending | null;
  readonly undo: UndoAsked;
  readonly chat: readonly Chat[];
  readonly log: readonly Told[];
  /** How far the server's clock is ahead of ours, in milliseconds. */
  readonly ahead: number;
}

export const EMPTY: TableState = {
  version: 0,
  you: null,
  info: null,
  table: null,
  own: null,
  choices: null,
  ending: null,
  undo: { type: "undo_asked", seat: null, agreed: [] },
  chat: [],
  log: [],
  ahead: 0,
};

/** The state after a message; messages that answer a question change nothing here. */
export function reduce(state: TableState, message: ToClient, now: number): TableState {
  switch (message.type) {
    case "snapshot":
      return arrived(state, message, now);
    case "update":
      return changed(state, message, now);
    case "info":
      return { ...state, info: message.info };
    case "chat":
      return { ...state, chat: withChat(state.chat, [message]) };
    case "undo_asked":
      return { ...state, undo: message };
    case "pong":
      return { ...state, ahead: message.now - now };
    case "done":
    case "previewed":
    case "answer":
    case "problem":
      return state;
    default:
      return unknown(state, message);
  }
}

/** A message of a newer server changes nothing; one of ours that is forgotten above is a type error. */
function unknown(state: TableState, _message: never): TableState {
  return state;
}

function arrived(state: TableState, message: Snapshot, now: number): TableState {
  return {
    ...standing(state, message, now),
    you: message.you,
    undo: message.undo,
    chat: withChat(state.chat, message.chat),
    log: withEntries(state.log, message.missed),
  };
}

function changed(state: TableState, message: Update, now: number): TableState {
  if (message.version < state.version) return state;
  return {
    ...standing(state, message, now),
    undo: EMPTY.undo,
    log: withEntries(state.log, message.told),
  };
}

/** How things stand, which every snapshot and update tells; the table and its people only if they changed. */
function standing(state: TableState, message: Snapshot | Update, now: number): TableState {
  const { version, table, own, choices, ending } = message;
  const info = message.info ?? state.info;
  return { ...state, version, info, table, own, choices, ending, ahead: message.now - now };
}

function withEntries(log: readonly Told[], told: readonly Told[]): readonly Told[] {
  const last = log.at(-1)?.version ?? 0;
  const fresh = told.filter((entry) => entry.version > last);
  return fresh.length > 0 ? [...log, ...fresh] : log;
}

function withChat(chat: readonly Chat[], said: readonly Chat[]): readonly Chat[] {
  const known = new Set(chat.map((line) => line.id));
  const fresh = said.filter((line) => !known.has(line.id));
  return fresh.length > 0 ? [...chat, ...fresh].sort((a, b) => a.id - b.id) : chat;
}

/** The entries of the log that a change of state brought. */
export function newEntries(now: TableState, before: TableState): readonly Told[] {
  return now.log.slice(before.log.length);
}

/** The seats that may choose now. */
export function dueSeats(state: TableState): readonly number[] {
  const { table, info } = state;
  if (!table?.decision || info?.status !== "running") return [];
  const opening = table.decision.kind.startsWith("opening_");
  return opening ? table.seats.filter((seat) => !seat.ready).map((seat) => seat.seat) : [table.decision.seat];
}

/** Whether it is this client's person who has to choose. */
export function yourChoice(state: TableState): boolean {
  return (state.choices?.legal.length ?? 0) > 0;
}
