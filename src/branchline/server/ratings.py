"""Results and ratings of a finished game (openskill, Plackett-Luce)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from openskill.models import PlackettLuce

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
    rated = await _rate(store, table, rows)
    await store.results.add(rows, rated)


def _row(table: LiveTable, each: SeatTally, won: bool) -> dict[str, Any]:
    assert table.played is not None
    reasons = [line.reason for line in each.lines]
    lines = table.played.game.view(None).seats[each.seat].lines
    return {
        "table_id": table.row.id,
        "seat": each.seat,
        "user_id": table.row.seats[each.seat].user_id,
        "title": table.row.title,
        "seats": len(table.row.seats),
        "total": each.total,
        "won": won,
        "tickets_made": each.completed_tickets,
        "tickets_missed": reasons.count("missed_ticket"),
        "longest_path": "longest_path" in reasons,
        "lines": json.dumps(lines),
        "ended": table.row.ended or table.entries[-1].at,
    }


async def _rate(store: Store, table: LiveTable, rows: list[dict[str, Any]]) -> list[Rating]:
    """New ratings of the accounts at the table; two are needed to compare."""
    players = [row for row in rows if table.row.seats[row["seat"]].kind in ("account", "bot")]
    if len(players) < 2:
        return []
    ids = [row["user_id"] for row in players]
    known = {rating.user_id: rating for rating in await store.results.ratings_of(ids, table.row.title)}
    teams = []
    for user_id in ids:
        old = known.get(user_id)
        teams.append([MODEL.rating() if old is None else MODEL.rating(mu=old.mu, sigma=old.sigma)])
    # A winner by tie-break has the points of the others, but ranks before them.
    scores = [row["total"] + (0.5 if row["won"] else 0.0) for row in players]
    rated = []
    for user_id, team in zip(ids, MODEL.rate(teams, scores=scores), strict=True):
        games = known[user_id].games if user_id in known else 0
        rated.append(Rating(user_id, table.row.title, team[0].mu, team[0].sigma, games + 1))
    return rated
