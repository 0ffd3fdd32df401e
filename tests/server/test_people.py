"""People: guests, accounts, profiles, ratings, and going for good."""

from __future__ import annotations

import asyncio
import secrets

from server.alerting import some_keys
from server.kit import Person, Server, guest, play_to_the_end
from waiting import PATIENCE

PASSWORD = "four coal cars"


def unique(name: str) -> str:
    """A name that no other test has."""
    return f"{name} {secrets.token_hex(4)}"


async def with_account(person: Person, name: str) -> str:
    """Sign somebody up; their full name."""
    full = unique(name)
    answer = await person.post("/api/signup", {"name": full, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return full


async def play_a_game(ann: Person, ben: Person, title: str = "usa", public: bool = True) -> str:
    """Two people play a whole game; its table."""
    table = await ann.begin_with(ben, title=title, public=public)
    async with ann.at(table) as first, ben.at(table) as second:
        await asyncio.gather(play_to_the_end(first), play_to_the_end(second))
    return table


async def rated(person: Person) -> dict[str, object]:
    """Somebody's profile, once the last game is in it."""
    async with asyncio.timeout(PATIENCE):
        while True:
            profile: dict[str, object] = (await person.get("/api/me/profile")).json()
            if profile["games"]:
                return profile
            await asyncio.sleep(0.05)


def test_a_guest_plays_at_once_and_stays_the_same_by_cookie(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann:
            assert (await ann.get("/api/me")).status_code == 401
            await ann.come("Ann")
            first = (await ann.get("/api/me")).json()
            assert (first["name"], first["kind"]) == ("Ann", "guest")
            await ann.come("Annie")
            assert (await ann.get("/api/me")).json() == {**first, "name": "Annie"}

    asyncio.run(story())


def test_a_guest_who_signs_up_keeps_the_games(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, Person(server) as again:
            visitor = (await ann.get("/api/me")).json()
            table = await ann.table("usa", ["me", "random"], start=True)
            name = await with_account(ann, "Ann")
            account = (await ann.get("/api/me")).json()
            assert (account["id"], account["name"], account["kind"]) == (visitor["id"], name, "account")
            answer = await again.post("/api/signin", {"name": name.upper(), "password": PASSWORD})
            assert answer.status_code == 200, answer.text
            mine = (await again.get("/api/my-tables")).json()
            assert [each["id"] for each in mine] == [table]
            assert mine[0]["seats"][0]["name"] == name
            async with again.at(table) as tab:
                assert (await tab.until("snapshot"))["you"] == 0

    asyncio.run(story())


def test_signing_out_shuts_the_session_and_its_sockets(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann, Person(server) as thief:
            await with_account(ann, "Ann")
            table = await ann.table("usa", ["me", "open"])
            thief.http.cookies.update(ann.http.cookies)
            async with thief.at(table) as tab:
                assert (await tab.until("snapshot"))["you"] == 0
                assert (await ann.post("/api/signout")).status_code == 204
                await asyncio.wait_for(tab.ws.wait_closed(), PATIENCE)
            assert tab.ws.close_code == 1008
            assert (await ann.get("/api/me")).status_code == 401
            assert (await thief.get("/api/me")).status_code == 401

    asyncio.run(story())


def test_names_are_unique_whatever_their_letters_look_like(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann, Person(server) as ben:
            name = await with_account(ann, "Ann")
            wide = "".join(chr(ord(letter) + 0xFEE0) if letter.isalpha() else letter for letter in name)
            for other in (name, name.upper(), f"  {name.replace(' ', '   ')} ", wide):
                taken = await ben.post("/api/signup", {"name": other, "password": PASSWORD})
                assert (taken.status_code, taken.json()["code"]) == (409, "name_taken"), other
                taken = await ben.post("/api/guest", {"name": other})
                assert (taken.status_code, taken.json()["code"]) == (409, "name_taken"), other

    asyncio.run(story())


BAD_NAMES = {
    "name_length": ("A", "x" * 25, "\u1fb7" * 24),
    "name_letters": ("a<b>c", "a/b", "a\x00b"),
    "name_empty": ("...",),
}


def test_bad_names_and_passwords_are_refused_in_words(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann:
            for code, names in BAD_NAMES.items():
                for name in names:
                    refused = await ann.post("/api/guest", {"name": name})
                    assert (refused.status_code, refused.json()["code"]) == (422, code), name
            for password in ("short", "x" * 201):
                refused = await ann.post("/api/signup", {"name": unique("Ann"), "password": password})
                assert (refused.status_code, refused.json()["code"]) == (422, "bad_password")
            for name in ("Zoë", "Владимир", "अनीता", "O'Hara 3rd"):
                await ann.come(name)

    asyncio.run(story())


def test_a_new_password_shuts_all_other_ways_in(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann, Person(server) as elsewhere:
            name = await with_account(ann, "Ann")
            await elsewhere.post("/api/signin", {"name": name, "password": PASSWORD})
            wrong = await ann.post("/api/me/password", {"old": "nonsense", "new": "five coal cars"})
            assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong_password")
            assert (await elsewhere.get("/api/me")).status_code == 200
            assert (await ann.post("/api/me/password", {"old": PASSWORD, "new": "five coal cars"})).status_code == 204
            assert (await elsewhere.get("/api/me")).status_code == 401
            assert (await ann.get("/api/me")).status_code == 200
            old = await elsewhere.post("/api/signin", {"name": name, "password": PASSWORD})
            assert old.status_code == 401 or old.json()["code"] == "csrf"
            async with Person(server) as fresh:
                assert (await fresh.post("/api/signin", {"name": name, "password": PASSWORD})).status_code == 401
                new = await fresh.post("/api/signin", {"name": name, "password": "five coal cars"})
                assert new.status_code == 200

    asyncio.run(story())


def test_two_accounts_get_ratings_statistics_and_a_place_on_the_leaderboard(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann, Person(server) as ben, Person(server) as stranger:
            names = {await with_account(ann, "Ann"), await with_account(ben, "Ben")}
            table = await play_a_game(ann, ben)
            profiles = [await rated(ann), await rated(ben)]
            games = [profile["games"][0] for profile in profiles]  # type: ignore[index]
            assert {game["table_id"] for game in games} == {table}
            assert any(game["won"] for game in games)
            for profile, game in zip(profiles, games, strict=True):
                numbers = profile["statistics"]["usa"]  # type: ignore[index]
                assert (numbers["games"], numbers["wins"]) == (1, int(game["won"]))
                assert numbers["mean_total"] == numbers["best_total"] == game["total"]
                assert set(numbers) >= {"tickets_made", "tickets_missed", "longest_paths", "favourite_lines"}
                assert profile["ratings"]["usa"]["games"] == 1  # type: ignore[index]
                public = (await stranger.get(f"/api/users/{profile['name']}")).json()
                assert public == profile
            leaders = (await stranger.get("/api/leaderboard/usa")).json()
            assert names <= {leader["name"] for leader in leaders}
            assert [each["ordinal"] for each in leaders] == sorted((e["ordinal"] for e in leaders), reverse=True)

    asyncio.run(story())


def test_games_at_private_tables_are_in_the_own_history_only_and_guests_are_not_rated(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann, Person(server) as guest:
            name = await with_account(ann, "Ann")
            await guest.come("Gustav")
            table = await play_a_game(ann, guest, public=False)
            mine = await rated(ann)
            assert [game["table_id"] for game in mine["games"]] == [table]  # type: ignore[attr-defined]
            assert mine["ratings"] == {}
            assert (await guest.get(f"/api/users/{name}")).json()["games"] == []
            assert (await guest.get(f"/api/users/{name}/games")).json() == []
            assert [each["id"] for each in (await ann.get("/api/my-games")).json()] == [table]
            assert (await guest.get("/api/users/Gustav")).status_code == 404

    asyncio.run(story())


def test_an_account_is_deleted_while_it_plays_and_a_bot_plays_on(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann, Person(server) as ben:
            name = await with_account(ann, "Ann")
            await ben.come("Ben")
            running = await ann.begin_with(ben)
            hosted = await ann.table("usa", ["me", "open"])
            watched = await ann.table("usa", ["open", "random"])
            joined = await ben.table("usa", ["me", "open"])
            await ann.post(f"/api/tables/{joined}/join")
            async with ben.at(running) as tab, ann.at(running) as hers:
                await tab.until("snapshot")
                await hers.until("snapshot")
                await hers.tell("say", text="my secret thoughts")
                await tab.until("chat")
                wrong = await ann.post("/api/me/delete", {"password": "nonsense"})
                assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong_password")
                gone = await ann.post("/api/me/delete", {"password": PASSWORD})
                assert gone.status_code == 204, gone.text
                await asyncio.wait_for(hers.ws.wait_closed(), PATIENCE)
                await play_to_the_end(tab)
            for table, status in ((hosted, "closed"), (watched, "closed"), (joined, "open"), (running, "ended")):
                shown = (await ben.get(f"/api/tables/{table}")).json()
                assert shown["info"]["status"] == status, table
                assert name not in str(shown)
                assert "secret thoughts" not in str(shown)
            assert name not in (await ben.get(f"/api/tables/{running}/record")).text
            assert (await ann.get("/api/me")).status_code == 401
            assert (await ben.get(f"/api/users/{name}")).status_code == 404
            assert (await ben.post("/api/signin", {"name": name, "password": PASSWORD})).status_code == 401

    asyncio.run(story())


def test_the_name_of_a_deleted_account_is_free_again_and_its_games_are_not_the_next_ones(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann, Person(server) as ben, Person(server) as next_one:
            name = await with_account(ann, "Ann")
            await with_account(ben, "Ben")
            await play_a_game(ann, ben)
            await rated(ann)
            assert (await ann.post("/api/me/delete", {"password": PASSWORD})).status_code == 204
            leaders = (await ben.get("/api/leaderboard/usa")).json()
            assert name not in {leader["name"] for leader in leaders}
            assert (await next_one.post("/api/signup", {"name": name, "password": PASSWORD})).status_code == 200
            profile = (await next_one.get("/api/me/profile")).json()
            assert (profile["games"], profile["ratings"], profile["statistics"]) == ([], {}, {})

    asyncio.run(story())


def test_the_export_has_everything_about_me_and_nothing_of_others(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann, Person(server) as ben:
            name = await with_account(ann, "Ann")
            await ben.come("Benjamin")
            await ann.post("/api/me/email", {"email": "ann@example.org"})
            table = await ann.begin_with(ben)
            async with ann.at(table) as first, ben.at(table) as second:
                await first.until("snapshot")
                await second.until("snapshot")
                await first.act(first.legal[0])
                await second.act(second.legal[0])
                await first.tell("say", text="hello from Ann")
                await second.tell("say", text="hello from Ben")
                await first.until("chat")
                await first.until("chat")
            answer = await ann.get("/api/me/export")
            data = answer.json()
            assert (data["user"]["name"], data["user"]["email"]) == (name, "ann@example.org")
            assert [game["id"] for game in data["games"]] == [table]
            assert [line["text"] for line in data["chat"]] == ["hello from Ann"]
            assert [len(each["actions"]) for each in data["actions"]] == [1]
            assert {"results", "ratings", "sessions", "subscriptions"} <= set(data)
            for secret in ("argon2", "hello from Ben", "seed", "events", ann.http.cookies["branchline"]):
                assert secret not in answer.text

    asyncio.run(story())


def test_a_token_plays_but_cannot_touch_the_account(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann:
            await with_account(ann, "Ann")
            made = (await ann.post("/api/me/tokens", {"label": "my robot"})).json()
            assert [(each["id"], each["label"]) for each in (await ann.get("/api/me/tokens")).json()] == [
                (made["id"], "my robot")
            ]
            async with Person(server) as robot:
                robot.http.headers["authorization"] = f"Bearer {made['token']}"
                table = await robot.table("usa", ["me", "random"], start=True)
                shown = (await robot.get(f"/api/tables/{table}")).json()
                assert shown["you"] == 0
                for path, body in (
                    ("/api/me/delete", {"password": PASSWORD}),
                    ("/api/me/password", {"old": PASSWORD, "new": "another one"}),
                    ("/api/me/tokens", {"label": "another"}),
                    ("/api/me/email", {"email": None}),
                ):
                    refused = await robot.post(path, body)
                    assert (refused.status_code, refused.json()["code"]) == (403, "token"), path
                dropped = await ann.http.delete(f"/api/me/tokens/{made['id']}", headers=ann._headers())
                assert dropped.status_code == 204
                assert (await robot.get("/api/me")).status_code == 401

    asyncio.run(story())


def test_an_account_becomes_a_bots_before_its_first_game_only(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as robot, Person(server) as ann, Person(server) as guest:
            await with_account(robot, "Robot")
            assert (await robot.post("/api/me/bot")).json()["kind"] == "bot"
            assert (await robot.get("/api/me")).json()["kind"] == "bot"
            assert (await robot.post("/api/me/tokens", {"label": "engine"})).status_code == 201
            await with_account(ann, "Ann")
            await ann.table("usa", ["me", "random"])
            assert (await ann.post("/api/me/bot")).json()["code"] == "has_played"
            await guest.come("Gustav")
            assert (await guest.post("/api/me/bot")).status_code == 403

    asyncio.run(story())


NEIGHBOURS = [
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://localhost/",
    "https://db.internal/",
    "https://10.0.0.7/",
    "https://169.254.169.254/latest",
    "https://[::ffff:10.0.0.7]/",
    "https://[64:ff9b::a00:7]/",
    "https://[2002:a00:7::]/",
    "https://[fe80::1]/",
    "https://224.0.0.1/",
    "http://push.example.org/x",  # not even elsewhere, without TLS
    "https://push.example.org:25/x",
    "https://ann:secret@push.example.org/x",
    "https://push..example.org/x",
    "https://push.example.org:99999/x",
]


def test_a_browser_asks_for_alerts_and_no_one_makes_the_server_call_its_neighbours(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann:
            keys = some_keys()
            here = {"endpoint": "https://push.example.org/x", "keys": keys}
            assert (await ann.post("/api/me/push", here)).status_code == 204
            assert (await ann.post("/api/me/push", here)).status_code == 204
            assert len((await ann.get("/api/me/export")).json()["subscriptions"]) == 1
            assert (await ann.post("/api/me/push/off", here)).status_code == 204
            assert (await ann.get("/api/me/export")).json()["subscriptions"] == []
            for address in NEIGHBOURS:
                refused = await ann.post("/api/me/push", {"endpoint": address, "keys": keys})
                assert (refused.status_code, refused.json()["code"]) == (422, "bad_endpoint"), address
            for bad in ({**keys, "p256dh": "abc"}, {**keys, "auth": "def"}, {**keys, "p256dh": "B" + "A" * 86}):
                refused = await ann.post("/api/me/push", {"endpoint": "https://push.example.org/x", "keys": bad})
                assert (refused.status_code, refused.json()["code"]) == (422, "bad_keys"), bad
            assert (await ann.get("/api/me/export")).json()["subscriptions"] == []

    asyncio.run(story())
