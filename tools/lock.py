"""The one lock file of all Python packages, with hashes: written from pyproject's ranges, and read part by part.

    lock.py make [--upgrade]     writes requirements.lock: everything that pyproject names, and what that needs in turn
    lock.py take PART ...        prints what a part needs: run, build, an extra (server, dev) or a group (node, lock)

Taking needs nothing but Python, since it comes before anything is installed; making needs uv.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.lock"
HEADER = """\
# All Python packages at exact versions, with hashes. Written by `make lock` from pyproject.toml: see CONTRIBUTING.md.
"""


def name_of(requirement: str) -> str:
    """The package that a requirement names, spelt as package indexes spell it."""
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found, f"{requirement!r} names no package"
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def parts() -> dict[str, list[str]]:
    """The direct requirements of every part of the project, as pyproject names them."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras: dict[str, list[str]] = project["project"]["optional-dependencies"]
    own = project["project"]["name"]

    def spread(requirements: list[str]) -> list[str]:
        """An extra may name others of our own: branchline[boards,server]."""
        spreading = [each for each in requirements if name_of(each) == own]
        inner = [extra for each in spreading for extra in re.findall(r"[\w-]+", each.partition("[")[2])]
        return [each for each in requirements if each not in spreading] + [
            each for extra in inner for each in spread(extras[extra])
        ]

    run: list[str] = project["project"]["dependencies"]
    return {
        "run": run,
        "build": project["build-system"]["requires"],
        **{extra: run + spread(requirements) for extra, requirements in extras.items()},
        **project["dependency-groups"],
    }


def locked() -> dict[str, tuple[str, set[str]]]:
    """Every package of the lock file: its lines, and the packages that it is there for."""
    found: dict[str, tuple[str, set[str]]] = {}
    for entry in re.split(r"\n(?=[a-z0-9])", LOCK.read_text().removeprefix(HEADER)):
        pinned = "\n".join(line for line in entry.splitlines() if not line.strip().startswith("#"))
        reasons = re.findall(r"^    # +(?:via +)?([a-z0-9][\w.-]*)$", entry, re.MULTILINE)
        found[name_of(entry)] = (pinned, {name_of(reason) for reason in reasons})
    return found


def take(wanted: list[str]) -> str:
    """The lines of the lock file for some parts: what they name, and what that needs in turn."""
    packages, known = locked(), parts()
    needed = {name_of(requirement) for part in wanted for requirement in known[part]}
    missing = needed - packages.keys()
    if missing:
        raise SystemExit(f"requirements.lock lacks {', '.join(sorted(missing))}: run `make lock`")
    while more := {name for name, (_, reasons) in packages.items() if reasons & needed} - needed:
        needed |= more
    return "\n".join(packages[name][0] for name in sorted(needed))


def make(upgrade: bool) -> int:
    """Ask uv for exact versions for all platforms, from Python 3.11 on; those of before stay unless told otherwise."""
    wanted = sorted({requirement for part in parts().values() for requirement in part}, key=str.lower)
    command = ["uv", "pip", "compile", "-", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes"]
    command += ["--fork-strategy", "fewest"]  # one version of each package
    command += ["--no-header", "--no-emit-index-url", "--no-emit-find-links", "--output-file", str(LOCK)]
    command += ["--upgrade"] if upgrade else []
    done = subprocess.run(command, input="\n".join(wanted), text=True, stdout=subprocess.DEVNULL, check=False)
    if done.returncode == 0:
        LOCK.write_text(HEADER + LOCK.read_text().removeprefix(HEADER))
    return done.returncode


def main() -> int:
    """Make the lock file, or print parts of it."""
    command, *words = sys.argv[1:] or ["help"]
    if command == "make":
        return make("--upgrade" in words)
    if command == "take" and words:
        print(take(words))
        return 0
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main())
