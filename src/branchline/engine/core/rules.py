"""A title laid out in numbers and tables, for a given count of seats."""

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.core.bits import BIT, PLACES, noughts
from branchline.engine.core.cards import DOUBLE, LOCOMOTIVE, MARKED, SHIP, SUITS, TRAIN, UNIT
from branchline.engine.core.fares.harbour_fare import HarbourFare
from branchline.engine.core.fares.pair_fare import PairFare
from branchline.engine.core.fares.set_fare import SetFare
from branchline.engine.core.fares.stand_in_fare import StandInFare
from branchline.engine.core.moves.opening import Opening
from branchline.engine.core.parts import Fare, Move, Scorer, TieBreak
from branchline.engine.core.state import DECKS, PHASES, SHIPS, TICKET_WORDS, TRAINS, WORDS

if TYPE_CHECKING:
    from branchline.engine.board import Line
    from branchline.engine.title import Title


class Rules:
    """All figures the engine needs at the table, and the rule parts in their order."""

    def __init__(self, title: "Title", seats: int) -> None:
        self.seats: i64 = seats
        self.colours: i64 = len(title.colours)
        self._lay_out_cards(title)
        self._lay_out_lines(title, seats)
        self._lay_out_tickets(title)
        self.trains: i64 = title.pieces.trains
        self.ships: i64 = title.pieces.ships
        self.fleet: i64 = title.pieces.fleet
        self.fewest_trains: i64 = title.pieces.fewest_trains
        self.most_trains: i64 = title.pieces.most_trains
        self.markers: i64 = title.markers
        self.end_at_pieces: i64 = title.ending.pieces_left
        self.last_turns: i64 = title.ending.last_turns
        self._lay_out_fares(title)
        self.moves: list[Move] = list(title.moves)
        self._assign_moves()
        self.scorers: list[Scorer] = list(title.scorers)
        self.tie_breaks: list[TieBreak] = list(title.tie_breaks)

    def _lay_out_cards(self, title: "Title") -> None:
        """Contents of the decks, size of the first hand and the row."""
        self.decks: i64 = len(title.decks)
        self.all_cards: vec[i64] = noughts(SUITS)
        self.to_hand: vec[i64] = noughts(DECKS)
        self.to_row: vec[i64] = noughts(DECKS)
        self.row_size: i64 = title.row_size
        self.renewed_at: i64 = title.row.renewed_at
        self.whole_draw: bool = title.row.locomotive_is_whole_draw
        for n, deck in enumerate(title.decks):
            self.to_hand[n] = deck.to_hand
            self.to_row[n] = deck.to_row
            for suit in deck.suits:
                for colour in range(len(title.colours)):
                    self.all_cards[suit.suit] += UNIT[colour] * suit.each
            self.all_cards[TRAIN] += UNIT[LOCOMOTIVE] * deck.locomotives

    def _lay_out_lines(self, title: "Title", seats: int) -> None:
        """The lines, one number for each fact."""
        board = title.board
        place = {city.id: n for n, city in enumerate(board.cities)}
        self.cities: i64 = len(board.cities)
        self.ports: i64 = 0
        for n, city in enumerate(board.cities):
            if city.port and not city.waypoint:
                self.ports += BIT[n]
        self.sites: i64 = 0  # R12: a waypoint takes no station either
        for n, city in enumerate(board.cities):
            if not city.waypoint:
                self.sites += BIT[n]
        self.lines: i64 = len(board.lines)
        self.line_a: vec[i64] = vec[i64]([place[line.a] for line in board.lines])
        self.line_b: vec[i64] = vec[i64]([place[line.b] for line in board.lines])
        self.line_length: vec[i64] = vec[i64]([line.length for line in board.lines])
        self.line_points: vec[i64] = vec[i64]([board.line_points[line.length] for line in board.lines])
        self.line_colour: vec[i64] = vec[i64](
            [title.colours.index(line.colour) if line.colour in title.colours else -1 for line in board.lines]
        )
        self.line_symbols: vec[i64] = vec[i64]([line.locomotives for line in board.lines])
        self.line_tunnel: vec[i64] = vec[i64]([1 if line.kind == "tunnel" else 0 for line in board.lines])
        self.line_piece: vec[i64] = vec[i64]([SHIPS if line.kind == "sea" else TRAINS for line in board.lines])
        self.line_any: vec[i64] = vec[i64]([line.any_cards for line in board.lines])
        self.line_twin: vec[i64] = vec[i64]([_twin(board.lines, n) for n in range(len(board.lines))])
        self.twins_close: bool = seats < title.doubles_open_from
        self.longest_line: i64 = max(line.length for line in board.lines)
        self.all_lines: vec[i64] = noughts(WORDS)
        for n in range(len(board.lines)):
            self.all_lines[n // PLACES] += BIT[n % PLACES]
        self.by_trains: vec[i64] = self._lines_by_pieces(TRAINS)
        self.by_ships: vec[i64] = self._lines_by_pieces(SHIPS)

    def _lines_by_pieces(self, piece: int) -> vec[i64]:
        """For each count of pieces, the mask of lines that so many pieces can fill."""
        table = noughts((self.longest_line + 1) * WORDS)
        for n in range(int(self.lines)):
            if self.line_piece[n] == piece:
                for left in range(int(self.line_length[n]), int(self.longest_line) + 1):
                    table[left * WORDS + n // PLACES] += BIT[n % PLACES]
        return table

    def _lay_out_tickets(self, title: "Title") -> None:
        """The tickets, their decks, and how they are dealt and drawn."""
        board = title.board
        place = {city.id: n for n, city in enumerate(board.cities)}
        self.ticket_total: i64 = len(board.tickets)
        self.ticket_cities: list[vec[i64]] = [
            vec[i64]([place[city] for city in ticket.cities]) for ticket in board.tickets
        ]
        self.ticket_named: vec[i64] = noughts(len(board.tickets))
        for n, ticket in enumerate(board.tickets):
            for name in ticket.cities:
                self.ticket_named[n] += BIT[place[name]]
        self.ticket_points: vec[i64] = vec[i64]([ticket.points for ticket in board.tickets])
        self.ticket_in_order: vec[i64] = vec[i64]([ticket.points_in_order for ticket in board.tickets])
        self.ticket_penalty: vec[i64] = vec[i64]([ticket.penalty for ticket in board.tickets])
        rules = title.tickets
        self.dealt_decks: i64 = len(rules.dealt)
        self.dealt_from: vec[i64] = noughts(len(rules.dealt) * TICKET_WORDS)
        self.dealt_each: vec[i64] = vec[i64]([each for _, each in rules.dealt])
        for order, (name, _) in enumerate(rules.dealt):
            for n, ticket in enumerate(board.tickets):
                if ticket.deck == name:
                    self.dealt_from[order * TICKET_WORDS + n // PLACES] += BIT[n % PLACES]
        self.keep_dealt: i64 = rules.keep_dealt
        self.tickets_drawn: i64 = rules.drawn
        self.keep_drawn: i64 = rules.keep_drawn
        self.return_dealt: bool = rules.dealt_return
        self.return_drawn: bool = rules.drawn_return

    def _lay_out_fares(self, title: "Title") -> None:
        """Sort the lines by the way they are paid for."""
        plain = SetFare(self, TRAIN, MARKED, 1, False)
        mixed = SetFare(self, TRAIN, MARKED, 1, True)
        sea = SetFare(self, SHIP, DOUBLE, 2, "sea" in title.locomotives_on)
        any_plain = StandInFare(self, plain)
        any_mixed = StandInFare(self, mixed)
        pairs = PairFare(self)
        self.station_fare: SetFare = mixed
        self.harbour_fare: HarbourFare = HarbourFare(self)
        self.line_fare: list[Fare] = []
        self.fares: list[Fare] = []
        for n, line in enumerate(title.board.lines):
            jokers = line.kind in title.locomotives_on
            if line.pairs:
                pairs.add_line(n)
                self._put(pairs)
            elif line.any_cards:
                stand_in = any_mixed if jokers else any_plain
                stand_in.add_line(n)
                self._put(stand_in)
            else:
                fare = sea if line.kind == "sea" else mixed if jokers else plain
                fare.add_line(n)
                self._put(fare)

    def _assign_moves(self) -> None:
        """Say which move answers for each kind of action in a turn, and for each phase."""
        opening = Opening()
        self.by_kind: list[Move | None] = [None] * 32
        self.by_phase: list[Move] = [opening] * PHASES
        self.kinds_in_phase: list[list[int]] = [[] for _ in range(PHASES)]
        for move in [opening, *self.moves]:
            for kind in move.begins_with():
                self.by_kind[kind] = move
            for phase, kinds in move.goes_on_in().items():
                self.by_phase[phase] = move
                self.kinds_in_phase[phase] = kinds

    def _put(self, fare: Fare) -> None:
        """Note the fare of the next line."""
        self.line_fare.append(fare)
        if fare not in self.fares:
            self.fares.append(fare)


def _twin(lines: "tuple[Line, ...]", n: int) -> int:
    """The other line of a double route, or -1."""
    for other, line in enumerate(lines):
        if other != n and line.double is not None and line.double == lines[n].double:
            return other
    return -1
