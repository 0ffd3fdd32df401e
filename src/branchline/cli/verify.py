"""``branchline verify``: referee records and check their seeds."""

from __future__ import annotations

import json
from pathlib import Path

import click

from branchline.cli.files import load_record, own_title
from branchline.cli.words import shown, words
from branchline.engine.errors import RecordError


@click.command(help=words("help.verify"))
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@own_title
@click.option("--json", "as_json", is_flag=True, help=words("help.verify.json"))
def verify(files: tuple[Path, ...], folder: Path | None, as_json: bool) -> int:
    """Referee each FILE: every deal, draw, payment and point, from the seed."""
    verdicts = [_verdict(file, folder) for file in files]
    for verdict in verdicts:
        click.echo(json.dumps(verdict) if as_json else _sentence(verdict), err=not (as_json or verdict["ok"]))
    return 0 if all(verdict["ok"] for verdict in verdicts) else 2


def _verdict(file: Path, folder: Path | None) -> dict[str, object]:
    try:
        game = load_record(file, folder)
    except RecordError as problem:
        return {"file": str(file), "ok": False, "line": problem.line, "problem": str(problem)}
    return {
        "file": str(file),
        "ok": True,
        "title": game.title.id,
        "seats": len(game.names),
        "steps": len(game.steps),
        "finished": game.over,
        "seed": "matches the hash shown before" if game.commitment else "simulation",
        "totals": [each.total for each in game.tally().seats] if game.over else None,
    }


def _sentence(verdict: dict[str, object]) -> str:
    if not verdict["ok"]:
        return f"branchline: {shown(str(verdict['problem']))}"
    values = {name: str(value) for name, value in verdict.items()}
    return words("verify.finished" if verdict["finished"] else "verify.unfinished", **values)
