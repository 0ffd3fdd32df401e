"""Tables over HTTP: the lobby, records and replays."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import BaseModel, Field

from branchline import titles
from branchline.engine.facts import facts_to_data
from branchline.engine.record import record_lines
from branchline.server.errors import Refused
from branchline.server.listing import listed
from branchline.server.lobby import Visitor, Wish, checked_id
from branchline.server.protocol import Listed
from branchline.server.store.rows import Clock, TableOptions
from branchline.server.table import seats
from branchline.server.table.table import Table
from branchline.server.web.schemas import LATEST, Before, Limit, LobbyShown, Replayed, Seated, TitleId
from branchline.server.web.sessions import MaybeSessionDep, ServicesDep, UserDep, address_of, services_of

router = APIRouter(prefix="/api", tags=["tables"])

RECORD: dict[int | str, dict[str, Any]] = {200: {"content": {"application/jsonl": {"schema": {"type": "string"}}}}}
SeatNumber = Annotated[int, Field(ge=0, le=4)]


async def a_visitor(request: Request, user: UserDep) -> Visitor:
    """Whoever asks, and where from."""
    return Visitor(user, address_of(request))


VisitorDep = Annotated[Visitor, Depends(a_visitor)]


async def a_table(table_id: str, request: Request) -> Table:
    """The table that a request is about; who has the link may see it."""
    return await services_of(request).tables.find(checked_id(table_id))


TableDep = Annotated[Table, Depends(a_table)]


class ClockBody(BaseModel):
    """A clock: none, live seconds with a bank, or seconds that make days."""

    kind: Literal["none", "live", "days"] = "none"
    turn: Annotated[int, Field(ge=0, le=14 * 24 * 3600)] = 0
    bank: Annotated[int, Field(ge=0, le=24 * 3600)] = 0

    def clock(self) -> Clock:
        """As the store keeps it."""
        return Clock(self.kind, self.turn, self.bank)


class NewTable(BaseModel):
    """A table to be made; each seat is "me", "open" or a bot's name."""

    title: TitleId
    seats: Annotated[list[Annotated[str, Field(max_length=20)]], Field(min_length=1, max_length=5)]
    public: bool = True
    clock: ClockBody = ClockBody()
    first_seat: SeatNumber | None = None
    advice: bool = False


class Join(BaseModel):
    """Sit down, in a certain seat or any."""

    seat: SeatNumber | None = None


class Removal(BaseModel):
    """Make whoever sits in a seat stand up."""

    seat: SeatNumber


class SeatBot(BaseModel):
    """Put a bot into a seat, or take it away."""

    seat: SeatNumber
    bot: Annotated[str, Field(max_length=20)] | None = None


class PlayNow(BaseModel):
    """Play at once, a certain title or any."""

    title: TitleId | None = None
    clock: ClockBody | None = None


@router.get("/tables")
async def list_tables(services: ServicesDep) -> LobbyShown:
    """The public tables that are open or running."""
    lobby = await services.lobby.listing.whole()
    return LobbyShown(open=lobby.open, running=lobby.running)


@router.post("/tables", status_code=201)
async def create(body: NewTable, services: ServicesDep, who: VisitorDep) -> Listed:
    """Make a table."""
    await services.limits.spend("create", str(who.user.id))
    options = TableOptions(body.first_seat, body.advice)
    wish = Wish(body.title, tuple(body.seats), body.public, body.clock.clock(), options)
    return listed(await services.lobby.create(who, wish))


@router.post("/play-now", status_code=201)
async def play_now(body: PlayNow, services: ServicesDep, who: VisitorDep) -> Listed:
    """Join a fitting open table, or begin one with bots."""
    await services.limits.spend("create", str(who.user.id))
    if body.title is not None and body.title not in titles.names():
        raise Refused("not_found", what="title")
    clock = None if body.clock is None else body.clock.clock()
    return listed(await services.lobby.play_now(who, body.title, clock))


@router.get("/your-turn")
async def your_turn(services: ServicesDep, user: UserDep) -> list[Listed]:
    """The tables that wait for me."""
    return [listed(row) for row in await services.store.tables.of_user(user.id, due=True)]


@router.get("/my-tables")
async def my_tables(services: ServicesDep, user: UserDep) -> list[Listed]:
    """The tables where I sit and that are not over."""
    return [listed(row) for row in await services.store.tables.of_user(user.id)]


@router.get("/my-games")
async def my_games(
    services: ServicesDep,
    user: UserDep,
    before: Before = LATEST,
    limit: Limit = 20,
) -> list[Listed]:
    """My finished games, the newest first."""
    return [listed(row) for row in await services.store.tables.history(user.id, limit, before)]


@router.get("/tables/{table_id}")
async def show(table: TableDep, services: ServicesDep, session: MaybeSessionDep) -> dict[str, Any]:
    """A table as the asking seat may see it."""
    said = tuple(await services.store.chat.last(table.row.id))
    seen: dict[str, Any] = msgspec.to_builtins(await table.look(session.user if session else None, said))
    return seen


@router.post("/tables/{table_id}/join")
async def join(table: TableDep, body: Join, services: ServicesDep, who: VisitorDep) -> Seated:
    """Sit down."""
    return Seated(seat=await services.lobby.join(table, who, body.seat))


@router.post("/tables/{table_id}/leave", status_code=204)
async def leave(table: TableDep, services: ServicesDep, user: UserDep) -> None:
    """Stand up before the game begins."""
    await seats.stand_up(table, user)


@router.post("/tables/{table_id}/remove", status_code=204)
async def remove(table: TableDep, body: Removal, services: ServicesDep, user: UserDep) -> None:
    """Make somebody stand up before the game begins; they cannot sit down here again."""
    await seats.remove(table, user, body.seat)


@router.post("/tables/{table_id}/bot", status_code=204)
async def seat_bot(table: TableDep, body: SeatBot, services: ServicesDep, user: UserDep) -> None:
    """Put a bot into a seat, or take it away."""
    await seats.set_bot(table, user, body.seat, body.bot)


@router.post("/tables/{table_id}/start", status_code=204)
async def start(table: TableDep, user: UserDep) -> None:
    """Begin the game."""
    await seats.start(table, user)


@router.post("/tables/{table_id}/rematch", status_code=201)
async def rematch(table: TableDep, services: ServicesDep, who: VisitorDep) -> Listed:
    """Play again with the same people."""
    await services.limits.spend("create", str(who.user.id))
    return listed(await services.lobby.rematch(table, who))


@router.get("/tables/{table_id}/record", response_class=Response, responses=RECORD)
async def record(table: TableDep, request: Request, services: ServicesDep) -> Response:
    """The record of a finished game."""
    await services.limits.spend("replay", address_of(request))
    finished = await services.tables.finished(table)
    game, _ = finished.after(len(finished.steps))
    text = "".join(f"{line}\n" for line in record_lines(game))
    return Response(
        text,
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="branchline-{table.row.id}.jsonl"'},
    )


@router.get("/tables/{table_id}/replay/{step}")
async def replay(
    table: TableDep, step: Annotated[int, Path(ge=0, le=100_000)], request: Request, services: ServicesDep
) -> Replayed:
    """A finished game after so many steps, with everything open."""
    await services.limits.spend("replay", address_of(request))
    finished = await services.tables.finished(table)
    if step > len(finished.steps):
        raise Refused("no_such_step", steps=len(finished.steps))
    game, events = finished.after(step)
    return Replayed(
        step=step,
        steps=len(finished.steps),
        events=[msgspec.to_builtins(event) for event in events],
        views=[facts_to_data(game.view(seat).facts) for seat in range(len(game.names))],
    )
