"""Results and ratings of a finished game (openskill, Plackett-Luce).

Ratings are for playing well against others, so what is easily arranged counts little or nothing: games of two at a
private table, and the same people again and again. Whoever leaves has lost, even if they come back for the last turns.
"""

from __future__ import annotations

import json
from typing import Any

from openskill.models import PlackettLuce, PlackettLuceRating

from branchline.engine.tally import SeatTally
from branchline.server.store.database import Store
from branchline.server.store.results import Rating, Standing
from branchline.server.table.table import Table

MODEL = PlackettLuce()
MOST_TOGETHER = 5  # so often the same two are rated with each other within a day


async def record_results(store: Store, table: Table) -> None:
    """Keep what everybody scored, and rate the people among each other."""
    if table.game is None:
        return
    tally = table.game.game.tally()
    rows = [_row(table, each, each.seat in tally.winners) for each in tally.seats]
    left = {each.user_id for each in table.row.seats if each.has_left}
    public = table.row.public

    def rate(standing: Standing) -> list[Rating]:
        private_pair = not public and len(standing.known) <= 2
        return [] if private_pair else new_ratings(rows, left, standing)

    await store.results.add(rows, rate)


def _row(table: Table, each: SeatTally, won: bool) -> dict[str, Any]:
    """What a seat scored; what was won for somebody who left is nobody's win."""
    assert table.game is not None
    reasons = [line.reason for line in each.lines]
    lines = table.game.game.view(None).seats[each.seat].lines
    place = table.row.seats[each.seat]
    return {
        "table_id": table.row.id,
        "seat": each.seat,
        "user_id": place.user_id,
        "title": table.row.title,
        "seats": len(table.row.seats),
        "total": each.total,
        "won": won and not place.has_left,
        "tickets_made": each.completed_tickets,
        "tickets_missed": reasons.count("missed_ticket"),
        "longest_path": "longest_path" in reasons,
        "lines": json.dumps(lines),
        "ended": table.row.ended or table.recent.at,
    }


def new_ratings(rows: list[dict[str, Any]], left: set[int | None], standing: Standing) -> list[Rating]:
    """New ratings of the accounts at a table for whom the game counts; two are needed to compare."""
    known = standing.known
    players = [row for row in rows if row["user_id"] in known]
    if len(players) < 2:
        return []
    teams = [[_skill(known[row["user_id"]])] for row in players]
    scores = [_score(row, left) for row in players]
    rated = []
    for row, (before,), (after,) in zip(players, teams, MODEL.rate(teams, scores=scores), strict=True):
        old = known[row["user_id"]]
        games = 1 if old is None else old.games + 1
        part = weight(row["user_id"], standing)
        mu = before.mu + part * (after.mu - before.mu)
        sigma = before.sigma + part * (after.sigma - before.sigma)
        if part > 0:
            rated.append(Rating(row["user_id"], row["title"], mu, sigma, games))
    return rated


def weight(user_id: int, standing: Standing) -> float:
    """How much a game counts for somebody: half as much for each earlier game of the day with the same opponent."""
    others = [other for other in standing.known if other != user_id]
    parts = []
    for other in others:
        together = standing.together.get(frozenset((user_id, other)), 0)
        parts.append(0.5**together if together < MOST_TOGETHER else 0.0)
    return sum(parts) / len(parts)


def _skill(old: Rating | None) -> PlackettLuceRating:
    return MODEL.rating() if old is None else MODEL.rating(mu=old.mu, sigma=old.sigma)


def _score(row: dict[str, Any], left: set[int | None]) -> float:
    """What ranks the players: a winner by tie-break comes before equals, who has left comes last."""
    if row["user_id"] in left:
        return -1_000_000.0
    return float(row["total"]) + (0.5 if row["won"] else 0.0)
