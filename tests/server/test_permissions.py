"""Security: who may do what, with a story for every endpoint."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx
import pytest
import websockets
from fastapi.routing import APIRoute
from server.alerting import some_keys
from server.kit import Person, Server
from server.test_people import PASSWORD, with_account
from starlette.routing import BaseRoute, Route, WebSocketRoute
from waiting import PATIENCE

from branchline.server.app import make_app
from branchline.server.settings import Settings

NOBODYS_TABLE = "aaaaaaaaaa"


@dataclass
class Scene:
    """Ann with her things, Eve who wants them, and somebody who is nobody."""

    server: Server
    ann: Person
    eve: Person
    nobody: Person

    async def refused(self, method: str, path: str, body: object = None, status: int = 403, code: str = "") -> None:
        """Eve is refused."""
        await refuse(self.eve, method, path, body, status, code)

    async def needs_a_session(self, method: str, path: str, body: object = None) -> None:
        """Somebody who is nobody is asked who they are."""
        await refuse(self.nobody, method, path, body, 401, "not_signed_in")

    async def finished(self) -> str:
        """A finished table of Ann's, which she only hosts."""
        table = await self.ann.table("usa", ["random", "random"], start=True)
        async with asyncio.timeout(PATIENCE):
            while (await self.ann.get(f"/api/tables/{table}")).json()["info"]["status"] != "ended":
                await asyncio.sleep(0.1)
        return table


async def send(person: Person, method: str, path: str, body: object = None) -> httpx.Response:
    if method == "GET":
        return await person.get(path)
    if method == "DELETE":
        return await person.http.delete(path, headers=person._headers())
    return await person.post(path, body)


async def refuse(person: Person, method: str, path: str, body: object, status: int, code: str = "") -> None:
    answer = await send(person, method, path, body)
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"code", "details", "message"}
    if code:
        assert answer.json()["code"] == code


@asynccontextmanager
async def a_scene(server: Server) -> AsyncIterator[Scene]:
    async with Person(server) as ann, Person(server) as eve, Person(server) as nobody:
        await with_account(ann, "Ann")
        await with_account(eve, "Eve")
        yield Scene(server, ann, eve, nobody)


Story = Callable[[Scene], Awaitable[None]]
STORIES: dict[tuple[str, str], Story] = {}


def permission(method: str, path: str) -> Callable[[Story], Story]:
    """This story says who may use an endpoint."""

    def keep(story: Story) -> Story:
        STORIES[method, path] = story
        return story

    return keep


def endpoints(routes: list[BaseRoute]) -> Iterator[tuple[str, str]]:
    """All that the application answers to."""
    for route in routes:
        if isinstance(route, WebSocketRoute):
            yield "SOCKET", route.path
        elif isinstance(route, APIRoute | Route):
            for method in set(route.methods or ()) - {"HEAD"}:
                yield method, route.path
        else:
            inner = getattr(route, "original_router", None)
            assert inner is not None, f"{route} is unknown to the permission tests"
            yield from endpoints(inner.routes)


# Pages for everybody: they have nothing of anybody's.


@permission("GET", "/health")
@permission("GET", "/ready")
@permission("GET", "/metrics")
@permission("GET", "/api/openapi.json")
@permission("GET", "/api/titles")
@permission("GET", "/api/titles/{title_id}/board")
@permission("GET", "/api/titles/{title_id}/drawing")
@permission("GET", "/api/tables")
@permission("GET", "/api/leaderboard/{title}")
async def pages_for_everybody_show_no_private_table(scene: Scene) -> None:
    table = await scene.ann.table("usa", ["me", "open"], public=False)
    for (_, path), story in STORIES.items():
        if story is pages_for_everybody_show_no_private_table:
            answer = await scene.nobody.get(path.replace("{title_id}", "usa").replace("{title}", "usa"))
            assert answer.status_code == 200, path
            assert table not in answer.text
            assert "seed" not in answer.text


@permission("POST", "/api/guest")
async def nobody_becomes_a_guest_of_anothers_name(scene: Scene) -> None:
    name = (await scene.ann.get("/api/me")).json()["name"]
    await refuse(scene.nobody, "POST", "/api/guest", {"name": name}, 409, "name_taken")
    await scene.refused("POST", "/api/guest", {"name": "Eve the guest"}, 409, "signed_in")


