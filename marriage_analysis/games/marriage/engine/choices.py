"""What a player can do now: every legal action, a finish once for each card it leaves to throw away."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, compress
from typing import Final

from marriage_analysis.cards.cell import Cell
from marriage_analysis.cards.face import FACES
from marriage_analysis.games.marriage.engine.events import (
    UNKNOWN,
    UNKNOWN_CARD,
    Action,
    ChooseTiplu,
    Discard,
    DisplayTunnels,
    Draw,
    Finish,
    SeeTiplu,
    Sets,
    Show,
    Source,
)
from marriage_analysis.games.marriage.engine.judge import (
    fault_of,
    may_discard,
    may_display,
    offered_fault,
    stock_fault,
)
from marriage_analysis.games.marriage.engine.position import NOBODY, Duty, Phase, Position
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.solve.finish import Finishes
from marriage_analysis.games.marriage.solve.hands import NumberedSet, NumberedSets
from marriage_analysis.games.marriage.solve.placing import lacks_wilds
from marriage_analysis.games.marriage.solve.shows import primary_shows, shows_from

CARDS: Final = tuple(Cell.of(face) for face in FACES)
"""The cell of each known face, by face number."""

DISCARDS: Final = tuple(Discard(card) for card in CARDS)
"""Throwing each face, by face number."""

_FROM_STOCK: Final = Draw(Source.STOCK)

# Members that every turn asks for: reading one off its enum takes longer than a test (quick_enum.py).
_DRAW, _PLAY = Phase.DRAW, Phase.PLAY
_NO_DUTY, _MUST_SHOW, _DUBLEES = Duty.NOTHING, Duty.SHOW, Route.DUBLEES


@dataclass(frozen=True, slots=True)
class Move:
    """An action and the seat that takes it."""

    seat: int
    action: Action


# The moves that come up all the time, made once: throwing each face, and drawing, by seat.
_SEATS: Final = range(6)
_THROWS: Final = tuple(tuple(Move(seat, discard) for discard in DISCARDS) for seat in _SEATS)
_STOCK_DRAWS: Final = tuple(Move(seat, _FROM_STOCK) for seat in _SEATS)
_PILE_DRAWS: Final = tuple(tuple(Move(seat, Draw(Source.PILE, card)) for card in CARDS) for seat in _SEATS)


def legal_moves(position: Position) -> tuple[Move, ...]:
    """Everything the players may do now, in a fixed order; empty when the table acts or the game is over.

    Listed are draws (the stock's card unnamed), tunnels in every choice, each distinct show, each place the
    tiplu can be picked from, each discard, and a finish once for each card it leaves to throw. Needs the
    cards of whoever acts to be known.
    """
    seat = position.actor
    if seat == NOBODY:
        return ()
    phase = position.phase
    if phase is _DRAW:
        if position.first_drawn and not position.dealt_tunnels[seat]:
            return _draws(position, seat)
        return (*_tunnels(position), *_draws(position, seat))
    if phase is _PLAY:
        laid = _finishes(position, seat) if position.seen[seat] else _shows(position, seat)
        discards = _discards(position, seat)
        return (*laid, *discards) if laid else discards
    if phase is Phase.LAST_DISCARD:
        return _discards(position, seat)
    if phase is Phase.CHOOSE:
        return _choices(seat, len(position.stock))
    return (Move(seat, SeeTiplu()),) if phase is Phase.SEE else ()


@lru_cache(maxsize=1024)
def _choices(seat: int, stock: int) -> tuple[Move, ...]:
    return tuple(Move(seat, ChooseTiplu(above=above)) for above in range(stock))


def _tunnels(position: Position) -> Sequence[Move]:
    """Tunnels to display: before the first draw all from the last displayer on, then who is on turn."""
    seats = [position.actor]
    if not position.first_drawn:
        order = range(position.displayer, position.seats)
        seats = [(position.first_seat + step) % position.seats for step in order]
    return [Move(seat, action) for seat in seats for action in _tunnels_of(position, seat)]


def _tunnels_of(position: Position, seat: int) -> Iterator[DisplayTunnels]:
    if not position.window_open(seat):
        return
    faces = [face for face in position.dealt_tunnels[seat] if may_display(position, seat, face)]
    for number in range(1, len(faces) + 1):
        for chosen in combinations(faces, number):
            yield DisplayTunnels(cells(tuple((face,) * 3 for face in chosen)))


def _draws(position: Position, seat: int) -> tuple[Move, ...]:
    # After the first draw nothing forbids an unnamed card of a stock that has one.
    from_stock = (position.first_drawn and position.stock) or stock_fault(position, _FROM_STOCK) is None
    if not position.offered or offered_fault(position, seat, UNKNOWN_CARD) is not None:
        return (_STOCK_DRAWS[seat],) if from_stock else ()
    top = position.pile[-1]
    from_pile = _PILE_DRAWS[seat][top] if isinstance(top, int) else Move(seat, Draw(Source.PILE, top))
    return (_STOCK_DRAWS[seat], from_pile) if from_stock else (from_pile,)


def _shows(position: Position, seat: int) -> Iterable[Move]:
    rules, free, displayed = position.rules, position.free[seat], position.displayed[seat]
    dublees = position.seats >= rules.dublee_min_players
    if displayed:
        found = primary_shows(free, displayed, rules, dublees=dublees)
    else:
        position.listed[seat] = listed = shows_from(position.listed[seat], free, rules, dublees=dublees)
        found = [sets for sets, _ in listed[1]] if listed[1] else ()
    return _sound_shows(position, seat, found) if found else ()


def _sound_shows(position: Position, seat: int, found: Iterable[NumberedSets]) -> Iterator[Move]:
    room = position.free_size(seat)
    for sets in found:
        show = _show(seat, sets)
        # What was found are sets of cards that are held; two cards left leave one to throw (TURN-05, TURN-10).
        is_sound = position.duty is _NO_DUTY and room - sum(map(len, sets)) >= 2
        if is_sound or fault_of(position, seat, show.action) is None:
            yield show


@lru_cache(maxsize=10_000)
def _show(seat: int, sets: NumberedSets) -> Move:
    return Move(seat, Show(cells(sets)))


def _finishes(position: Position, seat: int) -> Iterable[Move]:
    if position.duty is _MUST_SHOW:
        return ()
    if position.route[seat] is _DUBLEES:
        return _eighth_dublees(position, seat)
    if lacks_wilds(position.free[seat], position.wild, position.rules):
        return ()
    finishes = Finishes(position.free[seat], position.wild, position.rules, pure=0)
    return _finishes_with(position, seat, finishes) if finishes.discards() else ()


def _finishes_with(position: Position, seat: int, finishes: Finishes) -> Iterator[Move]:
    for face in finishes.discards():
        if may_discard(position, seat, face):
            sets = finishes.arrangement(face)
            if sets is not None:
                yield Move(seat, Finish(cells(sets)))


def _eighth_dublees(position: Position, seat: int) -> Iterator[Move]:
    held = [face for face, count in enumerate(position.free[seat]) if count]
    pairs = [(face, face) for face in held if position.free[seat][face] >= 2]
    pairs += [(face, face) for face in position.displayed[seat]]
    pairs += combinations([face for face in held if face in position.wild], 2)  # DUB-04
    for pair in pairs:
        finish = Finish(cells((pair,)))
        if fault_of(position, seat, finish) is None:
            yield Move(seat, finish)


def _discards(position: Position, seat: int) -> tuple[Move, ...]:
    if position.duty is not _NO_DUTY:
        return ()
    held, took = position.free[seat], position.took
    if took != UNKNOWN and not may_discard(position, seat, took):
        held = bytearray(held)
        held[took] = 0
    return tuple(compress(_THROWS[seat], held))


def cells(sets: NumberedSets) -> Sets:
    """Sets of face numbers as events hold them."""
    return tuple(map(_cells_of, sets))


@lru_cache(maxsize=10_000)
def _cells_of(cards: NumberedSet) -> tuple[Cell, ...]:
    return tuple(map(CARDS.__getitem__, cards))
