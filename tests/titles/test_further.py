"""Titles that a host adds: trusted only if nobody else may write them, and composed of our own rule parts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from branchline import titles
from branchline.engine.core.parts import TieBreak
from branchline.engine.errors import SetupError
from branchline.titles.further import check_composed, edition_of, further_folders

OWN = frozenset({"usa"})


def test_folders_with_a_title_are_found_by_their_names(shelf: Path) -> None:
    (shelf / "notes").mkdir()
    (shelf / "README").write_text("Ours")
    assert further_folders(shelf, OWN) == {"threebridges": shelf / "threebridges"}


def test_a_folder_that_is_none_or_has_no_titles_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="which is no folder"):
        further_folders(tmp_path / "nowhere", OWN)
    with pytest.raises(SetupError, match=r"no folder has a title\.py"):
        further_folders(tmp_path, OWN)


@pytest.mark.parametrize("place", [".", "threebridges", "threebridges/title.py", "threebridges/words/en.json"])
@pytest.mark.parametrize("mode", [0o020, 0o002])
def test_what_others_may_write_is_refused(shelf: Path, place: str, mode: int) -> None:
    path = shelf / place
    path.chmod(path.stat().st_mode | mode)
    with pytest.raises(SetupError, match=r"others may write .*chmod go-w"):
        further_folders(shelf, OWN)


def test_a_folder_that_others_could_put_another_in_the_place_of_is_refused(shelf: Path) -> None:
    shelf.parent.chmod(0o777)
    with pytest.raises(SetupError, match="others may write"):
        further_folders(shelf, OWN)
    shelf.parent.chmod(0o1777)  # as /tmp, where nobody touches the files of others
    assert further_folders(shelf, OWN)


def test_what_belongs_to_somebody_else_is_refused(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid() == 0:
        os.chown(shelf / "threebridges/title.py", 12345, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(SetupError, match="belongs to somebody else"):
        further_folders(shelf, OWN)


@pytest.mark.parametrize("target", ["/etc/hostname", "../elsewhere", "nowhere/at/all"])
def test_a_link_that_leads_out_of_the_folder_is_refused(shelf: Path, target: str) -> None:
    (shelf.parent / "elsewhere").mkdir()
    (shelf / "threebridges/drawing.json").symlink_to(target)
    with pytest.raises(SetupError, match="leads out of the folder"):
        further_folders(shelf, OWN)


def test_the_name_of_a_title_of_our_own_is_refused(shelf: Path) -> None:
    (shelf / "threebridges").rename(shelf / "usa")
    with pytest.raises(SetupError, match="'usa', but that is one of our own"):
        further_folders(shelf, OWN)


@pytest.mark.parametrize("name", ["Three", "three bridges", "3bridges", "x" * 41, "bröcken"])
def test_a_name_that_makes_no_address_is_refused(shelf: Path, name: str) -> None:
    (shelf / "threebridges").rename(shelf / name)
    with pytest.raises(SetupError, match="small letters, digits and hyphens"):
        further_folders(shelf, OWN)


def test_an_id_has_to_be_the_folders_name(shelf: Path) -> None:
    title = titles.load_folder(shelf / "threebridges")
    check_composed(title, "threebridges")
    with pytest.raises(SetupError, match="the folder 'bridges' has the id 'threebridges'"):
        check_composed(title, "bridges")


def test_a_rule_part_of_its_own_is_refused(shelf: Path) -> None:
    class Youngest:
        """Whoever is youngest."""

    title = titles.load_folder(shelf / "threebridges")
    parts: tuple[TieBreak, ...] = (Youngest(),)  # type: ignore[assignment]
    with pytest.raises(SetupError, match="brings a rule part of its own, Youngest"):
        check_composed(replace(title, tie_breaks=parts), "threebridges")


def test_every_title_of_our_own_is_composed_of_the_engines_parts() -> None:
    for name in titles.names():
        check_composed(titles.load(name), name)
        assert titles.edition(name) == ""


def test_an_edition_changes_with_the_rules_and_not_with_the_looks(shelf: Path) -> None:
    folder = shelf / "threebridges"
    before = edition_of(folder)
    (folder / "look.json").write_text("{}")
    assert edition_of(folder) == before
    board = folder / "board.json"
    board.write_text(board.read_text().replace('"points": 5', '"points": 6'))
    assert edition_of(folder) != before


def test_a_hosts_titles_are_there_for_every_command(shelf: Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "BRANCHLINE_TITLES": str(shelf)}
        command = [sys.executable, "-m", "branchline.cli", *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    listed = run("titles", "--json")
    assert "threebridges" in [each["id"] for each in json.loads(listed.stdout)], listed.stderr
    (shelf / "threebridges").chmod(0o777)
    refused = run("titles")
    assert refused.returncode == 2
    assert "others may write" in refused.stderr
    assert "Traceback" not in refused.stderr
