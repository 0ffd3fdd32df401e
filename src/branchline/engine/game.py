"""The friendly face of the engine: a game that can be dealt, asked, played and looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.actions import Action
from branchline.engine.core import reasons, table
from branchline.engine.core.dealer import Dealer, SealedDealer, sealed_commitment
from branchline.engine.core.moves.opening import due, turn_to
from branchline.engine.core.parts import LegalCodes
from branchline.engine.core.sight import sight_of
from branchline.engine.core.state import OVER, Public, State
from branchline.engine.errors import IllegalAction, SetupError
from branchline.engine.events import Event
from branchline.engine.explain import refusal
from branchline.engine.facts import Decision
from branchline.engine.tally import Tally, make_tally
from branchline.engine.title import Title
from branchline.engine.view import View
from branchline.engine.words.describe import make_decision
from branchline.engine.words.lexicon import Lexicon, lexicon_of, rules_of
from branchline.engine.words.narrate import Narrator
from branchline.engine.words.sentences import refuse
from branchline.engine.words.translate import claim_steps, legal_actions, to_action, to_code

Seed = int | bytes | str


class Options(msgspec.Struct, frozen=True):
    """What a table may settle before the deal."""

    first_seat: int | None = None  # C1: drawn at random unless chosen


class Step(msgspec.Struct, frozen=True):
    """One action, who sent it, and what happened because of it."""

    seat: int
    action: Action
    events: tuple[Event, ...]


class Game:
    """One game, from the deal to the tally."""

    def __init__(self, title: Title, names: tuple[str, ...], options: Options, dealer: Dealer, state: State) -> None:
        self.title = title
        self.names = names
        self.options = options
        self.dealer = dealer
        self.state = state
        self.seed: Seed | None = None
        self.opening: tuple[Event, ...] = ()
        self.steps: list[Step] = []
        self.keeps_steps = True  # whoever keeps them elsewhere need not have them here too

    @classmethod
    def new(cls, title: Title, seats: int | Sequence[str], seed: Seed, options: Options | None = None) -> Game:
        """Deal a game.

        ``seats`` is a number or the players' names. A seed that is a whole number deals from a fast generator;
        one of 32 bytes, or 64 hexadecimal digits, from a cryptographic one.
        """
        names = _names(title, seats)
        options = options or Options()
        dealer = make_dealer(seed)
        first = _first_seat(options, len(names), dealer)
        rules = rules_of(title, len(names))
        dealer.noting = True
        game = cls(title, names, options, dealer, table.deal(rules, first, dealer))
        game.seed = seed
        empty = Public(rules)
        game.opening = Narrator(game.lexicon, empty).tell(dealer)
        return game

    # --- what is to be decided

    @property
    def lexicon(self) -> Lexicon:
        """The names of the title's things."""
        return lexicon_of(self.title)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.public.phase == OVER

    @property
    def decision(self) -> Decision | None:
        """The decision that is due; in the opening, that of the next seat in turn."""
        return make_decision(self.state.public, self.lexicon)

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that may choose now: several in the opening, else one."""
        return due(self.state.public)

    def legal(self, seat: int | None = None) -> tuple[Action, ...]:
        """All legal actions of a seat, by default of the one whose decision is due."""
        if self.over or (seat is not None and seat not in self.due):
            return ()
        return legal_actions(self.turned_to(seat), self.lexicon)

    def count_legal(self, seat: int) -> int:
        """How many legal actions a seat has that may choose now."""
        choices = LegalCodes()
        table.list_legal(self.turned_to(seat), choices)
        return len(choices)

    def nth_legal(self, seat: int, n: int) -> Action:
        """One of a seat's legal actions, by its place in the list."""
        return self.pick_legal(seat, lambda _: n)

    def pick_legal(self, seat: int, below: Callable[[int], int]) -> Action:
        """One of a seat's legal actions, at the place in the list that is picked below its length."""
        s = self.turned_to(seat)
        choices = LegalCodes()
        table.list_legal(s, choices)
        return to_action(choices.items[below(len(choices))], s, self.lexicon)

    def why_not(self, seat: int, action: Action) -> IllegalAction | None:
        """The reason against an action, or None if it is legal."""
        try:
            self._check(seat, action)
        except IllegalAction as problem:
            return problem
        return None

    def turned_to(self, seat: int | None) -> State:
        """The state, or in the opening a copy in which it is this seat's choice."""
        if seat is None or seat == self.state.public.seat:
            return self.state
        s = self.state.copy()
        turn_to(s, seat)
        return s

    def _check(self, seat: int, action: Action) -> int:
        """The code of a legal action; an error for any other."""
        if self.over:
            raise refuse("game_over", self.lexicon)
        if seat not in range(len(self.names)):
            raise refuse("no_such_seat", self.lexicon, {"seat": seat, "seats": len(self.names)})
        if seat not in self.due:
            raise refuse("not_your_turn", self.lexicon, {"seat": seat, "due": self.due}, self.names)
        s = self.turned_to(seat)
        code = to_code(action, s, self.lexicon)
        reason = table.why_not(s, code)
        if reason != reasons.OK:
            raise refusal(reason, action, s, self.lexicon)
        return code

    # --- what is done

    def play(self, seat: int, action: Action) -> tuple[Event, ...]:
        """Play an action and tell what happened; an illegal one raises and changes nothing."""
        code = self._check(seat, action)
        if seat != self.state.public.seat:
            turn_to(self.state, seat)
        narrator = Narrator(self.lexicon, self.state.public)
        self.dealer.notes = vec[i64]()
        self.dealer.noting = True
        table.play(self.state, code, self.dealer)
        events = narrator.tell(self.dealer)
        if self.keeps_steps:
            self.steps.append(Step(seat, action, events))
        return events

    def play_all(self, seat: int, actions: Sequence[Action]) -> tuple[Event, ...]:
        """Play several actions of one seat, all of them or none."""
        if len(actions) == 1:
            return self.play(seat, actions[0])
        trial = self.copy()
        for action in actions:
            trial.play(seat, action)
        return tuple(event for action in actions for event in self.play(seat, action))

    def claim(self, seat: int, line: str, cards: Sequence[str]) -> tuple[Event, ...]:
        """Claim a line with these cards, in however many steps that takes; all of it or nothing."""
        return self.play_all(seat, claim_steps(line, cards, self.lexicon))

    def copy(self) -> Game:
        """The same game on its own: it will deal the same cards."""
        twin = Game(self.title, self.names, self.options, self.dealer.copy(), self.state.copy())
        twin.seed = self.seed
        twin.opening = self.opening
        twin.steps, twin.keeps_steps = list(self.steps), self.keeps_steps
        return twin

    # --- what is seen

    def view(self, seat: int | None) -> View:
        """What a seat may know; None is a spectator."""
        if seat is not None and seat not in range(len(self.names)):
            raise SetupError(f"there is no seat {seat}; the seats are 0 to {len(self.names) - 1}")
        return View(self.title, sight_of(self.state, -1 if seat is None else seat))

    @property
    def events(self) -> tuple[Event, ...]:
        """All that has happened, with full information."""
        return self.opening + tuple(event for step in self.steps for event in step.events)

    @property
    def commitment(self) -> str | None:
        """The hash of a cryptographic seed, to be shown before the game."""
        return sealed_commitment(self.dealer.seed) if isinstance(self.dealer, SealedDealer) else None

    def tally(self) -> Tally:
        """The score by reasons, and the winners; before the end, as if it ended now."""
        return make_tally(self.state, self.lexicon)


