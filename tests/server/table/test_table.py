"""One table in memory: what is saved is told, what is not saved is not, and the log decides."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from server.memory import Alone, Ear, Memory, new_row, new_table, person

from branchline.server import protocol
from branchline.server.errors import Refused
from branchline.server.store.log_writer import Conflict
from branchline.server.table import moves, seats, undo
from branchline.server.table.table import Table


def store_of(table: Table) -> Memory:
    assert isinstance(table.process, Alone)
    return table.process.store


def ears(table: Table) -> list[Ear]:
    """Somebody listens in every seat, and one beside the table."""
    found = [Ear(seat) for seat in (*range(len(table.row.seats)), None)]
    table.audience.connections.update(found)
    return found


async def begun(**more: Any) -> Table:
    """A game whose opening is over."""
    table = new_table(first_seat=0, **more)
    await seats.start(table, person(1))
    for seat in table.due:
        await play_first(table, seat)
    return table


async def play_first(table: Table, seat: int, name: str | None = None) -> None:
    """Play a seat's first choice, as its person would send it."""
    assert table.game is not None
    action: Any = table.game.game.legal(seat)[0]
    act = protocol.Act(name or f"act {table.version}", table.version, (action,))
    await moves.act(table, person(seat + 1), act)


async def other_of(table: Table) -> Table:
    """The same table as another process knows it."""
    other = Table(table.process, table.row)
    await other.load()
    return other


def test_a_move_is_told_to_every_seat_when_it_is_saved() -> None:
    async def story() -> None:
        table = await begun()
        listening = ears(table)
        await play_first(table, 0)
        assert [ear.kinds for ear in listening] == [["update"]] * 3
        assert store_of(table).logs["t"][-1].version == table.version
        assert not table.doubts

    asyncio.run(story())


def test_a_move_that_is_not_saved_is_not_told_and_the_game_is_what_it_was() -> None:
    async def story() -> None:
        table = await begun()
        listening = ears(table)
        before = table.version
        store_of(table).fail = OSError("disk full")
        with pytest.raises(Refused, match="could not save"):
            await play_first(table, 0)
        assert (table.version, table.due, bool(table.doubts)) == (before, (0,), False)
        assert all(ear.heard == [] for ear in listening)
        await play_first(table, 0)
        assert table.version == before + 1

    asyncio.run(story())


def test_a_move_that_was_saved_though_the_answer_was_lost_is_told_and_not_played_twice() -> None:
    async def story() -> None:
        table = await begun()
        listening = ears(table)
        before = table.version
        store_of(table).fail_late = OSError("connection lost")
        with pytest.raises(Refused):
            await play_first(table, 0, "once")
        assert table.version == before + 1
        assert all("update" in ear.kinds for ear in listening)
        again = protocol.Act("once", before, ())
        assert await moves.act(table, person(1), again) == before + 1

    asyncio.run(story())


def test_whoever_gives_up_waiting_leaves_the_table_in_doubt_and_the_next_one_makes_sure() -> None:
    async def story() -> None:
        table = await begun()
        gate = asyncio.Event()
        append = store_of(table).append

        async def slow(change: Any) -> None:
            await gate.wait()
            await append(change)

        store_of(table).append = slow  # type: ignore[method-assign]
        task = asyncio.create_task(play_first(table, 0))
        while not table.doubts:
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert table.doubts
        gate.set()
        before = len(store_of(table).logs["t"])
        async with table.held():
            assert (table.version, bool(table.doubts)) == (before, False)
        await play_first(table, 0)

    asyncio.run(story())


def test_who_is_second_reads_what_the_first_wrote_and_tries_again() -> None:
    async def story() -> None:
        table = new_table()
        await seats.start(table, person(1))
        other = await other_of(table)
        await play_first(table, 0)
        await play_first(other, 1)  # in the opening both choose at once
        assert other.version == table.version + 1
        assert isinstance(table.process, Alone)
        assert table.process.counts["conflicts"] == 1

    asyncio.run(story())


def test_what_another_process_did_is_told_here() -> None:
    async def story() -> None:
        table = await begun()
        other = await other_of(table)
        listening = ears(other)
        await play_first(table, 0)
        await other.catch_up()
        assert other.version == table.version
        assert [ear.kinds for ear in listening] == [["update"]] * 3

    asyncio.run(story())


def test_who_comes_from_another_process_is_not_shown_less_than_they_have_seen_there() -> None:
    async def story() -> None:
        table = await begun()
        other = await other_of(table)
        await play_first(table, 0)
        ear = Ear(0)
        await other.join(ear, table.version)  # before the news has arrived
        snapshot = msgspec.json.decode(ear.heard[0])
        assert (snapshot["type"], snapshot["version"], snapshot["missed"]) == ("snapshot", table.version, [])
        await other.catch_up()
        assert "update" not in ear.kinds

    asyncio.run(story())


