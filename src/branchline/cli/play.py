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
from branchline.engine import actions
from branchline.engine.actions import Action
from branchline.engine.core.dealer import Dealer
from branchline.engine.game import Game
from branchline.engine.words.lexicon import Lexicon

ME = 0
QUIET_EVENTS = ("HandDealt", "RowFilled", "TunnelPriced")


@click.command()
@click.argument("title", required=False)
@click.option("--players", "-p", type=int, help="Seats; by default the fewest of the title.")
@click.option("--bot", "-b", default="random", show_default=True, help="Who sits in the other seats.")
@click.option("--name", default="Player", show_default=True, help="What you are called.")
@click.option("--seed", type=int, help="Deal a certain game; by default a new one.")
@click.option("--record", type=click.Path(dir_okay=False, path_type=Path), help="Write the game's record here.")
def play(title: str | None, players: int | None, bot: str, name: str, seed: int | None, record: Path | None) -> None:
    """Play against bots in the terminal."""
    console = Console(markup=False)
    chosen = titles.find(title or _ask_title(console))
    seats = players or chosen.fewest_seats
    others = [f"{bot} {n}" for n in range(1, seats)]
    game = Game.new(chosen, [name, *others], secrets.token_bytes(32) if seed is None else seed)
    if game.commitment:
        console.print(f"The deal's hash: {game.commitment}")
    table = Terminal(console, game, [kinds.by_name(bot) for _ in range(seats)])
    try:
        table.run()
    except (EOFError, KeyboardInterrupt):
        console.print("\nYou left the table.")
    if record is not None:
        save_record(game, record)
        console.print(f"The record is in {record}")


def _ask_title(console: Console) -> str:
    for n, name in enumerate(titles.names(), start=1):
        title = titles.load(name)
        console.print(f"{n:>3}  {title.name} ({title.fewest_seats}-{title.most_seats} players)")
    while True:
        answer = console.input("Which title? ").strip()
        if answer in titles.names():
            return answer
        if answer.isdigit() and 1 <= int(answer) <= len(titles.names()):
            return titles.names()[int(answer) - 1]
        console.print("Type its number.")


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
            self.console.print(f"The deal's seed: {self.game.seed.hex()}")

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
        self.console.print(self.game.decision.kind.replace("_", " "), style="bold")
        while True:
            self.console.print(Columns(f"{n:>3} {text}" for n, (text, _) in enumerate(shown, start=1)))
            answer = self.console.input("A number, or letters to search (Enter for all): ").strip()
            if answer.isdigit() and 1 <= int(answer) <= len(shown):
                return shown[int(answer) - 1][1]
            found = [item for item in offered if answer.lower() in item[0].lower()]
            if len(found) == 0:
                self.console.print(f"Nothing here has {answer!r} in it.")
            shown = found or offered


def label(action: Action, game: Game) -> str:
    """An action as a person would say it."""
    if isinstance(action, actions.TakeCard):
        refill = f", refill from {action.refill}" if action.refill else ""
        return f"take {game.view(None).row[action.slot]}{refill}"
    return _LABELS[type(action)](action, game.lexicon)


def _line_label(action: actions.ClaimLine, lexicon: Lexicon) -> str:
    line = lexicon.title.board.line(action.line)
    kind = "" if line.kind == "rail" else f" {line.kind}"
    return f"claim {lexicon.between(action.line)} ({line.length} {line.colour}{kind})"


def _keep_label(action: actions.KeepTickets, lexicon: Lexicon) -> str:
    tickets = (lexicon.title.board.ticket(ticket) for ticket in action.tickets)
    return "keep " + ", ".join(f"{lexicon.ticket(ticket.id)} ({ticket.points})" for ticket in tickets)


_LABELS: dict[type, Callable[..., str]] = {
    actions.DrawCard: lambda action, lexicon: f"draw from the {action.deck}",
    actions.DrawTickets: lambda action, lexicon: "draw tickets",
    actions.KeepTickets: _keep_label,
    actions.ChooseFleet: lambda action, lexicon: f"{action.trains} trains and {action.ships} ships",
    actions.ClaimLine: _line_label,
    actions.BuildStation: lambda action, lexicon: f"build a station in {lexicon.city(action.city)}",
    actions.BuildHarbour: lambda action, lexicon: f"build a harbour in {lexicon.city(action.city)}",
    actions.Pay: lambda action, lexicon: f"pay {lexicon.count_cards(action.cards)}",
    actions.UseStandIns: lambda action, lexicon: f"pay with {action.count} stand-ins",
    actions.LayCards: lambda action, lexicon: f"lay down {action.count} {action.card}",
    actions.TakeCardsBack: lambda action, lexicon: "take the cards back",
    actions.ExchangePieces: lambda action, lexicon: f"exchange {action.count} {action.give}",
    actions.Pass: lambda action, lexicon: "pass",
}
