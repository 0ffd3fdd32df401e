"""The shapes of answers over HTTP, as OpenAPI describes them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query
from pydantic import BaseModel, Field

from branchline.server.protocol import Listed

# A page of a list that goes back in time: what was before a moment, and how much of it.
LATEST = 2**53
Before = Annotated[int, Query(ge=0, le=LATEST)]
Limit = Annotated[int, Query(ge=1, le=100)]

TitleId = Annotated[str, Field(max_length=40)]


class Refusal(BaseModel):
    """What was wrong: a code and its details for pages and programs, and an English sentence."""

    code: str
    message: str
    details: dict[str, int | str | list[int] | dict[str, int]]


_STATUSES = {
    400: "The request makes no sense",
    401: "Nobody, or the wrong password",
    403: "Not for you",
    404: "There is no such thing",
    405: "Not in this way",
    408: "The request took too long to come",
    409: "Not as things stand",
    413: "Too long",
    422: "Something is wrong with what was sent",
    429: "Too many at once",
    500: "Something went wrong on the server",
    503: "Not at the moment",
}

# Every endpoint may answer with any of these.
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refusal, "description": text} for status, text in _STATUSES.items()
}


class Me(BaseModel):
    """Who I am."""

    id: int
    name: str
    kind: str
    email: str | None
    email_confirmed: bool


class TokenRow(BaseModel):
    """A token for a bot, by its label."""

    id: str
    label: str
    created: int


class MadeToken(BaseModel):
    """A new token, shown this once."""

    id: str
    token: str


class RatingRow(BaseModel):
    """How strong somebody is at a title."""

    mu: float
    sigma: float
    ordinal: float
    games: int


class FavouriteLine(BaseModel):
    """A line, and how often it was claimed."""

    line: str
    times: int


class Statistics(BaseModel):
    """What somebody did at a title."""

    games: int
    wins: int
    tickets_made: int
    tickets_missed: int
    longest_paths: int
    mean_total: float
    best_total: int
    favourite_lines: list[FavouriteLine]


class PastGame(BaseModel):
    """A finished game of somebody."""

    table_id: str
    title: str
    seats: int
    total: int
    won: bool
    ended: int


class Profile(BaseModel):
    """Somebody: ratings and statistics by title, and the last games."""

    name: str
    kind: str
    since: int
    ratings: dict[str, RatingRow]
    statistics: dict[str, Statistics]
    games: list[PastGame]


class Leader(RatingRow):
    """A place on the leaderboard."""

    name: str
    kind: str


class TitlePicture(BaseModel):
    """A small picture: outlines and places in a frame of 210 by 104."""

    land: str
    lines: list[tuple[str, str]]
    cities: list[tuple[float, float]]


class TitleRow(BaseModel):
    """A title that can be played, as it shows itself in the language that was asked for."""

    id: str
    name: str
    about: str
    colour: str
    picture: TitlePicture
    fewest_seats: int
    most_seats: int
    rules: int
    bots: list[str]


class LobbyShown(BaseModel):
    """The public tables."""

    open: tuple[Listed, ...]
    running: tuple[Listed, ...]


class Seated(BaseModel):
    """The seat that somebody got."""

    seat: int


class Replayed(BaseModel):
    """A finished game after so many steps, everything open."""

    step: int
    steps: int
    events: list[dict[str, Any]]
    views: list[dict[str, Any]]


class Ready(BaseModel):
    """What answers."""

    database: bool
    bus: bool
    open: bool


class Health(BaseModel):
    """The process answers."""

    status: str
