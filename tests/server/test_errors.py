"""What the server refuses: a closed list, each code with a status and a sentence that its details fill."""

from __future__ import annotations

import string
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from branchline.engine.errors import IllegalAction
from branchline.server.errors import KINDS, Refused, RefusedByRules, ServerCode

ROOT = Path(__file__).parents[2]


def test_every_code_has_a_status_and_a_sentence() -> None:
    assert set(KINDS) == set(get_args(ServerCode))
    assert all(400 <= kind.status < 600 and kind.sentence for kind in KINDS.values())


@pytest.mark.parametrize("code", get_args(ServerCode))
def test_a_refusal_says_its_sentence_with_its_details(code: ServerCode) -> None:
    details = {name: 7 for _, name, _, _ in string.Formatter().parse(KINDS[code].sentence) if name}
    refused = Refused(code, **details)
    assert (refused.code, refused.details, refused.status) == (code, details, KINDS[code].status)
    assert "{" not in refused.message


def test_what_the_rules_refuse_keeps_its_code_and_details() -> None:
    refused = RefusedByRules(IllegalAction("keep_more", "keep at least 2 of the tickets", {"least": 2}))
    assert (refused.code, refused.details) == ("keep_more", {"least": 2})
    assert (refused.status, refused.wait, str(refused)) == (409, None, "keep at least 2 of the tickets")


def test_the_documented_list_is_up_to_date(tmp_path: Path) -> None:
    made = tmp_path / "codes.md"
    subprocess.run([sys.executable, str(ROOT / "tools/refusal_codes.py"), str(made)], check=True)
    assert made.read_text() == (ROOT / "docs/codes.md").read_text(), "run python tools/refusal_codes.py"