def test_who_claims_to_have_seen_what_never_was_is_shown_what_there_is() -> None:
    async def story() -> None:
        table = await begun()
        ear = Ear(0)
        await table.join(ear, 999_999_999)
        snapshot = msgspec.json.decode(ear.heard[0])
        assert (snapshot["version"], snapshot["missed"]) == (table.version, [])

    asyncio.run(story())


def test_a_table_that_cannot_be_read_stays_in_doubt() -> None:
    async def story() -> None:
        table = await begun()
        store = store_of(table)
        since = store.since

        async def away(*_: object) -> Any:
            raise OSError("away")

        store.since = away  # type: ignore[method-assign, assignment]
        with pytest.raises(OSError, match="away"):
            await table.catch_up()
        assert table.doubts
        store.since = since  # type: ignore[method-assign]
        await table.make_sure()
        assert not table.doubts

    asyncio.run(story())


def test_a_doubt_that_comes_while_a_move_is_saved_stays() -> None:
    async def story() -> None:
        table = await begun()
        append = store_of(table).append

        async def interrupted(change: Any) -> None:
            table.doubts.new()  # news may have been lost
            await append(change)

        store_of(table).append = interrupted  # type: ignore[method-assign]
        await play_first(table, 0)
        assert table.doubts
        await table.make_sure()
        assert not table.doubts

    asyncio.run(story())


def test_a_game_of_other_rules_is_told_but_does_not_go_on() -> None:
    async def story() -> None:
        table = await begun()
        store = store_of(table)
        store.rows["t"] = msgspec.structs.replace(table.row, rules=99)
        other = Table(table.process, store.rows["t"])
        await other.load()
        assert (other.version, other.game) == (table.version, None)
        ear = Ear(0)
        await other.join(ear, 0)
        snapshot = msgspec.json.decode(ear.heard[0])
        assert snapshot["info"]["can_go_on"] is False
        assert len(snapshot["missed"]) == table.version
        with pytest.raises(Refused, match="rules have changed"):
            other.running_game()

    asyncio.run(story())


def test_bots_that_choose_at_once_are_saved_with_the_move_before() -> None:
    async def story() -> None:
        table = await begun()
        assert isinstance(table.process, Alone)
        assert table.game is not None
        (action,) = [each for each in table.game.game.legal(0) if type(each).__name__ == "DrawTickets"]
        appends: list[int] = []
        append = store_of(table).append

        async def count(change: Any) -> None:
            appends.append(len(change.entries))
            await append(change)

        store_of(table).append = count  # type: ignore[method-assign]
        trial = table.game.game.copy()
        trial.play(0, action)
        table.process.bot_moves = [(0, (trial.legal(0)[0],))]
        async with table.held():
            await table.play(0, (action,))
        assert appends == [2]

    asyncio.run(story())


def test_two_who_start_at_once_deal_one_game() -> None:
    async def story() -> None:
        row = new_row("usa", 2)
        process = Alone(Memory(row))
        tables = [Table(process, row), Table(process, row)]
        first, second = tables
        await seats.start(first, person(1))
        # The second process has not heard of it.
        second_get = process.store.get

        async def stale(_: str) -> Any:
            process.store.get = second_get  # type: ignore[method-assign]
            return row

        process.store.get = stale  # type: ignore[method-assign, assignment]
        await seats.start(second, person(1))
        assert (first.version, second.version, second.row.status) == (1, 1, "running")

    asyncio.run(story())


def test_a_step_that_showed_nothing_is_taken_back_at_once() -> None:
    async def story() -> None:
        table = new_table(title="europe", first_seat=0)
        await seats.start(table, person(1))
        with pytest.raises(Refused, match="nothing to take back"):
            await undo.ask(table, person(1))
        await play_first(table, 0)  # keeping tickets in the opening shows nobody anything
        listening = ears(table)
        await undo.ask(table, person(1))
        assert table.due == (0, 1)
        assert all(ear.kinds == ["update"] for ear in listening)
        loaded = await other_of(table)
        assert (loaded.due, loaded.version) == (table.due, table.version)

    asyncio.run(story())


def test_a_step_that_showed_something_is_taken_back_when_the_others_agree() -> None:
    async def story() -> None:
        table = await begun()
        assert table.game is not None
        (draw,) = [each for each in table.game.game.legal(0) if type(each).__name__ == "DrawTickets"]
        await moves.act(table, person(1), protocol.Act("draw", table.version, (draw,)))  # type: ignore[arg-type]
        before = table.version
        await undo.ask(table, person(1))
        assert (table.version, table.undo.seat) == (before, 0)
        with pytest.raises(Refused, match="Nobody has asked you"):
            await undo.answer(table, person(1), agree=True)
        await undo.answer(table, person(2), agree=True)
        assert (table.version, table.undo.seat, table.due) == (before + 1, None, (0,))

    asyncio.run(story())


def test_a_conflict_is_said_as_such_where_a_second_try_would_mean_something_else() -> None:
    async def story() -> None:
        table = await begun()
        store_of(table).fail = Conflict("taken")
        with pytest.raises(Refused) as refused:
            await seats.leave(table, 1, "resigned")
        assert refused.value.code == "stale"

    asyncio.run(story())