@permission("POST", "/api/signup")
async def nobody_signs_up_over_another(scene: Scene) -> None:
    name = (await scene.ann.get("/api/me")).json()["name"]
    await refuse(scene.nobody, "POST", "/api/signup", {"name": name, "password": PASSWORD}, 409, "name_taken")
    await scene.refused("POST", "/api/signup", {"name": name, "password": "eve knows better"}, 409)


@permission("POST", "/api/signin")
async def nobody_signs_in_without_the_password(scene: Scene) -> None:
    name = (await scene.ann.get("/api/me")).json()["name"]
    for wrong in ("", "four coal car", PASSWORD + " "):
        await refuse(scene.nobody, "POST", "/api/signin", {"name": name, "password": wrong}, 401, "wrong_password")
    missing = {"name": "no such person", "password": PASSWORD}
    await refuse(scene.nobody, "POST", "/api/signin", missing, 401, "wrong_password")


@permission("POST", "/api/signout")
async def eve_signs_out_herself_only(scene: Scene) -> None:
    await scene.needs_a_session("POST", "/api/signout")
    assert (await scene.eve.post("/api/signout")).status_code == 204
    assert (await scene.ann.get("/api/me")).status_code == 200


@permission("GET", "/api/me")
@permission("GET", "/api/me/profile")
@permission("GET", "/api/me/export")
@permission("GET", "/api/my-tables")
@permission("GET", "/api/my-games")
@permission("GET", "/api/your-turn")
async def what_is_mine_is_shown_to_me_only(scene: Scene) -> None:
    name = (await scene.ann.get("/api/me")).json()["name"]
    table = await scene.ann.table("usa", ["me", "random"], start=True, public=False)
    for (method, path), story in STORIES.items():
        if story is what_is_mine_is_shown_to_me_only:
            await scene.needs_a_session(method, path)
            answer = await scene.eve.get(path)
            assert answer.status_code == 200
            assert name not in answer.text
            assert table not in answer.text


@permission("POST", "/api/me/password")
async def a_password_needs_the_old_one(scene: Scene) -> None:
    await scene.needs_a_session("POST", "/api/me/password", {"old": PASSWORD, "new": "another one"})
    await scene.refused("POST", "/api/me/password", {"old": "nonsense", "new": "another one"}, 401, "wrong_password")
    name = (await scene.ann.get("/api/me")).json()["name"]
    answer = await scene.nobody.post("/api/signin", {"name": name, "password": PASSWORD})
    assert answer.status_code == 200


@permission("POST", "/api/me/email")
async def eve_changes_her_own_address_only(scene: Scene) -> None:
    await scene.needs_a_session("POST", "/api/me/email", {"email": "a@b.org"})
    assert (await scene.eve.post("/api/me/email", {"email": "eve@example.org"})).status_code == 200
    assert (await scene.ann.get("/api/me")).json()["email"] is None


@permission("POST", "/api/confirm")
async def an_address_is_confirmed_by_what_was_sent_there_only(scene: Scene) -> None:
    await scene.ann.post("/api/me/email", {"email": "ann@example.org"})
    for person in (scene.ann, scene.eve, scene.nobody):
        for token in ("ann@example.org", "x" * 43, person.http.cookies.get("branchline", "x")):
            await refuse(person, "POST", "/api/confirm", {"token": token}, 404, "dead_link")
    assert (await scene.ann.get("/api/me")).json()["email_confirmed"] is False


@permission("POST", "/api/me/bot")
async def eve_makes_herself_a_bot_only(scene: Scene) -> None:
    await scene.needs_a_session("POST", "/api/me/bot")
    assert (await scene.eve.post("/api/me/bot")).status_code == 200
    assert (await scene.ann.get("/api/me")).json()["kind"] == "account"


@permission("POST", "/api/me/delete")
async def an_account_is_deleted_with_its_own_password_only(scene: Scene) -> None:
    await scene.needs_a_session("POST", "/api/me/delete", {"password": PASSWORD})
    await scene.refused("POST", "/api/me/delete", {}, 401, "wrong_password")
    assert (await scene.eve.post("/api/me/delete", {"password": PASSWORD})).status_code == 204
    assert (await scene.ann.get("/api/me")).status_code == 200


@permission("GET", "/api/me/tokens")
@permission("POST", "/api/me/tokens")
@permission("DELETE", "/api/me/tokens/{token_id}")
async def tokens_are_their_owners(scene: Scene) -> None:
    made = (await scene.ann.post("/api/me/tokens", {"label": "mine"})).json()
    await scene.needs_a_session("GET", "/api/me/tokens")
    await scene.needs_a_session("POST", "/api/me/tokens", {"label": "x"})
    await scene.needs_a_session("DELETE", f"/api/me/tokens/{made['id']}")
    assert (await scene.eve.get("/api/me/tokens")).json() == []
    await scene.refused("DELETE", f"/api/me/tokens/{made['id']}", None, 404, "not_found")
    assert made["token"] not in (await scene.ann.get("/api/me/tokens")).text
    assert len((await scene.ann.get("/api/me/tokens")).json()) == 1


