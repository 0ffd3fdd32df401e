"""What was told and acknowledged at one table, held against what the database has."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from server.kit import Server
from server.store import rows


@dataclass(frozen=True)
class Told:
    """An entry of a table's log, as far as everybody may know it."""

    at: int
    kind: str
    seat: int | None
    to: int | None


@dataclass
class Ledger:
    """One table's accounts; whatever is wrong is noted in words."""

    table: str
    told: dict[int, Told] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)
    said: dict[int, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    lost: int = 0
    stored: int = 0  # the last version that was found in the database
    _stored: dict[int, Told] = field(default_factory=dict)
    _names: dict[str, int] = field(default_factory=dict)

    def complain(self, words: str) -> None:
        """Note that something is wrong."""
        self.wrong.append(f"table {self.table}: {words}")

    # --- what people hear

    def tell(self, entry: dict[str, Any]) -> None:
        """Somebody was told of an entry."""
        told = Told(entry["at"], entry["kind"], entry["seat"], entry["to"])
        before = self.told.setdefault(entry["version"], told)
        if before != told:
            self.complain(f"version {entry['version']} was told as {before} and as {told}")

    def acknowledge(self, name: str, version: int) -> None:
        """Somebody was told that a message of theirs is stored."""
        before = self.acknowledged.setdefault(name, version)
        if before != version:
            self.complain(f"{name} was acknowledged at version {before} and at {version}")

    # --- what the database has

    def audit(self, server: Server) -> None:
        """Hold everything told so far against the database."""
        told, acknowledged, said = dict(self.told), dict(self.acknowledged), dict(self.said)
        sql = (
            f"SELECT version, at, kind, seat, data FROM log WHERE table_id = '{self.table}' AND version > {self.stored}"
        )
        for version, at, kind, seat, data in rows(server, f"{sql} ORDER BY version"):
            self._store(version, Told(at, kind, seat, None), json.loads(data))
        for version, entry in told.items():
            if self._stored.get(version) != entry:
                self.complain(f"told of version {version} {entry}, stored is {self._stored.get(version)}")
        for name, version in acknowledged.items():
            if self._names.get(name) != version:
                self.lost += 1
                self.complain(f"{name} was acknowledged at version {version}, stored is {self._names.get(name)}")
        if said:
            stored = dict(rows(server, f"SELECT id, text FROM chat WHERE table_id = '{self.table}'"))
            for line, text in said.items():
                if stored.get(line) != text:
                    self.complain(f"line {line} {text!r} was told, stored is {stored.get(line)!r}")

    def _store(self, version: int, entry: Told, data: dict[str, Any]) -> None:
        """Take an entry of the log in: versions follow each other, no message is there twice, nobody is replaced."""
        if version != self.stored + 1:
            self.complain(f"version {version} follows {self.stored} in the log")
        self.stored = version
        self._stored[version] = Told(entry.at, entry.kind, entry.seat, data.get("to"))
        name = data.get("id")
        if name is not None and self._names.setdefault(name, version) != version:
            self.complain(f"{name} is stored twice, at versions {self._names[name]} and {version}")
        if entry.kind == "leave":
            self.complain(f"a bot took seat {entry.seat} at version {version}: {data.get('why')}")
