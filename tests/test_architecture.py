"""The pictures in docs/architecture.md are those of the source."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_pictures_are_up_to_date(tmp_path: Path) -> None:
    made = tmp_path / "architecture.md"
    subprocess.run([sys.executable, str(ROOT / "tools/architecture.py"), str(made)], check=True)
    assert made.read_text() == (ROOT / "docs/architecture.md").read_text(), "run python tools/architecture.py"
