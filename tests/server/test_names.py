"""Names: who may be called what, and how people at one table are told apart."""

from __future__ import annotations

import asyncio
import json
import secrets

import pytest
from server.kit import Person, Server, guest, play_to_the_end

PASSWORD = "four coal cars"


async def ask(person: Person, name: str, path: str = "/api/guest") -> tuple[int, str]:
    """What is said to a name: the status, and the code of what is wrong with it."""
    answer = await person.post(path, {"name": name, "password": PASSWORD} if path == "/api/signup" else {"name": name})
    return answer.status_code, answer.json().get("code", "")


async def signed_up(person: Person, name: str) -> str:
    """Sign somebody up under a name that no other test has; the name."""
    full = f"{name} {secrets.token_hex(4)}"
    assert await ask(person, full, "/api/signup") == (200, "")
    return full


def shown(info: dict[str, object]) -> list[str | None]:
    """The names at a table."""
    return [each["name"] for each in info["people"]]  # type: ignore[attr-defined]


REAL = (
    "Åsa Öström",
    "Bjørn",
    "Sæmundur",
    "Aapo Niiranen",
    "Iina",
    "Łukasz",
    "Nguyễn Đình",
    "O’Neil",
    "İpek",
    "Анна Петровна",
    "Ελένη",
    "田中 Ken",
    "김철수",
    "नेहा",
    "สมชาย",
    "محمد",
    "שרה",
    "Ben 7",
    "Robot",
    "Ann 🚂",
)


@pytest.mark.parametrize("name", REAL)
def test_names_of_real_people_are_welcome(server: Server, name: str) -> None:
    async def story() -> None:
        async with Person(server) as person:
            assert await ask(person, name) == (200, "")

    asyncio.run(story())


REFUSED = {
    "name_invisible": (
        "Ann\u200b",
        "An\u00adn",
        "\u3164\u3164",
        "\u115fAnn",
        "\u2800Ann",
        "Ann\ufe0f",
        "Ann\u202e",
        "A\u2066n",
    ),
    "name_mixed_scripts": ("Аnn", "pаypal", "Βen", "Ann Анна", "Bеn"),
    "name_marks": ("A\u0300\u0301\u0302nn", "\u0301\u0302", "\u0301Ann", "A\u0338\u0338nn"),
    "name_reserved": (
        *("Admin", "ADMlN", "adm1n", "a.d.m.i.n", "Ádmin", "ᴀᴅᴍɪɴ", "ⓐdmin", "Administrator", "Moderator 2", "Host"),
        *("h0st", "somebody", "Nobody", "everyone", "You", "guest", "bot", "Branchline", "System", "support"),
        *("greedy 2", "Greedy", "gr33dy", "Random", "RAND0M 4", "random!"),
    ),
    "name_length": ("A", "x" * 25),
    "name_letters": ("a<b>c", "a/b"),
    "name_empty": ("...",),
}


@pytest.mark.parametrize(("code", "name"), [(code, name) for code, names in REFUSED.items() for name in names])
def test_names_that_deceive_are_refused_each_with_its_reason(server: Server, code: str, name: str) -> None:
    async def story() -> None:
        async with Person(server) as person:
            assert await ask(person, name) == (422, code)
            assert await ask(person, name, "/api/signup") == (422, code)
            assert (await person.get("/api/me")).status_code == 401

    asyncio.run(story())


