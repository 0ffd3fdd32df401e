"""docs/dependencies.md says why each package is there, and of no package that is not."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def python_packages() -> set[str]:
    """The packages that pyproject.toml names, but for our own."""
    found = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = found["project"]["optional-dependencies"].values()
    wanted = [
        *found["project"]["dependencies"],
        *found["build-system"]["requires"],
        *(each for e in extras for each in e),
        *(each for group in found["dependency-groups"].values() for each in group),
    ]
    names = {re.split(r"[^A-Za-z0-9_.-]", each)[0] for each in wanted}
    return {name.lower().replace("_", "-") for name in names} - {found["project"]["name"]}


def node_packages() -> set[str]:
    """The packages that package.json names."""
    found = json.loads((ROOT / "client/package.json").read_text())
    return {*found["dependencies"], *found["devDependencies"]}


def test_every_direct_dependency_is_argued_for_once_and_no_other() -> None:
    text = (ROOT / "docs/dependencies.md").read_text()
    rows = re.findall(r"^\| `([^`]+)` \| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$", text, re.MULTILINE)
    listed = [row[0].lower().replace("_", "-") for row in rows]
    assert sorted(listed) == sorted(python_packages() | node_packages())
    assert all(cell.strip() for row in rows for cell in row)