def make_dealer(seed: Seed) -> Dealer:
    """The dealer for a seed."""
    if isinstance(seed, str):
        try:
            seed = bytes.fromhex(seed)
        except ValueError:
            raise SetupError("a seed in letters has to be 64 hexadecimal digits") from None
    if isinstance(seed, bytes):
        if len(seed) != 32:
            raise SetupError(f"a cryptographic seed has 32 bytes, this one has {len(seed)}")
        return SealedDealer(seed)
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise SetupError(f"a seed is a whole number, 32 bytes or 64 hexadecimal digits, not {seed!r}")
    return Dealer(seed)


def _names(title: Title, seats: int | Sequence[str]) -> tuple[str, ...]:
    if isinstance(seats, int) and not isinstance(seats, bool):
        names = tuple(f"Player {n + 1}" for n in range(seats))
    elif isinstance(seats, Sequence) and not isinstance(seats, str) and all(isinstance(n, str) for n in seats):
        names = tuple(seats)
    else:
        raise SetupError(f"seats are a number or a list of names, not {seats!r}")
    for name in names:
        if any("\ud800" <= letter <= "\udfff" for letter in name):
            raise SetupError(f"the name {name!r} is not text that can be written down")
    if not title.fewest_seats <= len(names) <= title.most_seats:
        raise SetupError(f"{title.name} is for {title.fewest_seats} to {title.most_seats} players, not {len(names)}")
    return names


def _first_seat(options: Options, seats: int, dealer: Dealer) -> int:
    if options.first_seat is None:
        return dealer.below(seats)
    if options.first_seat not in range(seats):
        raise SetupError(f"seat {options.first_seat} cannot be first; the seats are 0 to {seats - 1}")
    return options.first_seat
