"""Tables over HTTP: the lobby, records and replays."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import BaseModel, Field

from branchline import bots, titles
from branchline.engine.facts import facts_to_data
from branchline.engine.record import record_lines
from branchline.server.errors import Refused, not_found
from branchline.server.http.shapes import LobbyShown, Replayed, Seated, TitleRow
from branchline.server.http.who import AUser, SomeSession, TheHouse, address_of, house_of
from branchline.server.listing import listed
from branchline.server.live import LiveTable
from branchline.server.lobby import Visitor, Wish, checked_id
from branchline.server.messages import Listed
from branchline.server.stores.play import Clock, TableOptions

router = APIRouter(prefix="/api", tags=["tables"])

RECORD: dict[int | str, dict[str, Any]] = {200: {"content": {"application/jsonl": {"schema": {"type": "string"}}}}}
TitleId = Annotated[str, Field(max_length=40)]
SeatNumber = Annotated[int, Field(ge=0, le=4)]


async def a_visitor(request: Request, user: AUser) -> Visitor:
    """Whoever asks, and where from."""
    return Visitor(user, address_of(request))


AVisitor = Annotated[Visitor, Depends(a_visitor)]


async def a_table(table_id: str, request: Request) -> LiveTable:
    """The table that a request is about; who has the link may see it."""
    return await house_of(request).hall.table(checked_id(table_id))


ATable = Annotated[LiveTable, Depends(a_table)]


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


@router.get("/titles")
async def list_titles() -> list[TitleRow]:
    """What can be played, and against which bots."""
    return [
        TitleRow(
            id=title.id,
            name=title.name,
            fewest_seats=title.fewest_seats,
            most_seats=title.most_seats,
            rules=title.version,
            bots=list(bots.names()),
        )
        for title in map(titles.load, titles.names())
    ]


@router.get("/titles/{title_id}/board")
async def board(title_id: TitleId) -> dict[str, Any]:
    """The facts of a title's board, for drawing and for bots."""
    if title_id not in titles.names():
        raise not_found("title")
    title = titles.load(title_id)
    return {
        "id": title.id,
        "name": title.name,
        "colours": list(title.colours),
        "cards": list(title.card_names.values()),
        "decks": [deck.name for deck in title.decks],
        "pieces": {
            "trains": title.pieces.trains,
            "ships": title.pieces.ships,
            "fleet": title.pieces.fleet,
            "advised_trains": title.pieces.advised_trains,
        },
        "cities": msgspec.to_builtins(title.board.cities),
        "lines": msgspec.to_builtins(title.board.lines),
        "tickets": msgspec.to_builtins(title.board.tickets),
        "line_points": {str(length): points for length, points in title.board.line_points.items()},
    }


@router.get("/tables")
async def list_tables(house: TheHouse) -> LobbyShown:
    """The public tables that are open or running."""
    lobby = await house.lobby.listing.whole()
    return LobbyShown(open=lobby.open, running=lobby.running)


@router.post("/tables", status_code=201)
async def create(body: NewTable, house: TheHouse, who: AVisitor) -> Listed:
    """Make a table."""
    await house.limits.spend("create", str(who.user.id))
    options = TableOptions(body.first_seat, body.advice)
    wish = Wish(body.title, tuple(body.seats), body.public, body.clock.clock(), options)
    return listed(await house.lobby.create(who, wish))


@router.post("/play-now", status_code=201)
async def play_now(body: PlayNow, house: TheHouse, who: AVisitor) -> Listed:
    """Join a fitting open table, or begin one with bots."""
    await house.limits.spend("create", str(who.user.id))
    if body.title is not None and body.title not in titles.names():
        raise not_found("title")
    clock = None if body.clock is None else body.clock.clock()
    return listed(await house.lobby.play_now(who, body.title, clock))


@router.get("/your-turn")
async def your_turn(house: TheHouse, user: AUser) -> list[Listed]:
    """The tables that wait for me."""
    return [listed(row) for row in await house.store.play.of_user(user.id, due=True)]


@router.get("/my-tables")
async def my_tables(house: TheHouse, user: AUser) -> list[Listed]:
    """The tables where I sit and that are not over."""
    return [listed(row) for row in await house.store.play.of_user(user.id)]


@router.get("/my-games")
async def my_games(
    house: TheHouse,
    user: AUser,
    before: Annotated[int, Query(ge=0, le=2**53)] = 2**53,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> list[Listed]:
    """My finished games, the newest first."""
    return [listed(row) for row in await house.store.play.history(user.id, limit, before)]


@router.get("/tables/{table_id}")
async def show(table: ATable, house: TheHouse, session: SomeSession) -> dict[str, Any]:
    """A table as the asking seat may see it."""
    said = tuple(await house.store.play.said(table.row.id))
    seen: dict[str, Any] = msgspec.to_builtins(await table.look(session.user if session else None, said))
    return seen


@router.post("/tables/{table_id}/join")
async def join(table: ATable, body: Join, house: TheHouse, who: AVisitor) -> Seated:
    """Sit down."""
    return Seated(seat=await house.lobby.join(table, who, body.seat))


@router.post("/tables/{table_id}/leave", status_code=204)
async def leave(table: ATable, house: TheHouse, user: AUser) -> None:
    """Stand up before the game begins."""
    await house.lobby.leave(table, user)


@router.post("/tables/{table_id}/remove", status_code=204)
async def remove(table: ATable, body: Removal, house: TheHouse, user: AUser) -> None:
    """Make somebody stand up before the game begins; they cannot sit down here again."""
    await house.lobby.remove(table, user, body.seat)


@router.post("/tables/{table_id}/bot", status_code=204)
async def seat_bot(table: ATable, body: SeatBot, house: TheHouse, user: AUser) -> None:
    """Put a bot into a seat, or take it away."""
    await house.lobby.set_bot(table, user, body.seat, body.bot)


@router.post("/tables/{table_id}/start", status_code=204)
async def start(table: ATable, user: AUser) -> None:
    """Begin the game."""
    await table.start(user)


@router.post("/tables/{table_id}/rematch", status_code=201)
async def rematch(table: ATable, house: TheHouse, who: AVisitor) -> Listed:
    """Play again with the same people."""
    await house.limits.spend("create", str(who.user.id))
    return listed(await house.lobby.rematch(table, who))


@router.get("/tables/{table_id}/record", response_class=Response, responses=RECORD)
async def record(table: ATable, request: Request, house: TheHouse) -> Response:
    """The record of a finished game."""
    await house.limits.spend("replay", address_of(request))
    finished = await house.hall.finished(table)
    game, _ = finished.after(len(finished.steps))
    text = "".join(f"{line}\n" for line in record_lines(game))
    return Response(
        text,
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="branchline-{table.row.id}.jsonl"'},
    )


@router.get("/tables/{table_id}/replay/{step}")
async def replay(
    table: ATable, step: Annotated[int, Path(ge=0, le=100_000)], request: Request, house: TheHouse
) -> Replayed:
    """A finished game after so many steps, with everything open."""
    await house.limits.spend("replay", address_of(request))
    finished = await house.hall.finished(table)
    if step > len(finished.steps):
        raise Refused("no_such_step", f"the game has {len(finished.steps)} steps", 404)
    game, events = finished.after(step)
    return Replayed(
        step=step,
        steps=len(finished.steps),
        events=[msgspec.to_builtins(event) for event in events],
        views=[facts_to_data(game.view(seat).facts) for seat in range(len(game.names))],
    )
