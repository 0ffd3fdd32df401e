"""The table and the tally, drawn for the terminal."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from branchline.catalogue import say
from branchline.cli.words import listed, shown, words
from branchline.engine.game import Game
from branchline.engine.tally import TallyLine
from branchline.engine.view import View
from branchline.engine.words.lexicon import Lexicon

STYLES = {
    "red": "bold red",
    "blue": "bold blue",
    "green": "bold green",
    "yellow": "bold yellow",
    "black": "bold white on black",
    "white": "bold black on white",
    "orange": "bold dark_orange",
    "pink": "bold orchid",
    "purple": "bold medium_purple",
    "locomotive": "bold cyan",
}


def card_text(card: str, count: int = 1) -> Text:
    """A card in its colour, with its name, so that nobody depends on the colour."""
    label = f" {count} {card} " if count > 1 else f" {card} "
    return Text(label, style=STYLES.get(card.split("-", maxsplit=1)[0], ""))


def cards_text(cards: dict[str, int]) -> Text:
    """Cards side by side."""
    return Text(" ").join(card_text(card, n) for card, n in cards.items()) if cards else Text(words("cards.none"))


def table_of(game: Game, view: View | None) -> RenderableType:
    """The table as a seat sees it, or with everything open."""
    facts = (view or game.view(None)).table
    row = Text(" ").join(card_text(card) if card else Text(" - ") for card in facts.row)
    decks = listed(f"{n} {deck}" for deck, n in facts.decks.items())
    discards = sum(facts.discards.values())
    top = Table.grid(padding=(0, 2))
    top.add_row(words("table.row"), row)
    all_decks = words("table.decks.all", decks=decks, tickets=facts.ticket_deck, discards=discards)
    top.add_row(words("table.decks"), all_decks)
    if facts.turns_left is not None:
        top.add_row(words("table.end"), words("table.turns_left", count=facts.turns_left))
    parts: list[RenderableType] = [top, _seats(game)]
    if view is not None:
        parts.append(_own(view, game.lexicon))
    else:
        parts.extend(_own(game.view(seat), game.lexicon) for seat in range(len(game.names)))
    return Group(*parts)


def _seats(game: Game) -> Table:
    table = Table(box=None)
    for heading in ("player", "points", "pieces", "hand", "tickets", "built", "lines"):
        table.add_column(words(f"table.{heading}"))
    decision = game.decision
    for seat, each in enumerate(game.view(None).seats):
        mark = "> " if decision is not None and decision.seat == seat else "  "
        table.add_row(
            mark + shown(game.names[seat]),
            str(each.points),
            " ".join(f"{n} {piece}" for piece, n in each.pieces.items()),
            str(sum(each.hand_size.values())),
            str(each.tickets),
            listed(game.lexicon.city(city) for city in each.built),
            listed(game.lexicon.between(line) for line in each.lines),
        )
    return table


def _own(view: View, lexicon: Lexicon) -> Panel:
    assert view.seat is not None
    tickets = "\n".join(
        f"{lexicon.ticket(ticket)} ({lexicon.title.board.ticket(ticket).points})" for ticket in view.tickets
    )
    body = Table.grid(padding=(0, 2))
    body.add_row(words("table.hand"), cards_text(view.hand))
    body.add_row(words("table.tickets"), tickets or words("tickets.none_yet"))
    return Panel(body, title=words("table.seat", seat=view.seat), title_align="left")


def tally_of(game: Game) -> RenderableType:
    """The tally, one line for each reason."""
    tally = game.tally()
    table = Table(title=words("tally.title"))
    table.add_column(words("tally.reason"))
    for name in game.names:
        table.add_column(shown(name), justify="right")
    for seat, each in enumerate(tally.seats):
        for line in each.lines:
            cells = [""] * len(game.names)
            cells[seat] = f"{line.points:+d}"
            table.add_row(tally_words(line, game.lexicon), *cells)
    table.add_section()
    table.add_row(words("tally.total"), *(str(each.total) for each in tally.seats), style="bold")
    winners = words("list.and").join(shown(game.names[seat]) for seat in tally.winners)
    return Group(table, Text(words(f"won.{tally.decided_by}", names=winners)))


def tally_words(line: TallyLine, lexicon: Lexicon) -> str:
    """A line of the tally in words."""
    board = lexicon.title.board
    is_city = any(city.id == line.subject for city in board.cities)
    subject = lexicon.city(line.subject) if is_city else lexicon.ticket(line.subject) if line.subject else ""
    # The page has a word for every reason already.
    return words("tally.line", reason=say("table", f"tally.{line.reason}"), detail=subject or line.count)


def show_table(console: Console, game: Game, view: View | None = None) -> None:
    """Print the table."""
    console.print(table_of(game, view))


def histogram(values: list[int], width: int = 40, bars: int = 12) -> Text:
    """How values are spread, drawn with bars."""
    low, high = min(values), max(values)
    step = max(1, -(-(high - low + 1) // bars))
    counts = [0] * (-(-(high - low + 1) // step))
    for value in values:
        counts[(value - low) // step] += 1
    tallest = max(counts)
    lines = [
        f"{low + n * step:>5} … {low + (n + 1) * step - 1:<5} {'█' * round(width * count / tallest)} {count}"
        for n, count in enumerate(counts)
    ]
    return Text("\n".join(lines))
