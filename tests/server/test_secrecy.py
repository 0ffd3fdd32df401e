"""Nothing hidden is in any byte that is sent: two worlds that differ in all a seat cannot know look alike."""

from __future__ import annotations

import asyncio
import re
from copy import copy
from typing import Any

import msgspec
import pytest
from server.kit import Person, Server, guest, play_to_the_end
from server.memory import Ear, new_table, person

from branchline import titles
from branchline.engine import events as happened
from branchline.engine.core.dealer import Dealer
from branchline.engine.events import Event
from branchline.server.protocol import Told, encoder
from branchline.server.table import updates
from branchline.server.table.seats import start
from branchline.server.table.table import Table

TABLES = [
    (name, seats) for name in titles.names() for seats in {titles.load(name).fewest_seats, titles.load(name).most_seats}
]


def a_table(title: str, seats: int) -> Table:
    """A table with an ear in every seat and one beside it."""
    table = new_table(title, seats)
    for seat in (*range(seats), None):
        table.audience.connections.add(Ear(seat))
    return table


def scrambled(event: Event, observer: int | None) -> Event:
    """The event with everything changed that the observer must not see."""
    if event.seen_by(observer) == event:
        return event
    changes: dict[str, Any] = {}
    for field in msgspec.structs.fields(event):
        value = getattr(event, field.name)
        if value != getattr(event.seen_by(observer), field.name):
            changes[field.name] = (
                ("scrambled",) if isinstance(value, tuple) else 99 if isinstance(value, int) else "scrambled"
            )
    return msgspec.structs.replace(event, **changes)


def other_entry(entry: Told, observer: int | None) -> Told:
    """An entry that looks the same to the observer: neither its secrets nor another person's message id show."""
    events = tuple(scrambled(event, observer) for event in entry.events)
    identity = entry.id if entry.seat == observer else "scrambled"
    return msgspec.structs.replace(entry, events=events, id=identity)


def other_world(table: Table, observer: int | None, luck: int) -> Table:
    """A table that looks the same to the observer, and differs in all else."""
    assert table.game is not None
    other = Table(table.process, table.row)
    other.audience = table.audience
    other.recent = copy(table.recent)
    other.recent._entries = [other_entry(entry, observer) for entry in table.recent._entries]
    other.game = copy(table.game)
    other.game.game = table.game.game.copy()
    other.game.game.state = table.game.game.view(observer).imagine(Dealer(luck))
    return other


def bytes_for(table: Table, observer: int | None) -> bytes:
    """All that an observer is sent on arrival and after the last change, without the time stamps."""
    missed = table.recent.told_since(0, observer)
    sent = encoder.encode(updates.snapshot(table.scene, observer, missed))
    sent += updates.Updates(table.scene, table.version - 1, info_changed=True).made_for(observer)
    return re.sub(rb'"now":\d+', b'"now":0', sent)


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_R10_every_byte_to_a_seat_is_the_same_in_two_worlds(title: str, seats: int) -> None:
    async def story() -> None:
        table = a_table(title, seats)
        await start(table, person(1))
        assert table.game is not None
        whim = Dealer(seats)
        compared = 0
        while not table.game.game.over:
            seat = table.due[whim.below(len(table.due))]
            if table.version % 9 == 1:
                compared += 1
                for observer in (*range(seats), None):
                    world = other_world(table, observer, table.version)
                    assert bytes_for(world, observer) == bytes_for(table, observer)
            legal = table.game.game.legal(seat)
            await table.play(seat, (legal[whim.below(len(legal))],), f"act {table.version}")
        assert compared > 10
        for ear in table.audience.connections:
            assert isinstance(ear, Ear)
            secret = [message for message in ear.heard if table.row.seed.encode() in message]
            assert secret == ear.heard[-1:]  # only the very last message tells the seed

    asyncio.run(story())


def test_the_comparison_would_catch_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        table = a_table("usa", 2)
        await start(table, person(1))
        world = other_world(table, 0, 1)
        assert bytes_for(world, 0) == bytes_for(table, 0)
        monkeypatch.setattr(happened.HandDealt, "seen_by", lambda self, seat: self)
        assert bytes_for(world, 0) != bytes_for(table, 0)

    asyncio.run(story())


PRIVATE = {
    "hand_dealt": ("cards",),
    "card_drawn": ("card",),
    "tickets_offered": ("tickets",),
    "tickets_kept": ("tickets", "rejected_tickets"),
    "opening_tickets_chosen": ("tickets",),
    "fleet_chosen": ("trains", "ships"),
}


@pytest.mark.parametrize("title", titles.names())
def test_what_comes_over_a_real_socket_hides_what_others_hold(server: Server, title: str) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, Person(server) as eve:
            table = await ann.table(title, ["me", "random"], start=True)
            async with ann.at(table, 0) as tab, eve.at(table, 0) as watcher:
                await asyncio.gather(play_to_the_end(tab), _watch(watcher))
                for observer, messages in ((0, tab.heard), (None, watcher.heard)):
                    _check_hidden(messages, observer)
                assert watcher.state["own"]["hand"] == {}
                assert all(message.get("choices") is None for message in watcher.heard)

    asyncio.run(story())


async def _watch(tab: Any) -> None:
    while not tab.over:
        await tab.hear()


def _check_hidden(messages: list[dict[str, Any]], observer: int | None) -> None:
    seen = 0
    for message in messages:
        for told in [*message.get("missed", ()), *message.get("told", ())]:
            for event in told["events"]:
                for field in PRIVATE.get(event["event"], ()):
                    seen += 1
                    assert (event[field] is None) == (event["seat"] != observer), event
    assert seen > 10
