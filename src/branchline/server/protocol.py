"""What travels over the sockets of tables and of the lobby. The client's types are generated from here.

Every message has a ``type``. Whatever a seat gets was made from its view.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from branchline.engine.actions import AnyAction
from branchline.engine.errors import Details, RefusalCode
from branchline.engine.events import AnyEvent
from branchline.engine.facts import OwnFacts, TableFacts
from branchline.engine.tally import Tally
from branchline.server.errors import Code, Refused
from branchline.server.store.rows import Clock, EntryKind, PersonKind, Status

LONGEST_MESSAGE = 64 * 1024
LONGEST_CHAT = 500

# --- from the client


class Act(msgspec.Struct, frozen=True, tag="act", tag_field="type"):
    """Play these actions, all or none. ``id`` is the client's own; sent again, it does nothing again."""

    id: str
    version: int
    actions: tuple[AnyAction, ...]


class Preview(msgspec.Struct, frozen=True, tag="preview", tag_field="type"):
    """What could be chosen next after these actions, which reveal nothing and are not played."""

    id: str
    actions: tuple[AnyAction, ...]


class Ask(msgspec.Struct, frozen=True, tag="ask", tag_field="type"):
    """Ask why an action is not legal."""

    id: str
    action: AnyAction


class Say(msgspec.Struct, frozen=True, tag="say", tag_field="type"):
    """Say something at the table."""

    text: str


class AskUndo(msgspec.Struct, frozen=True, tag="ask_undo", tag_field="type"):
    """Take the own last step back: at once where nothing was revealed, else if the others agree."""


class AnswerUndo(msgspec.Struct, frozen=True, tag="answer_undo", tag_field="type"):
    """Agree to somebody's undo, or not."""

    agree: bool


class Resign(msgspec.Struct, frozen=True, tag="resign", tag_field="type"):
    """Let a bot play on."""


class Return(msgspec.Struct, frozen=True, tag="return", tag_field="type"):
    """Take the own seat back from the bot."""


class Ping(msgspec.Struct, frozen=True, tag="ping", tag_field="type"):
    """Ask whether the server is there."""


FromClient = Act | Preview | Ask | Say | AskUndo | AnswerUndo | Resign | Return | Ping

# --- to the client


class Person(msgspec.Struct, frozen=True):
    """Who sits in a seat."""

    seat: int
    name: str | None
    kind: PersonKind | None
    bot: str | None
    substitute: str | None
    here: bool
    bank: int | None


class TableInfo(msgspec.Struct, frozen=True):
    """A table and its people."""

    id: str
    title: str
    status: Status
    public: bool
    clock: Clock
    advice: bool
    host: str | None
    people: tuple[Person, ...]
    deadline: int | None
    commitment: str
    rematch: str | None
    watching: int
    can_go_on: bool


class Told(msgspec.Struct, frozen=True):
    """An entry of the table's log, as a seat sees it; ``id`` is that of your own message, which is stored now."""

    version: int
    at: int
    kind: EntryKind
    seat: int | None
    events: tuple[AnyEvent, ...]
    to: int | None = None
    id: str | None = None


class Choices(msgspec.Struct, frozen=True):
    """What a seat may choose now, and whether its last step can be taken back freely."""

    legal: tuple[AnyAction, ...]
    can_undo: bool


class Chat(msgspec.Struct, frozen=True, tag="chat", tag_field="type"):
    """Something said at the table."""

    id: int
    name: str
    at: int
    text: str


class UndoAsked(msgspec.Struct, frozen=True, tag="undo_asked", tag_field="type"):
    """Somebody asks to take a step back; who has agreed so far. Seat None: the question is off."""

    seat: int | None
    agreed: tuple[int, ...]


class Ending(msgspec.Struct, frozen=True):
    """The end: everything revealed."""

    tally: Tally
    seed: str
    hands: tuple[dict[str, int], ...]
    tickets: tuple[tuple[str, ...], ...]


class Snapshot(msgspec.Struct, frozen=True, tag="snapshot", tag_field="type"):
    """All that a seat may know, when it comes."""

    version: int
    now: int
    you: int | None
    info: TableInfo
    table: TableFacts | None
    own: OwnFacts | None
    choices: Choices | None
    missed: tuple[Told, ...]
    chat: tuple[Chat, ...]
    undo: UndoAsked
    ending: Ending | None


class Update(msgspec.Struct, frozen=True, tag="update", tag_field="type"):
    """What has happened, and how things stand now; ``info`` only if something of it has changed."""

    version: int
    now: int
    told: tuple[Told, ...]
    info: TableInfo | None
    table: TableFacts | None
    own: OwnFacts | None
    choices: Choices | None
    ending: Ending | None


class InfoChanged(msgspec.Struct, frozen=True, tag="info", tag_field="type"):
    """People came or went, or sat down."""

    info: TableInfo


class Done(msgspec.Struct, frozen=True, tag="done", tag_field="type"):
    """Your message with this id had been carried out before; otherwise the update tells that it is stored."""

    id: str
    version: int


class Previewed(msgspec.Struct, frozen=True, tag="previewed", tag_field="type"):
    """What could be chosen next; nothing if the payment is whole."""

    id: str
    legal: tuple[AnyAction, ...]
    whole: bool


class Answer(msgspec.Struct, frozen=True, tag="answer", tag_field="type"):
    """Why not; None: it is legal."""

    id: str
    code: RefusalCode | None
    reason: str | None
    details: Details


class Problem(msgspec.Struct, frozen=True, tag="problem", tag_field="type"):
    """What was wrong with a message: a code and its details for pages and programs, and an English sentence."""

    code: Code
    message: str
    details: Details
    id: str | None = None

    @classmethod
    def of(cls, problem: Refused, identity: str | None = None) -> Problem:
        """What was refused."""
        return cls(problem.code, problem.message, problem.details, identity)


class Pong(msgspec.Struct, frozen=True, tag="pong", tag_field="type"):
    """I am here."""

    now: int


@dataclass(frozen=True, slots=True)
class ListedSeat:
    """A seat in a list of tables, over HTTP too."""

    seat: int
    name: str | None
    kind: PersonKind | None
    bot: str | None
    substitute: str | None
    due: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in a list, over HTTP too."""

    id: str
    title: str
    rules: int
    status: Status
    public: bool
    clock: Clock
    advice: bool
    first_seat: int | None
    host: str | None
    created: int
    started: int | None
    ended: int | None
    deadline: int | None
    rematch: str | None
    seats: tuple[ListedSeat, ...]


class LobbyLists(msgspec.Struct, frozen=True, tag="lobby", tag_field="type"):
    """The public tables, the newest first."""

    open: tuple[Listed, ...]
    running: tuple[Listed, ...]


class LobbyChanged(msgspec.Struct, frozen=True, tag="lobby_changed", tag_field="type"):
    """What is different in the lists: tables that are new or have changed, and those that are no longer there."""

    changed: tuple[Listed, ...]
    gone: tuple[str, ...]


ToLobby = LobbyLists | LobbyChanged | Problem | Pong
ToClient = Snapshot | Update | InfoChanged | Chat | UndoAsked | Done | Previewed | Answer | Problem | Pong

decoder = msgspec.json.Decoder(FromClient)
encoder = msgspec.json.Encoder()
