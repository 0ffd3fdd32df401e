"""How long a client is put up with whose messages come to nothing."""

from __future__ import annotations

# So many more in vain than good ones, and the client is let go.
MOST_IN_VAIN = 100

# What a client that means well does not hear again and again.
IN_VAIN = ("too_many", "too_long", "malformed")


class Flood:
    """Counts the messages of one socket that came to nothing."""

    def __init__(self, on: bool) -> None:
        self.on = on
        self._in_vain = 0
        self._told = False

    def was_good(self) -> None:
        """A message was carried out: one of those in vain is forgiven."""
        self._told = False
        if self._in_vain:
            self._in_vain -= 1

    def was_in_vain(self, code: str) -> bool:
        """A message was refused with this code; whether that has to be said, which too much of it is once only."""
        if code not in IN_VAIN:
            return True
        self._in_vain += 1
        told, self._told = self._told, code == "too_many"
        return not (told and code == "too_many")

    @property
    def over(self) -> bool:
        """Whether it has been enough."""
        return self.on and self._in_vain >= MOST_IN_VAIN
