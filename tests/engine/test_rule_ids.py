"""Every rule has a test that names it."""

import re
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
RULES = re.findall(r"^- \*\*([CUENWGR]\d+)\*\*", (REPOSITORY / "docs/rules.md").read_text(), re.MULTILINE)
TESTS = "\n".join(file.read_text() for file in (REPOSITORY / "tests").rglob("test_*.py"))


def test_the_page_of_rules_has_all_its_ids() -> None:
    assert len(RULES) == len(set(RULES)) == 12 + 3 + 9 + 7 + 12 + 3 + 18


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_named_by_a_test(rule: str) -> None:
    assert re.search(rf"def test_(\w+_)?{rule}_", TESTS), f"no test names {rule}"
