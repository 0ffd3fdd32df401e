"""A process in which bots think: reads what a seat may know, writes the number of the chosen action.

It gets a sight, never a state: it could not give a secret away if it wanted to.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from importlib import import_module
from types import TracebackType
from typing import BinaryIO

import msgspec

from branchline import bots, titles
from branchline.engine.core.dealer import Dealer
from branchline.engine.core.sight import sight_from
from branchline.engine.view import View
from branchline.engine.words.lexicon import lexicon_of, rules_of
from branchline.engine.words.translate import legal_actions

READY = b"ready"


class Thought(msgspec.Struct, array_like=True):
    """A question to a bot."""

    bot: str
    title: str
    seats: int
    chance: int
    sight: list[int]


def think(question: Thought) -> int:
    """The number of the chosen action in the list of legal ones."""
    title = titles.load(question.title)
    sight = sight_from(rules_of(title, question.seats), question.sight)
    # What is legal depends only on what the seat knows, so any state that agrees with it will do.
    state = sight.imagine(Dealer(question.chance))
    legal = legal_actions(state, lexicon_of(title))
    chosen = bots.by_name(question.bot).choose(View(title, sight), legal, Dealer(question.chance))
    return legal.index(chosen)


def serve(given: BinaryIO, told: BinaryIO) -> None:
    """Say that we are ready, then answer questions, each a length and its MessagePack, for ever."""
    questions: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(given, questions), daemon=True).start()
    told.write(READY)
    told.flush()
    while True:
        question = msgspec.msgpack.decode(questions.get(), type=Thought)
        told.write(think(question).to_bytes(4, "big"))
        told.flush()


def _read(given: BinaryIO, questions: queue.SimpleQueue[bytes]) -> None:
    """Read questions; when the server has gone, end even in the middle of a thought."""
    while len(size := given.read(4)) == 4:
        questions.put(given.read(int.from_bytes(size, "big")))
    os._exit(0)


def _uncaught(kind: type[BaseException], problem: BaseException | None, trace: TracebackType | None) -> None:
    """Log what nobody caught as the server does: Python's own way would show values, and values are cards."""
    logs, settings = (import_module(f"branchline.server.{name}") for name in ("logs", "settings"))
    given = settings.Settings.from_environment()
    logs.set_up(given.log_level, given.log_json)
    logs.uncaught(kind, problem, trace)
    os._exit(1)  # at once: the thread that reads holds what Python would tidy up, and Python would complain of it


def main() -> None:
    """Run as a process of its own; an interrupt from the keyboard is the server's business."""
    # What logs need takes a moment to load, so it is loaded when it is needed.
    sys.excepthook = _uncaught
    threading.excepthook = lambda given: _uncaught(given.exc_type, given.exc_value, given.exc_traceback)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in titles.names():  # as the server did at its start
        titles.load(name)
    serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
