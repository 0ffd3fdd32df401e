"""Real services for the tests: PostgreSQL and Redis from the distribution's packages, on loopback."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

import asyncpg
from server.kit import free_port
from waiting import PATIENCE, wait_until

PATIENT = str(int(PATIENCE))


def program(name: str) -> Path:
    """Where a program of the system is; `make system-packages` installs those that the tests need, nothing here does."""
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / name).exists():
            return folder / name
    found = shutil.which(name)
    assert found, f"the command {name} is missing: `make system-packages` installs it where it may"
    return Path(found)


def wait_for_port(port: int) -> None:
    """Wait until somebody listens."""

    def listens() -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), PATIENCE):
            return True
        return False

    wait_until(listens, lambda: f"nothing listens on port {port}")


class Postgres:
    """A PostgreSQL cluster of our own, without fsync: the tests kill servers of ours, not the machine."""

    def __init__(self) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="branchline-pg-"))
        self.initdb = program("initdb")
        self.pg_ctl = program("pg_ctl")
        self._made = 0

    def _run(self, *command: str) -> None:
        """Run as a user that PostgreSQL accepts: it refuses root."""
        user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        done = subprocess.run(
            command,
            user=user.pw_uid if user else None,
            group=user.pw_gid if user else None,
            extra_groups=[] if user else None,
            cwd=self.folder,
            stdout=subprocess.PIPE if command[0] == str(self.initdb) else subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            check=False,
        )
        assert done.returncode == 0, done.stdout

    def start(self) -> Postgres:
        """Make the cluster if there is none, and start it."""
        data = self.folder / "data"
        if not data.exists():
            if os.geteuid() == 0:
                shutil.chown(self.folder, "postgres", "postgres")
            self._run(str(self.initdb), "-D", str(data), "-U", "branchline", "-A", "trust", "-N", "-E", "UTF8")
        options = f"-p {self.port} -h 127.0.0.1 -k {self.folder} -c fsync=off -c max_connections=200"
        self._run(
            str(self.pg_ctl),
            "-D",
            str(data),
            "-w",
            "-t",
            PATIENT,
            "-l",
            str(self.folder / "postgres.log"),
            "-o",
            options,
            "start",
        )
        return self

    def stop(self, mode: str = "immediate") -> None:
        """Stop it, at once."""
        self._run(str(self.pg_ctl), "-D", str(self.folder / "data"), "-w", "-t", PATIENT, "-m", mode, "stop")

    def remove(self) -> None:
        """Stop it and clear its folder away."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        return f"postgresql://branchline@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The address of a fresh database."""
        self._made += 1
        name = f"test_{self._made}"
        asyncio.run(self._create(name))
        return self.url(name)

    async def _create(self, name: str) -> None:
        connection = await asyncpg.connect(self.url("postgres"))
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()


class Redis:
    """A Redis of our own, that keeps nothing."""

    def __init__(self) -> None:
        self.port = free_port()
        self.program = program("redis-server")
        self._made = 0
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def new_database(self) -> str:
        """The address of a database of one's own: what is counted in it, such as limits, is nobody else's."""
        self._made += 1
        return f"redis://127.0.0.1:{self.port}/{self._made}"

    def start(self) -> Redis:
        """Start it, and wait until it listens."""
        arguments = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        arguments += ["--databases", "10000"]
        self.process = subprocess.Popen(
            [str(self.program), *arguments], stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir()
        )
        wait_for_port(self.port)
        return self

    def stop(self) -> None:
        """Kill it: whatever it knew is gone."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
