"""A bot that plays over the network with a token: python examples/network_bot.py http://127.0.0.1:8000 TOKEN [TABLE].

Make a token with an account (POST /api/me/tokens), give the bot a table or let it make one, and watch it play.
"""

import asyncio
import json
import random
import sys

import httpx
import websockets


def choose(legal: list[dict], own: dict, table: dict) -> dict:
    """Your ideas go here: this one claims what it can, and draws if it cannot."""
    claims = [action for action in legal if action["do"] in ("claim_line", "pay", "keep_tickets")]
    return random.choice(claims or legal)


async def main(site: str, token: str, table_id: str | None) -> None:
    """Sit down and play to the end."""
    headers = {"authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=site, headers=headers) as http:
        if table_id is None:
            wish = {"title": "usa", "seats": ["me", "greedy"]}
            table_id = (await http.post("/api/tables", json=wish)).raise_for_status().json()["id"]
            (await http.post(f"/api/tables/{table_id}/start")).raise_for_status()
        else:
            (await http.post(f"/api/tables/{table_id}/join", json={})).raise_for_status()
    acted = 0
    address = f"{site.replace('http', 'ws', 1)}/api/tables/{table_id}/socket"
    async with websockets.connect(address, additional_headers=headers, max_size=None) as socket:
        async for text in socket:
            message = json.loads(text)
            if message.get("ending"):
                print("totals", [seat["total"] for seat in message["ending"]["tally"]["seats"]])
                return
            legal = (message.get("choices") or {}).get("legal")
            if legal and message["version"] > acted:
                acted = message["version"]
                action = choose(legal, message["own"], message["table"])
                await socket.send(json.dumps({"type": "act", "id": str(acted), "version": acted, "actions": [action]}))


asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else None))
