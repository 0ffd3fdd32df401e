"""Shares: no one person, and no one address, takes all tables and seats; a host says who sits at the table."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from server.kit import Person, Server, guest
from server.store import rows


@pytest.fixture
def strict(tmp_path: Path, services: Callable[[], dict[str, str]]) -> Iterator[Server]:
    """A server with its limits on, behind a proxy that says where people come from."""
    running = Server(tmp_path, **services(), RATE_LIMIT="1", TRUST_PROXY="1").start()
    yield running
    running.stop()


@contextlib.asynccontextmanager
async def from_address(server: Server, name: str, address: str) -> AsyncIterator[Person]:
    """A guest who comes from an address."""
    async with Person(server) as person:
        person.http.headers["x-forwarded-for"] = address
        yield await person.come(name)


async def make(person: Person, public: bool = False, seats: tuple[str, ...] = ("open", "open")) -> tuple[int, str]:
    """Make a table: the status, and its id or what is wrong."""
    answer = await person.post("/api/tables", {"title": "usa", "seats": list(seats), "public": public})
    body = answer.json()
    return answer.status_code, body["id"] if answer.status_code == 201 else body["code"]


async def open_ids(person: Person) -> set[str]:
    """The open tables in the lobby's list."""
    return {each["id"] for each in (await person.get("/api/tables")).json()["open"]}


def test_an_honest_table_stays_in_the_list_whatever_two_guests_do(strict: Server) -> None:
    async def story() -> None:
        async with (
            from_address(strict, "Honest", "192.0.2.1") as honest,
            from_address(strict, "Eve", "192.0.2.2") as eve,
            from_address(strict, "Mallory", "192.0.2.3") as mallory,
        ):
            _, table = await make(honest, public=True)
            made: list[str] = []
            for _ in range(55):
                for person in (eve, mallory):
                    status, what = await make(person, public=True)
                    if status == 201:
                        made.append(what)
                    else:
                        assert (status, what) == (409, "too_many_open_tables")
            assert len(made) == 10
            assert table in await open_ids(honest)
            refused = await eve.post("/api/tables", {"title": "usa", "seats": ["open", "open"]})
            assert refused.json()["message"] == "You host 5 open tables already. Start or close one first."
            # Whoever shuts one may open one.
            closed = [(await eve.post(f"/api/tables/{each}/leave")).status_code for each in made[:2]]
            assert sorted(closed) == [204, 403]  # one was hers, one Mallory's
            assert (await make(eve, public=True))[0] == 201

    asyncio.run(story())


def test_one_address_with_many_guests_does_not_fill_the_list(strict: Server) -> None:
    async def story() -> None:
        made = 0
        for number in range(7):
            async with from_address(strict, f"Flood {number}", "192.0.2.9") as each:
                for _ in range(5):
                    status, what = await make(each, public=True)
                    made += status == 201
                    assert status == 201 or what in ("too_many_open_tables", "too_many_open_tables_of_address")
        assert made == 25
        async with from_address(strict, "Neighbour", "192.0.2.10") as neighbour:
            assert (await make(neighbour, public=True))[0] == 201

    asyncio.run(story())


def test_a_guest_sits_at_and_hosts_twenty_tables_at_most_also_after_a_restart(strict: Server) -> None:
    async def story() -> None:
        async with (
            from_address(strict, "Host One", "192.0.2.1") as one,
            from_address(strict, "Host Two", "192.0.2.2") as two,
            from_address(strict, "Eve", "192.0.2.3") as eve,
        ):
            tables = [(await make(one))[1] for _ in range(20)]
            assert await make(one) == (409, "too_many_tables")
            assert await make(one, seats=("greedy", "greedy")) == (409, "too_many_tables")
            _, last = await make(two)
            for table in tables:
                assert (await eve.post(f"/api/tables/{table}/join")).status_code == 200
            strict.stop()
            strict.start()
            assert await make(one) == (409, "too_many_tables")
            refused = await eve.post(f"/api/tables/{last}/join")
            assert (refused.status_code, refused.json()["code"]) == (409, "too_many_seats")
            assert refused.json()["message"] == "You sit at 20 tables already. Finish or leave one first."
            assert await make(eve, seats=("me", "open")) == (409, "too_many_seats")
            assert (await eve.post(f"/api/tables/{tables[0]}/leave")).status_code == 204
            assert (await eve.post(f"/api/tables/{last}/join")).status_code == 200

    asyncio.run(story())


def test_addresses_are_not_stored(strict: Server) -> None:
    async def story() -> None:
        async with from_address(strict, "Ann", "198.51.100.77") as ann:
            assert (await make(ann))[0] == 201

    asyncio.run(story())
    [(origin,)] = rows(strict, "SELECT origin FROM users WHERE name = 'Ann'")
    assert len(origin) == 64
    assert "198.51.100.77" not in origin


def test_a_host_removes_somebody_who_then_watches_and_cannot_sit_down_again(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, guest(server, "Eve") as eve, guest(server, "Ben") as ben:
            table = await ann.table("usa", ["me", "open"])
            assert (await eve.post(f"/api/tables/{table}/join")).json() == {"seat": 1}
            async with eve.at(table) as tab:
                assert (await tab.until("snapshot"))["you"] == 1
                assert (await ann.post(f"/api/tables/{table}/remove", {"seat": 1})).status_code == 204
                told = await tab.until("problem")
                assert (told["code"], told["message"]) == (
                    "removed",
                    "The host has removed you from this table. You can watch it.",
                )
                again = await eve.post(f"/api/tables/{table}/join")
                assert (again.status_code, again.json()["code"]) == (403, "removed")
                await tab.tell("say", text="let me in")
                assert (await tab.until("problem"))["code"] == "not_seated"
                assert (await ben.post(f"/api/tables/{table}/join")).json() == {"seat": 1}
                assert (await ann.post(f"/api/tables/{table}/start")).status_code == 204
                seen = await tab.until("update")
                assert seen["choices"] is None
                assert seen["own"]["hand"] == {}

    asyncio.run(story())


def test_only_the_host_removes_only_others_and_only_before_the_start(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, guest(server, "Ben") as ben:
            table = await ann.table("usa", ["me", "open", "open"])

            async def remove(person: Person, seat: int) -> tuple[int, str]:
                answer = await person.post(f"/api/tables/{table}/remove", {"seat": seat})
                return answer.status_code, answer.json()["code"]

            assert await remove(ann, 1) == (409, "seat_empty")
            assert await remove(ann, 4) == (409, "seat_empty")
            assert await remove(ann, 0) == (409, "own_seat")
            await ben.post(f"/api/tables/{table}/join")
            assert await remove(ben, 0) == (403, "not_host")
            await ann.post(f"/api/tables/{table}/bot", {"seat": 2, "bot": "random"})
            assert await remove(ann, 2) == (409, "seat_empty")
            assert (await ann.post(f"/api/tables/{table}/start")).status_code == 204
            assert await remove(ann, 1) == (409, "begun")

    asyncio.run(story())