@permission("POST", "/api/me/push")
@permission("POST", "/api/me/push/off")
async def eve_switches_her_own_alerts_only(scene: Scene) -> None:
    here = {"endpoint": "https://push.example.org/ann", "keys": some_keys()}
    await scene.needs_a_session("POST", "/api/me/push", here)
    await scene.needs_a_session("POST", "/api/me/push/off", here)
    assert (await scene.ann.post("/api/me/push", here)).status_code == 204
    assert (await scene.eve.post("/api/me/push/off", here)).status_code == 204
    assert len((await scene.ann.get("/api/me/export")).json()["subscriptions"]) == 1


@permission("GET", "/api/users/{name}")
@permission("GET", "/api/users/{name}/games")
async def a_profile_tells_nothing_private(scene: Scene) -> None:
    await scene.ann.post("/api/me/email", {"email": "ann@example.org"})
    name = (await scene.ann.get("/api/me")).json()["name"]
    for path in (f"/api/users/{name}", f"/api/users/{name}/games"):
        answer = await scene.nobody.get(path)
        assert answer.status_code == 200
        assert "ann@example.org" not in answer.text
        assert "password" not in answer.text
    await refuse(scene.nobody, "GET", "/api/users/nobody at all", None, 404)


@permission("POST", "/api/tables")
@permission("POST", "/api/play-now")
async def only_somebody_makes_tables(scene: Scene) -> None:
    await scene.needs_a_session("POST", "/api/tables", {"title": "usa", "seats": ["me", "open"]})
    await scene.needs_a_session("POST", "/api/play-now", {})


@permission("GET", "/api/tables/{table_id}")
async def a_seats_cards_are_shown_to_the_seat_only(scene: Scene) -> None:
    table = await scene.ann.table("usa", ["me", "random"], start=True, public=False)
    mine = (await scene.ann.get(f"/api/tables/{table}")).json()
    assert mine["own"]["hand"]
    for person in (scene.eve, scene.nobody):
        shown = (await person.get(f"/api/tables/{table}")).json()
        assert shown["you"] is None
        assert not shown["own"]["hand"]
        assert not shown["own"]["offer"]
        assert shown["choices"] is None
        assert shown["ending"] is None
    await scene.refused("GET", f"/api/tables/{NOBODYS_TABLE}", None, 404, "not_found")


@permission("POST", "/api/tables/{table_id}/join")
async def nobody_takes_a_seat_that_is_anothers(scene: Scene) -> None:
    table = await scene.ann.table("usa", ["me", "open"])
    await scene.needs_a_session("POST", f"/api/tables/{table}/join", {"seat": 1})
    await scene.refused("POST", f"/api/tables/{table}/join", {"seat": 0}, 409, "seat_taken")


@permission("POST", "/api/tables/{table_id}/leave")
async def nobody_is_sent_away_by_another(scene: Scene) -> None:
    table = await scene.ann.table("usa", ["me", "open"])
    await scene.needs_a_session("POST", f"/api/tables/{table}/leave")
    await scene.refused("POST", f"/api/tables/{table}/leave", {}, 403, "not_seated")
    assert (await scene.ann.get(f"/api/tables/{table}")).json()["info"]["status"] == "open"


@permission("POST", "/api/tables/{table_id}/bot")
@permission("POST", "/api/tables/{table_id}/start")
async def only_the_host_places_bots_and_begins(scene: Scene) -> None:
    table = await scene.ann.table("usa", ["me", "open", "random"])
    await scene.needs_a_session("POST", f"/api/tables/{table}/bot", {"seat": 1, "bot": "random"})
    await scene.needs_a_session("POST", f"/api/tables/{table}/start")
    await scene.refused("POST", f"/api/tables/{table}/bot", {"seat": 1, "bot": "random"}, 403, "not_host")
    assert (await scene.eve.post(f"/api/tables/{table}/join")).status_code == 200
    await scene.refused("POST", f"/api/tables/{table}/bot", {"seat": 2, "bot": None}, 403, "not_host")
    await scene.refused("POST", f"/api/tables/{table}/start", {}, 403, "not_host")


