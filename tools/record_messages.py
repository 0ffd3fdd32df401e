"""Record what a table's socket sends, for the client's tests: python tools/record_messages.py.

Starts a server, lets a person play the first turns against a bot, and writes client/tests/recorded.json; then
`npx biome check --write tests` in client/ sets it in lines.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[1]
sys.path.insert(0, str(REPOSITORY / "tests"))

from server.kit import Person, Server  # noqa: E402 - the tests' own kit

ACTS = 7
MESSAGES = 30


def choose(legal: list[dict[str, Any]]) -> dict[str, Any]:
    """All tickets, then cards of the row."""
    if legal[0]["do"] == "keep_tickets":
        return legal[-1]
    return next((action for action in legal if action["do"] == "take_card"), legal[0])


async def record(server: Server) -> list[dict[str, Any]]:
    """The first messages of a game with some chat and a ping."""
    async with Person(server) as ann:
        await ann.come("Ann")
        table = await ann.table("europe", ["me", "greedy"], start=True, first_seat=0)
        async with ann.at(table, 0) as tab:
            await tab.until("snapshot")
            for _ in range(ACTS):
                while not tab.legal:
                    await tab.hear()
                await tab.act(choose(tab.legal), identity=f"act-{len(tab.heard)}")
            await tab.tell("say", text="Good luck!")
            await tab.until("chat")
            await tab.tell("ping")
            await tab.until("pong")
            return tab.heard


def main() -> None:
    """Record and write."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder)).start()
        try:
            heard = asyncio.run(record(server))
        finally:
            server.stop()
    file = REPOSITORY / "client" / "tests" / "recorded.json"
    file.write_text(json.dumps(heard[:MESSAGES], ensure_ascii=False))
    print(f"{min(MESSAGES, len(heard))} messages: {', '.join(message['type'] for message in heard[:MESSAGES])}")


if __name__ == "__main__":
    main()
