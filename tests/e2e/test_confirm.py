"""Confirming a mail address: the link of the mail asks, the button confirms."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from e2e.conftest import DESKTOP, PHONE, MakePlayer, serve
from e2e.test_page import serious_issues
from server.alerting import PASSWORD, Postman, until
from server.kit import Server

ANN = "ann@example.org"


@pytest.fixture
def postman() -> Iterator[Postman]:
    """A mail server."""
    running = Postman()
    yield running
    running.stop()


@pytest.fixture
def mailing(tmp_path: Path, postman: Postman) -> Iterator[Server]:
    """A server that sends mails."""
    running = serve(tmp_path, **postman.settings).start()
    yield running
    running.stop()


@pytest.mark.parametrize("screen", [DESKTOP, PHONE])
def test_the_link_asks_and_the_button_confirms_once(
    mailing: Server, postman: Postman, come: MakePlayer, artifacts: Path, screen: str
) -> None:
    with httpx.Client(base_url=mailing.url, timeout=60) as http:

        def me() -> dict[str, Any]:
            found: dict[str, Any] = http.get("/api/me").json()
            return found

        made = http.post("/api/signup", json={"name": "Ann", "password": PASSWORD, "email": ANN})
        assert made.status_code == 200
        until(lambda: postman.tokens(ANN))
        reader = come(mailing, "reader", screen)
        page = reader.page
        link = f"{mailing.url}/confirm#{postman.tokens(ANN)[0]}"
        page.goto(link)
        page.wait_for_selector("main button")
        assert page.url == f"{mailing.url}/confirm"
        assert serious_issues(reader) == []
        page.screenshot(path=artifacts / f"confirm-{screen}.png")
        assert me()["email_confirmed"] is False
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_selector("text=The address is confirmed")
        assert page.query_selector("main button") is None
        assert me()["email_confirmed"] is True
        reader.forgiven = True  # the console notes that the link is dead
        page.goto(link)  # once more, in the same tab
        page.click("main button")
        page.wait_for_selector("[role=alert] >> text=not good any more")
