"""Results and ratings of a finished game (openskill, Plackett-Luce)."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from openskill.models import PlackettLuce, PlackettLuceRating

from branchline.engine.tally import SeatTally
from branchline.server.stores.results import Rating
from branchline.server.stores.store import Store

if TYPE_CHECKING:
    from branchline.server.live import LiveTable

MODEL = PlackettLuce()


async def record_results(store: Store, table: LiveTable) -> None:
    """Keep what everybody scored, and rate the people among each other."""
    if table.played is None:
        return
    tally = table.played.game.tally()
    rows = [_row(table, each, each.seat in tally.winners) for each in tally.seats]
    away = {each.user_id for each in table.row.seats if each.stand_in is not None}
    await store.results.add(rows, partial(new_ratings, rows, away))


def _row(table: LiveTable, each: SeatTally, won: bool) -> dict[str, Any]:
    """What a seat scored; what a stand-in won is nobody's win."""
    assert table.played is not None
    reasons = [line.reason for line in each.lines]
    lines = table.played.game.view(None).seats[each.seat].lines
    place = table.row.seats[each.seat]
    return {
        "table_id": table.row.id,
        "seat": each.seat,
        "user_id": place.user_id,
        "title": table.row.title,
        "seats": len(table.row.seats),
        "total": each.total,
        "won": won and place.stand_in is None,
        "tickets_made": each.completed_tickets,
        "tickets_missed": reasons.count("missed_ticket"),
        "longest_path": "longest_path" in reasons,
        "lines": json.dumps(lines),
        "ended": table.row.ended or table.history.ended_at,
    }


def new_ratings(rows: list[dict[str, Any]], away: set[int | None], known: dict[int, Rating | None]) -> list[Rating]:
    """New ratings of the accounts at a table; two are needed to compare."""
    players = [row for row in rows if row["user_id"] in known]
    if len(players) < 2:
        return []
    teams = [[_skill(known[row["user_id"]])] for row in players]
    scores = [_score(row, away) for row in players]
    rated = []
    for row, team in zip(players, MODEL.rate(teams, scores=scores), strict=True):
        old = known[row["user_id"]]
        games = 1 if old is None else old.games + 1
        rated.append(Rating(row["user_id"], row["title"], team[0].mu, team[0].sigma, games))
    return rated


def _skill(old: Rating | None) -> PlackettLuceRating:
    return MODEL.rating() if old is None else MODEL.rating(mu=old.mu, sigma=old.sigma)


def _score(row: dict[str, Any], away: set[int | None]) -> float:
    """What ranks the players: a winner by tie-break comes before equals, who has left comes last."""
    if row["user_id"] in away:
        return -1_000_000.0
    return float(row["total"]) + (0.5 if row["won"] else 0.0)