def test_nobody_takes_a_name_that_looks_like_an_accounts(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ian, Person(server) as other:
            mark = secrets.token_hex(4)
            assert await ask(ian, f"Ian Bob {mark}", "/api/signup") == (200, "")
            for like in (
                f"lan Bob {mark}",
                f"Ian B0b {mark}",
                f"ɪan Bob {mark}",
                f"IAN B\u1d0fB {mark}",
            ):
                for path in ("/api/guest", "/api/signup"):
                    assert await ask(other, like, path) == (409, "name_too_similar"), like
            for path in ("/api/guest", "/api/signup"):
                assert await ask(other, f"ian bob {mark}", path) == (409, "name_taken")
            assert await ask(other, f"Ivan Bob {mark}") == (200, "")
            assert await ask(other, f"lan Bob {mark}") == (409, "name_too_similar")  # nor as a new name
            assert (await other.get("/api/me")).json()["name"] == f"Ivan Bob {mark}"

    asyncio.run(story())


def test_a_name_in_another_script_that_reads_like_an_accounts_is_refused(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as latin, Person(server) as cyrillic, Person(server) as anna:
            # A guest before the account comes, and the account takes all that looks like it.
            first = await ask(latin, "ape soxy", "/api/signup")
            assert first in ((200, ""), (409, "name_taken"))
            assert await ask(cyrillic, "аре ѕоху") == (409, "name_too_similar")
            assert await ask(anna, "Жанна") == (200, "")

    asyncio.run(story())


def test_an_account_cannot_take_the_name_that_newcomers_are_offered(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as one, Person(server) as other:
            assert await ask(one, "Traveller", "/api/signup") == (422, "name_reserved")
            assert await ask(one, "Traveller") == (200, "")
            assert await ask(other, "Traveller") == (200, "")

    asyncio.run(story())


def test_guests_of_one_name_are_told_apart_at_a_table_everywhere(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Dora") as first, guest(server, "Dora") as second, guest(server, "D0ra") as third:
            table = await first.table("usa", ["open", "me", "open", "greedy"])
            for person in (second, third):
                assert (await person.post(f"/api/tables/{table}/join")).status_code == 200
            numbered = ["Dora 2", "Dora", "D0ra 3"]
            listed = {each["id"]: each for each in (await first.get("/api/tables")).json()["open"]}[table]
            assert [seat["name"] for seat in listed["seats"]] == [*numbered, None]
            assert listed["host"] == "Dora"
            async with second.at(table) as tab, third.at(table) as other:
                snapshot = await tab.until("snapshot")
                assert shown(snapshot["info"]) == [*numbered, None]
                await tab.tell("say", text="hello")
                assert (await other.until("chat"))["name"] == "Dora 2"
                assert (await first.post(f"/api/tables/{table}/start")).status_code == 204
                assert shown((await tab.until("update"))["info"]) == [*numbered, None]
            table_now = (await first.get(f"/api/tables/{table}")).json()
            assert [line["name"] for line in table_now["chat"]] == ["Dora 2"]

    asyncio.run(story())


def test_the_record_has_the_names_as_they_were_shown(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Elsa") as first, guest(server, "Elsa") as second:
            table = await first.begin_with(second)
            async with first.at(table) as one, second.at(table) as two:
                await asyncio.gather(play_to_the_end(one), play_to_the_end(two))
            record = (await first.get(f"/api/tables/{table}/record")).text
            assert json.loads(record.splitlines()[0])["seats"] == ["Elsa", "Elsa 2"]

    asyncio.run(story())


def test_a_guest_who_takes_the_name_of_another_at_the_table_gets_a_number(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Finn") as finn, guest(server, "Greta") as greta:
            table = await finn.begin_with(greta)
            async with finn.at(table) as tab:
                await tab.until("snapshot")
                await greta.come("Finn")
                while shown((await tab.until("info"))["info"]) != ["Finn", "Finn 2"]:
                    pass
                await finn.come("Frida")
                while shown((await tab.until("info"))["info"]) != ["Frida", "Finn"]:
                    pass

    asyncio.run(story())


def test_an_account_keeps_its_name_beside_a_guest_who_had_it_before(server: Server) -> None:
    async def story() -> None:
        name = f"Hans {secrets.token_hex(4)}"
        async with guest(server, name) as visitor, Person(server) as owner:
            assert await ask(owner, name, "/api/signup") == (200, "")
            table = await visitor.table("usa", ["me", "open"])
            assert (await owner.post(f"/api/tables/{table}/join")).status_code == 200
            table_now = (await visitor.get(f"/api/tables/{table}")).json()
            assert shown(table_now["info"]) == [f"{name} 2", name]
            assert table_now["info"]["host"] == f"{name} 2"

    asyncio.run(story())
