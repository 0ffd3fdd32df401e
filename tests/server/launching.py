"""Runs the commands: as people do, or for tests from a process that has imported everything already."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Protocol

from waiting import PATIENCE

# What a server imports takes most of its start, and the tests start hundreds.
IMPORTED = [
    "branchline.cli.serve",
    "branchline.cli.backup",
    "branchline.cli.restore",
    "branchline.cli.verify",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "sqlalchemy.dialects.postgresql.asyncpg",
    "aiosqlite",
    "asyncpg",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.protocols.websockets.auto",
]


class Process(Protocol):
    """What the tests do with a process."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, sig: int) -> None: ...
    def terminate(self) -> None: ...
    def kill(self) -> None: ...


Launch = Callable[[list[str], dict[str, str], Path, Path], Process]


def as_people_do(arguments: list[str], environment: dict[str, str], folder: Path, log: Path) -> Process:
    """Run ``branchline`` with these arguments."""
    with log.open("ab") as output:
        return subprocess.Popen(
            [sys.executable, "-m", "branchline.cli", *arguments],
            env=environment,
            stdout=output,
            stderr=output,
            cwd=folder,
        )


class Forked:
    """A process that began as a copy of one with everything imported."""

    def __init__(self, process: ForkServerProcess) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise TimeoutError(f"the process {self.pid} is still running")
        return self._process.exitcode

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, sig)

    def terminate(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()


def forked(arguments: list[str], environment: dict[str, str], folder: Path, log: Path) -> Process:
    """Run ``branchline`` with these arguments, its imports done. What is loaded before Python needs a real start."""
    if "LD_PRELOAD" in environment:
        return as_people_do(arguments, environment, folder, log)
    return _fork(arguments, environment, folder, log, log)


def branchline(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ``branchline`` with these arguments and wait for its end; its imports are done."""
    with tempfile.TemporaryDirectory() as folder:
        output, errors = Path(folder) / "output", Path(folder) / "errors"
        process = _fork(list(arguments), {**os.environ, **environment}, Path(folder), output, errors)
        code = process.wait(PATIENCE)
        return subprocess.CompletedProcess(arguments, code, output.read_text(), errors.read_text())


def _fork(arguments: list[str], environment: dict[str, str], folder: Path, output: Path, errors: Path) -> Forked:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(IMPORTED)
    process = context.Process(target=_run, args=(arguments, environment, folder, output, errors))
    process.start()
    return Forked(process)


def _run(arguments: list[str], environment: dict[str, str], folder: Path, output: Path, errors: Path) -> None:
    """Become the command."""
    from branchline.cli import main

    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for number, file in ((1, output), (2, errors)):
        with file.open("ab") as stream:
            os.dup2(stream.fileno(), number)
    sys.argv = ["branchline", *arguments]
    main()
