"""Whether a table's memory is what its log says."""

from __future__ import annotations


class Doubts:
    """Reasons why memory may not be what the log says, in the order in which they came up.

    One that comes up while the log is being read, or while a change is being saved, is not settled by that.
    """

    def __init__(self) -> None:
        self._raised = 0
        self._settled = 0  # the first so many of them
        self._unsaved: int | None = None  # the one about a change that is not saved yet

    def __bool__(self) -> bool:
        return self._raised > self._settled

    def new(self) -> int:
        """One more; its number."""
        self._raised += 1
        return self._raised

    def settle(self, number: int) -> None:
        """Memory is what the log said when this one came up."""
        self._settled, self._unsaved = number, None

    def change_begins(self) -> None:
        """Memory is ahead of the log until the change is saved: nothing may stand on it, even if whoever asked goes."""
        if self._unsaved is None:
            self._unsaved = self.new()

    def change_is_saved(self) -> None:
        """The log has caught up; if there are other doubts, they stay."""
        if self._unsaved == self._settled + 1:
            self._settled += 1
        self._unsaved = None
