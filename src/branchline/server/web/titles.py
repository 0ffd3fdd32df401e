"""Titles over HTTP: what can be played, the facts of a board, and how it is drawn."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request, Response

from branchline import bots, titles
from branchline.engine.title import Title
from branchline.server.errors import Refused
from branchline.server.web.files import ASK_AGAIN, ServedFile
from branchline.server.web.schemas import TitleId, TitlePicture, TitleRow
from branchline.titles.site import Site, all_sites, site_of

router = APIRouter(prefix="/api/titles", tags=["titles"])

DRAWING: dict[int | str, dict[str, Any]] = {200: {"content": {"application/json": {"schema": {"type": "object"}}}}}
Language = Annotated[str, Query(max_length=20)]


@router.get("")
async def list_titles(language: Language = "en") -> list[TitleRow]:
    """What can be played, and against which bots."""
    return [_row(site, language) for site in all_sites()]


def _row(site: Site, language: str) -> TitleRow:
    title = site.title
    return TitleRow(
        id=title.id,
        name=site.name(language),
        about=site.about(language),
        colour=site.colour,
        picture=TitlePicture.model_validate(msgspec.to_builtins(site.picture)),
        fewest_seats=title.fewest_seats,
        most_seats=title.most_seats,
        rules=title.version,
        bots=list(bots.names()),
    )


@router.get("/{title_id}/board")
async def board(title_id: TitleId) -> dict[str, Any]:
    """The facts of a title's board, for pages and for bots."""
    title = _known(title_id)
    return {
        "id": title.id,
        "name": title.name,
        "colours": list(title.colours),
        "cards": list(title.card_names.values()),
        "decks": [deck.name for deck in title.decks],
        "marker": title.marker,
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


@router.get("/{title_id}/drawing", response_class=Response, responses=DRAWING)
async def drawing(title_id: TitleId, request: Request) -> Response:
    """How a title's board is drawn."""
    return _drawing(_known(title_id).id).answer(request)


@cache
def _drawing(title_id: str) -> ServedFile:
    return ServedFile.of(msgspec.json.encode(site_of(title_id).drawing), "application/json", ASK_AGAIN)


def _known(title_id: str) -> Title:
    if title_id not in titles.names():
        raise Refused("not_found", what="title")
    return titles.load(title_id)
