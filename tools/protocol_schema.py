"""Writes the JSON Schema of all socket messages: protocol_schema.py [FILE]. The client's types are made from it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec

from branchline.server.protocol import FromClient, ToClient, ToLobby

FILE = Path(__file__).parents[1] / "docs/protocol.schema.json"


def schema() -> str:
    """The schema as text, the same every time."""
    (incoming, outgoing, lobby), components = msgspec.json.schema_components(
        [FromClient, ToClient, ToLobby], ref_template="#/$defs/{name}"
    )
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages over the sockets of tables and of the lobby",
        "$defs": {**components, "FromClient": incoming, "ToClient": outgoing, "ToLobby": lobby},
    }
    return json.dumps(whole, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    (Path(sys.argv[1]) if len(sys.argv) > 1 else FILE).write_text(schema(), encoding="utf-8")
