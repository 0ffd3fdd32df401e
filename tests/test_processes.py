"""Looking at processes that come and go does not fail on those that have gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from processes import bot_workers, children, command_of, send_signal
from waiting import PATIENCE


def test_a_process_that_has_gone_is_not_there() -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    assert gone.wait(PATIENCE) == 0
    assert command_of(gone.pid) == b""
    assert children(gone.pid) == bot_workers(gone.pid) == set()
    assert send_signal(signal.SIGKILL, [gone.pid]) == 0


def test_a_process_that_is_there_is_found_and_reached() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()", "bots.worker"], stdin=subprocess.PIPE) as here:
        try:
            assert here.pid in bot_workers(os.getpid())
        finally:
            assert send_signal(signal.SIGKILL, [here.pid]) == 1
            assert here.wait(PATIENCE) == -signal.SIGKILL
