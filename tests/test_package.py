"""The wheel: everything that a running server needs, and nothing that only the makers of boards do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from branchline import titles

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The files of the wheel that the sources make, uncompiled."""
    copy = tmp_path_factory.mktemp("sources")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("pages", "__pycache__", "*.egg-info"))
    page = copy / "src/branchline/server/pages/assets/page.js"
    page.parent.mkdir(parents=True)
    page.write_text("// as the client is built")
    command = [sys.executable, "-m", "pip", "wheel", "-qq", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [*command, "--disable-pip-version-check", "--wheel-dir", str(copy / "dist"), str(copy)],
        env={**os.environ, "BRANCHLINE_PURE": "1"},
        check=True,
    )
    [made] = (copy / "dist").glob("*.whl")
    with ZipFile(made) as archive:
        return set(archive.namelist())


def test_a_wheel_has_the_pages_the_titles_and_the_words(wheel: set[str]) -> None:
    assert "branchline/server/pages/assets/page.js" in wheel
    assert "branchline/catalogue/en/table.json" in wheel
    for title in titles.names():
        for file in ("title.py", "board.json", "look.json", "drawing.json", "words/en.json"):
            assert f"branchline/titles/{title}/{file}" in wheel


def test_a_wheel_has_no_geography_for_the_generator(wheel: set[str]) -> None:
    assert [name for name in wheel if "/generator/" in name] == []


def test_the_version_stands_in_one_place() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert f'"version": "{version}"' not in (ROOT / "client/package.json").read_text()
    assert (ROOT / "CHANGELOG.md").read_text().startswith(f"# Changes\n\n## {version}")