@permission("POST", "/api/tables/{table_id}/remove")
async def only_the_host_removes_somebody(scene: Scene) -> None:
    table = await scene.ann.table("usa", ["me", "open", "open"])
    await scene.needs_a_session("POST", f"/api/tables/{table}/remove", {"seat": 0})
    assert (await scene.eve.post(f"/api/tables/{table}/join")).status_code == 200
    await scene.refused("POST", f"/api/tables/{table}/remove", {"seat": 0}, 403, "not_host")
    await scene.refused("POST", f"/api/tables/{table}/remove", {"seat": 1}, 403, "not_host")
    assert (await scene.ann.post(f"/api/tables/{table}/remove", {"seat": 1})).status_code == 204


@permission("GET", "/api/tables/{table_id}/record")
@permission("GET", "/api/tables/{table_id}/replay/{step}")
async def nothing_is_opened_before_the_end_not_even_for_the_host(scene: Scene) -> None:
    table = await scene.ann.table("usa", ["me", "random"], start=True)
    for person in (scene.ann, scene.eve, scene.nobody):
        for path in ("record", "replay/0"):
            await refuse(person, "GET", f"/api/tables/{table}/{path}", None, 403, "not_over")
    done = await scene.finished()
    assert (await scene.nobody.get(f"/api/tables/{done}/record")).status_code == 200
    assert (await scene.nobody.get(f"/api/tables/{done}/replay/1")).status_code == 200
    await refuse(scene.nobody, "GET", f"/api/tables/{done}/replay/99999", None, 404, "no_such_step")


@permission("POST", "/api/tables/{table_id}/rematch")
async def only_those_who_sat_there_play_again(scene: Scene) -> None:
    done = await scene.finished()
    await scene.needs_a_session("POST", f"/api/tables/{done}/rematch")
    await scene.refused("POST", f"/api/tables/{done}/rematch", {}, 403, "not_seated")


@permission("SOCKET", "/api/tables/{table_id}/socket")
async def who_watches_moves_nothing_and_says_nothing(scene: Scene) -> None:
    table = await scene.ann.table("usa", ["me", "random"], start=True)
    async with scene.ann.at(table) as hers:
        await hers.until("snapshot")
        action = hers.legal[0]
        for person in (scene.eve, scene.nobody):
            async with person.at(table) as tab:
                assert (await tab.until("snapshot"))["you"] is None
                assert not tab.state["own"]["hand"]
                for message in (
                    {"type": "act", "id": "a", "version": tab.version, "actions": [action]},
                    {"type": "preview", "id": "a", "actions": [action]},
                    {"type": "ask", "id": "a", "action": action},
                    {"type": "say", "text": "hello"},
                    {"type": "ask_undo"},
                    {"type": "answer_undo", "agree": True},
                    {"type": "resign"},
                    {"type": "return"},
                ):
                    await tab.ws.send(json.dumps(message))
                    assert (await tab.until("problem"))["code"] == "not_seated", message
        # Had anybody moved for Ann, this would be stale.
        assert (await hers.act(action, version=1))["type"] == "done"


@permission("SOCKET", "/api/lobby/socket")
async def the_lobby_shows_no_private_table(scene: Scene) -> None:
    table = await scene.ann.table("usa", ["me", "open"], public=False)
    async with websockets.connect(scene.server.url.replace("http", "ws") + "/api/lobby/socket", max_size=None) as ws:
        assert table not in str(await ws.recv())


@permission("GET", "/")
@permission("GET", "/t/{table_id}")
@permission("GET", "/t/{table_id}/replay")
@permission("GET", "/confirm")
@permission("GET", "/assets/{name}")
async def a_page_is_the_same_for_everybody(scene: Scene) -> None:
    table = await scene.ann.table("usa", ["me", "open"], public=False)
    for path in ("/", f"/t/{table}", f"/t/{table}/replay", "/confirm", "/assets/none.js"):
        answers = [await person.get(path) for person in (scene.ann, scene.eve, scene.nobody)]
        assert len({(answer.status_code, answer.content) for answer in answers}) == 1


def test_every_endpoint_has_a_permission_story() -> None:
    assert set(endpoints(make_app(Settings()).routes)) == set(STORIES)


@pytest.mark.parametrize("story", list(dict.fromkeys(STORIES.values())))
def test_permission(server: Server, story: Story) -> None:
    async def told() -> None:
        async with a_scene(server) as scene:
            await story(scene)

    asyncio.run(told())
