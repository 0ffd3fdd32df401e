"""The pictures in docs/architecture.md are those of the source."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from branchline import titles

ROOT = Path(__file__).parents[1]


def test_the_pictures_are_up_to_date(tmp_path: Path) -> None:
    made = tmp_path / "architecture.md"
    subprocess.run([sys.executable, str(ROOT / "tools/architecture.py"), str(made)], check=True)
    assert made.read_text() == (ROOT / "docs/architecture.md").read_text(), "run python tools/architecture.py"


def test_nobody_knows_a_title_by_name_but_its_folder() -> None:
    named = re.compile(rf"""["'`.-]({"|".join(titles.names())})["'`]|t-({"|".join(titles.names())})\\b""")
    places = [
        ROOT / "client/src",
        *(ROOT / "src/branchline" / room for room in ("engine", "bots", "server", "catalogue")),
    ]
    files = [
        file for place in places for file in place.rglob("*") if file.suffix in (".py", ".ts", ".tsx", ".css", ".json")
    ]
    assert len(files) > 200
    found = [file.name for file in files if "pages" not in file.parts and named.search(file.read_text())]
    assert found == []
