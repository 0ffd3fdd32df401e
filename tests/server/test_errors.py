"""What the server refuses: a closed list, each code with a status and a sentence that its details fill."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from branchline.catalogue import room
from branchline.engine.errors import IllegalAction
from branchline.server.errors import STATUSES, Refused, RefusedByRules, ServerCode

ROOT = Path(__file__).parents[2]


def test_every_code_has_a_status() -> None:
    assert set(STATUSES) == set(get_args(ServerCode))
    assert all(400 <= status < 600 for status in STATUSES.values())


@pytest.mark.parametrize("code", get_args(ServerCode))
def test_a_refusal_says_its_sentence_with_its_details(code: ServerCode) -> None:
    gaps = re.findall(r"\{(\w+)\}", str(room("common")[f"refusal.{code}"]))
    details = dict.fromkeys([name for name in gaps if name != "count"], 7)
    refused = Refused(code, **details)
    assert (refused.code, refused.details, refused.status) == (code, details, STATUSES[code])
    assert "{" not in refused.message


def test_a_refusal_counts_seconds_and_steps_and_tells_the_author_of_a_program_what_is_wrong() -> None:
    assert str(Refused("too_many", what="chat", seconds=1)) == "That was a lot at once. Please wait a second."
    assert str(Refused("no_such_step", steps=12)) == "The game has 12 steps."
    wrong = Refused("invalid", where="seats.0", problem="Input should be a valid string")
    assert str(wrong) == "The server did not understand that. (seats.0: Input should be a valid string)"


def test_what_the_rules_refuse_keeps_its_code_and_details() -> None:
    refused = RefusedByRules(IllegalAction("keep_more", "keep at least 2 of the tickets", {"least": 2}))
    assert (refused.code, refused.details) == ("keep_more", {"least": 2})
    assert (refused.status, refused.wait, str(refused)) == (409, None, "keep at least 2 of the tickets")


def test_the_documented_list_is_up_to_date(tmp_path: Path) -> None:
    made = tmp_path / "codes.md"
    subprocess.run([sys.executable, str(ROOT / "tools/refusal_codes.py"), str(made)], check=True)
    assert made.read_text() == (ROOT / "docs/codes.md").read_text(), "run python tools/refusal_codes.py"
