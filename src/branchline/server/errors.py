"""What the server refuses, said to the person who asked."""

from __future__ import annotations


class Refused(Exception):
    """Something that cannot be done, with a code for programs and a sentence for people."""

    def __init__(self, code: str, message: str, status: int = 409, wait: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.wait = wait  # so many seconds, then it may be tried again


def not_found(what: str) -> Refused:
    """There is no such thing, or not for you."""
    return Refused("not_found", f"there is no such {what}", 404)


def unavailable() -> Refused:
    """The store does not answer, or cannot write."""
    return Refused("unavailable", "the server cannot reach its store just now; please try again in a moment", 503)
