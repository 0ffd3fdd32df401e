"""A clock that can be moved under a running process: libfaketime, Debian's package."""

from __future__ import annotations

import contextlib
from pathlib import Path


def library() -> Path:
    """Where libfaketime is."""
    found = sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
    assert found, "the library libfaketime is missing: `make system-packages` installs it where it may"
    return found[0]


class MovableClock:
    """What a process takes for the time; how long things last stays as it is."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.move(0)

    def move(self, seconds: int) -> None:
        """Let the time be so far from the true one, at once."""
        new = self.file.with_suffix(".new")
        new.write_text(f"{seconds:+d}\n")
        new.replace(self.file)

    @property
    def environment(self) -> dict[str, str]:
        """What a process has to be started with."""
        return {
            "LD_PRELOAD": str(library()),
            "FAKETIME_TIMESTAMP_FILE": str(self.file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            # Else threads that wait for the interpreter's lock would wait by the wrong clock, and hardly ever get it.
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",
            "NO_FAKE_STAT": "1",
        }


def clear_after(process: int) -> None:
    """Remove what the library leaves behind when its process is killed."""
    for name in (f"faketime_shm_{process}", f"sem.faketime_sem_{process}"):
        with contextlib.suppress(OSError):
            (Path("/dev/shm") / name).unlink()
