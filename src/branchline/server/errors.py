"""What the server refuses: closed lists of codes, each list with its HTTP status, and a sentence for each code.

Programs go by the code and its details; pages make sentences of their own from them, in every language. The
sentence that goes with a code is the English one of the pages.
"""

from __future__ import annotations

from typing import Literal, get_args

from branchline.catalogue import say
from branchline.engine.errors import Details, IllegalAction, RefusalCode

Unauthorized = Literal["not_signed_in", "wrong_password"]
Forbidden = Literal["foreign_origin", "csrf", "token", "no_account", "removed", "not_host", "not_seated", "not_over"]
NotFound = Literal["not_found", "dead_link", "no_such_step"]
Conflict = Literal[
    # people
    "signed_in",
    "has_played",
    "name_taken",
    "name_too_similar",
    "too_many_tokens",
    "too_many_browsers",
    # before a game
    "too_many_tables",
    "too_many_seats",
    "too_many_open_tables",
    "too_many_tables_of_address",
    "too_many_seats_of_address",
    "too_many_open_tables_of_address",
    "begun",
    "closed",
    "no_seat",
    "seat_taken",
    "seat_empty",
    "own_seat",
    "seats_free",
    # in a game
    "game_over",
    "not_begun",
    "substituted",
    "not_away",
    "stale",
    "rules_changed",
    "not_previewed",
    "nothing_to_undo",
    "no_undo_asked",
]
Unprocessable = Literal[
    "malformed",
    "invalid",
    # people
    "bad_password",
    "name_length",
    "name_letters",
    "name_empty",
    "name_invisible",
    "name_marks",
    "name_mixed_scripts",
    "name_reserved",
    "bad_endpoint",
    "bad_keys",
    # tables
    "no_such_title",
    "no_such_bot",
    "wrong_seats",
    "two_seats",
    "no_such_first_seat",
    "clock_turn",
    "clock_days",
    "clock_bank",
    "bad_chat",
]
TooManyRequests = Literal["too_many", "too_many_connections", "too_many_mails"]
Unavailable = Literal["closing", "unavailable", "server_full", "not_saved"]
Other = Literal["wrong_method", "too_slow", "too_long", "server_error"]

ServerCode = Literal[Unauthorized, Forbidden, NotFound, Conflict, Unprocessable, TooManyRequests, Unavailable, Other]
Code = ServerCode | RefusalCode

STATUSES: dict[ServerCode, int] = {
    "wrong_method": 405,
    "too_slow": 408,
    "too_long": 413,
    "server_error": 500,
    **dict.fromkeys(get_args(Unauthorized), 401),
    **dict.fromkeys(get_args(Forbidden), 403),
    **dict.fromkeys(get_args(NotFound), 404),
    **dict.fromkeys(get_args(Conflict), 409),
    **dict.fromkeys(get_args(Unprocessable), 422),
    **dict.fromkeys(get_args(TooManyRequests), 429),
    **dict.fromkeys(get_args(Unavailable), 503),
}


class Refused(Exception):
    """Something that cannot be done: a code and its details, and the same as a sentence."""

    def __init__(self, code: ServerCode, wait: int | None = None, **details: str | int) -> None:
        self._say(code, _sentence(code, details), STATUSES[code], {**details})
        self.wait = wait  # so many seconds, then it may be tried again

    def _say(self, code: Code, message: str, status: int, details: Details) -> None:
        super().__init__(message)
        self.code: Code = code
        self.message = message
        self.status = status
        self.details = details


class RefusedByRules(Refused):
    """An action that the rules do not allow."""

    def __init__(self, problem: IllegalAction) -> None:
        self._say(problem.code, str(problem), 409, problem.details)
        self.wait = None


def _sentence(code: ServerCode, details: dict[str, str | int]) -> str:
    """What the pages say too; what a program has got wrong is told to its author only."""
    count = details.get("seconds", details.get("steps", 0))
    said = say("common", f"refusal.{code}", count=count, **details)
    noted = [str(details[name]) for name in ("where", "problem") if name in details]
    return f"{said} ({': '.join(noted)})" if noted else said
