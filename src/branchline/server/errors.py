"""What the server refuses: a closed list of codes, with an HTTP status and an English sentence for each.

Programs go by the code and its details; pages make sentences of their own from them, in every language.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from branchline.engine.errors import Detail, Details, IllegalAction, RefusalCode

ServerCode = Literal[
    # anything
    "not_found",
    "malformed",
    "invalid",
    "wrong_method",
    "too_long",
    "too_slow",
    "too_many",
    "foreign_origin",
    "csrf",
    "closing",
    "unavailable",
    "server_error",
    # people
    "not_signed_in",
    "signed_in",
    "token",
    "wrong_password",
    "bad_password",
    "no_account",
    "has_played",
    "too_many_tokens",
    "name_taken",
    "name_too_similar",
    "name_length",
    "name_letters",
    "name_empty",
    "name_invisible",
    "name_marks",
    "name_mixed_scripts",
    "name_reserved",
    "too_many_browsers",
    "bad_endpoint",
    "bad_keys",
    "dead_link",
    "too_many_mails",
    # making tables
    "no_such_title",
    "no_such_bot",
    "wrong_seats",
    "two_seats",
    "no_such_first_seat",
    "clock_turn",
    "clock_days",
    "clock_bank",
    "too_many_tables",
    "too_many_seats",
    "too_many_open_tables",
    "too_many_tables_of_address",
    "too_many_seats_of_address",
    "too_many_open_tables_of_address",
    # before a game
    "begun",
    "closed",
    "removed",
    "not_host",
    "no_seat",
    "seat_taken",
    "seat_empty",
    "own_seat",
    "seats_free",
    # in a game
    "game_over",
    "not_seated",
    "not_begun",
    "not_over",
    "substituted",
    "not_away",
    "stale",
    "not_saved",
    "rules_changed",
    "no_such_step",
    "not_previewed",
    "bad_chat",
    "nothing_to_undo",
    "no_undo_asked",
]
Code = ServerCode | RefusalCode


class Kind(NamedTuple):
    """How a code is answered over HTTP, and said in English; details stand in braces."""

    status: int
    sentence: str


KINDS: dict[ServerCode, Kind] = {
    "not_found": Kind(404, "there is no such {what}"),
    "malformed": Kind(422, "{problem}"),
    "invalid": Kind(422, "{where}: {problem}"),
    "wrong_method": Kind(405, "this address does not do that"),
    "too_long": Kind(413, "that is too long"),
    "too_slow": Kind(408, "the request took too long to come"),
    "too_many": Kind(429, "too many {things}; please wait {seconds} seconds"),
    "foreign_origin": Kind(403, "this page may not do that"),
    "csrf": Kind(403, "the page is out of date; please reload it"),
    "closing": Kind(503, "the server is going down; try again in a moment"),
    "unavailable": Kind(503, "the server cannot reach its store just now; please try again in a moment"),
    "server_error": Kind(500, "something went wrong on the server; please try again"),
    "not_signed_in": Kind(401, "say who you are first"),
    "signed_in": Kind(409, "you are signed in as {name}; sign out first"),
    "token": Kind(403, "a token can play, but not change the account; sign in with the password"),
    "wrong_password": Kind(401, "the name or the password is wrong"),
    "bad_password": Kind(422, "a password has {least} to {most} letters"),
    "no_account": Kind(403, "only an account can do that"),
    "has_played": Kind(409, "this account has played; make a new one for the bot"),
    "too_many_tokens": Kind(409, "an account has up to {most} tokens; take one back first"),
    "name_taken": Kind(409, "somebody has an account of this name; sign in or choose another"),
    "name_too_similar": Kind(409, "this name looks like {name}, who has an account; choose another"),
    "name_length": Kind(422, "a name has {least} to {most} letters"),
    "name_letters": Kind(422, "a name has letters, digits and plain signs only"),
    "name_empty": Kind(422, "a name has at least one letter or digit"),
    "name_invisible": Kind(422, "there are invisible characters in this name; type it with plain letters"),
    "name_marks": Kind(422, "there are too many accents in this name, or some without a letter"),
    "name_mixed_scripts": Kind(422, "the letters of a name come from one script; this one mixes them"),
    "name_reserved": Kind(422, "this name could be taken for the house, a bot, a guest or anybody; choose another"),
    "too_many_browsers": Kind(409, "alerts go to too many browsers already; switch one off first"),
    "bad_endpoint": Kind(422, "this is not the address of a push service"),
    "bad_keys": Kind(422, "these are not a browser's keys"),
    "dead_link": Kind(404, "this link is not good any more: it was used, is older than a day, or a newer one came"),
    "too_many_mails": Kind(429, "too many mails were asked for; please try again later"),
    "no_such_title": Kind(422, "there is no title {title}"),
    "no_such_bot": Kind(422, "there is no bot {bot}"),
    "wrong_seats": Kind(422, "this title is for {fewest} to {most} players"),
    "two_seats": Kind(422, "you can sit in one seat only"),
    "no_such_first_seat": Kind(422, "there is no such first seat"),
    "clock_turn": Kind(422, "a turn lasts 5 seconds to 14 days"),
    "clock_days": Kind(422, "in a game of days a turn lasts at least an hour"),
    "clock_bank": Kind(422, "a bank holds up to a day"),
    "too_many_tables": Kind(409, "you host {most} tables already; finish or close one first"),
    "too_many_seats": Kind(409, "you sit at {most} tables already; finish or leave one first"),
    "too_many_open_tables": Kind(409, "you host {most} open tables already; start or close one first"),
    "too_many_tables_of_address": Kind(409, "too many tables come from your address already; close one first"),
    "too_many_seats_of_address": Kind(409, "too many seats are taken from your address already; leave one first"),
    "too_many_open_tables_of_address": Kind(
        409, "too many tables from your address are open already; start or close one"
    ),
    "begun": Kind(409, "the game has begun; its seats stay as they are"),
    "closed": Kind(409, "the table was shut before the game began"),
    "removed": Kind(403, "the host has removed you from this table; you can watch it"),
    "not_host": Kind(403, "only the host can do that"),
    "no_seat": Kind(409, "there is no free seat"),
    "seat_taken": Kind(409, "that seat is not free"),
    "seat_empty": Kind(409, "nobody sits in that seat"),
    "own_seat": Kind(409, "this is your own seat; leave the table instead"),
    "seats_free": Kind(409, "there are free seats; fill them with people or bots first"),
    "game_over": Kind(409, "the game is over"),
    "not_seated": Kind(403, "you do not sit at this table"),
    "not_begun": Kind(409, "the game has not begun"),
    "not_over": Kind(403, "the game is not over"),
    "substituted": Kind(409, "a bot plays for you; take your seat back first"),
    "not_away": Kind(409, "you have your seat"),
    "stale": Kind(409, "the game has gone on since; look again"),
    "not_saved": Kind(503, "the server could not save that; please try again"),
    "rules_changed": Kind(409, "this game has stopped: its title is not here any more, or its rules have changed"),
    "no_such_step": Kind(404, "the game has {steps} steps"),
    "not_previewed": Kind(409, "only payments can be looked at beforehand"),
    "bad_chat": Kind(422, "say 1 to {most} letters"),
    "nothing_to_undo": Kind(409, "you have nothing to take back"),
    "no_undo_asked": Kind(409, "nobody has asked you for an undo"),
}


class Refused(Exception):
    """Something that cannot be done: a code and its details, and the same as a sentence."""

    def __init__(self, code: ServerCode, wait: int | None = None, **details: Detail) -> None:
        kind = KINDS[code]
        self._say(code, kind.sentence.format(**details), kind.status, details)
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
