"""``branchline play``: a game in the terminal."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from rich.columns import Columns
from rich.console import Console

from branchline import bots as kinds
from branchline import titles
from branchline.bots import Bot
from branchline.cli.files import save_record
from branchline.cli.show import show_table, tally_of
from branchline.cli.tell import Teller
from branchline.cli.words import listed, words
from branchline.engine import actions
from branchline.engine.actions import Action
from branchline.engine.core.dealer import Dealer
from branchline.engine.game import Game
from branchline.engine.words.lexicon import Lexicon

ME = 0
Values = dict[str, str | int]

QUIET_EVENTS = ("HandDealt", "RowFilled", "TunnelPriced")


@click.command(help=words("help.play"))
@click.argument("title", required=False)
@click.option("--players", "-p", type=int, help=words("help.play.players"))
@click.option("--bot", "-b", default="random", show_default=True, help=words("help.play.bot"))
@click.option("--name", default="Player", show_default=True, help=words("help.play.name"))
@click.option("--seed", type=int, help=words("help.play.seed"))
@click.option("--record", type=click.Path(dir_okay=False, path_type=Path), help=words("help.play.record"))
def play(title: str | None, players: int | None, bot: str, name: str, seed: int | None, record: Path | None) -> None:
    """Play against bots in the terminal."""
    console = Console(markup=False)
    chosen = titles.find(title or _ask_title(console))
    seats = players or chosen.fewest_seats
    others = [f"{bot} {n}" for n in range(1, seats)]
    game = Game.new(chosen, [name, *others], secrets.token_bytes(32) if seed is None else seed)
    if game.commitment:
        console.print(words("play.hash", hash=game.commitment))
    table = Terminal(console, game, [kinds.by_name(bot) for _ in range(seats)])
    try:
        table.run()
    except (EOFError, KeyboardInterrupt):
        console.print("\n" + words("play.left"))
    if record is not None:
        save_record(game, record)
        console.print(words("play.record", file=str(record)))


def _ask_title(console: Console) -> str:
    for n, name in enumerate(titles.names(), start=1):
        title = titles.load(name)
        fewest, most = title.fewest_seats, title.most_seats
        console.print(f"{n:>3}  {words('play.title', name=title.name, fewest=fewest, most=most)}")
    while True:
        answer = console.input(words("play.which")).strip()
        if answer in titles.names():
            return answer
        if answer.isdigit() and 1 <= int(answer) <= len(titles.names()):
            return titles.names()[int(answer) - 1]
        console.print(words("play.number"))


class Terminal:
    """One person and some bots at a terminal."""

    def __init__(self, console: Console, game: Game, bots: Sequence[Bot]) -> None:
        self.console = console
        self.game = game
        self.bots = bots
        self.chance = Dealer(secrets.randbits(62))
        self.teller = Teller(game)

    def run(self) -> None:
        """Play to the end."""
        while not self.game.over:
            decision = self.game.decision
            assert decision is not None
            if decision.seat == ME:
                self.do(ME, self.ask())
            else:
                view = self.game.view(decision.seat)
                self.do(decision.seat, self.bots[decision.seat].choose(view, self.game.legal(), self.chance))
        self.console.print(tally_of(self.game))
        if isinstance(self.game.seed, bytes):
            self.console.print(words("play.seed", seed=self.game.seed.hex()))

    def do(self, seat: int, action: Action) -> None:
        """Play an action and tell what can be seen of it."""
        for event in self.game.play(seat, action):
            seen = event.seen_by(ME)
            if type(seen).__name__ not in QUIET_EVENTS:
                self.console.print(f"  {self.teller.tell(seen)}")

    def ask(self) -> Action:
        """Let the person choose."""
        legal = self.game.legal()
        assert self.game.decision is not None
        show_table(self.console, self.game, self.game.view(ME))
        offered = [(label(action, self.game), action) for action in legal]
        shown = offered
        self.console.print(words(f"decision.{self.game.decision.kind}"), style="bold")
        while True:
            self.console.print(Columns(f"{n:>3} {text}" for n, (text, _) in enumerate(shown, start=1)))
            answer = self.console.input(words("play.ask")).strip()
            if answer.isdigit() and 1 <= int(answer) <= len(shown):
                return shown[int(answer) - 1][1]
            found = [item for item in offered if answer.lower() in item[0].lower()]
            if len(found) == 0:
                self.console.print(words("play.nothing", text=repr(answer)))
            shown = found or offered


def label(action: Action, game: Game) -> str:
    """An action as a person would say it."""
    key = f"act.{action.__struct_config__.tag}"
    if isinstance(action, actions.TakeCard):
        card = game.view(None).row[action.slot] or ""
        return words(f"{key}.refill" if action.refill else key, card=card, deck=action.refill or "")
    if isinstance(action, actions.ClaimLine) and game.title.board.line(action.line).kind != "rail":
        key = f"{key}.kind"
    return words(key, **(_VALUES[type(action)](action, game.lexicon) if type(action) in _VALUES else {}))


def _line_values(action: actions.ClaimLine, lexicon: Lexicon) -> Values:
    line = lexicon.title.board.line(action.line)
    return {"line": lexicon.between(action.line), "length": line.length, "colour": line.colour, "kind": line.kind}


def _keep_values(action: actions.KeepTickets, lexicon: Lexicon) -> Values:
    tickets = (lexicon.title.board.ticket(ticket) for ticket in action.tickets)
    return {"tickets": listed(f"{lexicon.ticket(ticket.id)} ({ticket.points})" for ticket in tickets)}


# What stands in the gaps of an action's words.
_VALUES: dict[type, Callable[..., Values]] = {
    actions.DrawCard: lambda action, lexicon: {"deck": action.deck},
    actions.KeepTickets: _keep_values,
    actions.ChooseFleet: lambda action, lexicon: {"trains": action.trains, "ships": action.ships},
    actions.ClaimLine: _line_values,
    actions.BuildStation: lambda action, lexicon: {"city": lexicon.city(action.city)},
    actions.BuildHarbour: lambda action, lexicon: {"city": lexicon.city(action.city)},
    actions.Pay: lambda action, lexicon: {"cards": lexicon.count_cards(action.cards)},
    actions.UseStandIns: lambda action, lexicon: {"count": action.count},
    actions.LayCards: lambda action, lexicon: {"count": action.count, "card": action.card},
    actions.ExchangePieces: lambda action, lexicon: {"count": action.count, "pieces": action.give},
}
