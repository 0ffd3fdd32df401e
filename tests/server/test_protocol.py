"""The protocol: its schema is up to date, every message keeps to it, and the example bot plays."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import msgspec
from server.kit import Person, Server, guest, play_to_the_end
from waiting import PATIENCE

from branchline.server.protocol import ToClient

REPOSITORY = Path(__file__).parents[2]


def test_the_schema_is_what_the_messages_give(tmp_path: Path) -> None:
    made = tmp_path / "schema.json"
    subprocess.run([sys.executable, str(REPOSITORY / "tools/protocol_schema.py"), str(made)], check=True)
    assert made.read_text() == (REPOSITORY / "docs/protocol.schema.json").read_text()


def test_every_message_of_a_game_keeps_to_the_schema(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, ann.game("random", title="europe") as tab:
            await play_to_the_end(tab)
            for text in tab.raw:
                msgspec.json.decode(text, type=ToClient)
            assert {message["type"] for message in tab.heard} >= {"snapshot", "update", "info"}

    asyncio.run(story())


def test_the_example_bot_plays_a_whole_game_with_a_token(server: Server) -> None:
    async def token() -> str:
        async with Person(server) as ann:
            made = await ann.post("/api/signup", {"name": f"Maker {server.port}", "password": "long enough"})
            assert made.status_code == 200, made.text
            answer = await ann.post("/api/me/tokens", {"label": "my bot"})
            word: str = answer.json()["token"]
            return word

    done = subprocess.run(
        [sys.executable, str(REPOSITORY / "examples/network_bot.py"), server.url, asyncio.run(token())],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("totals [")
