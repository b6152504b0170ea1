"""What a player can do now: every legal action, a finish once for each card it leaves to throw away."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from marriage_analysis.cards.cell import Cell
from marriage_analysis.cards.face import FACES
from marriage_analysis.games.marriage.arrangements import DUBLEES_TO_SHOW
from marriage_analysis.games.marriage.arranging import (
    NumberedSets,
    arrange_all,
    is_out_of_reach,
    shows_by_dublees,
    shows_by_sets,
)
from marriage_analysis.games.marriage.engine.events import (
    UNKNOWN,
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
from marriage_analysis.games.marriage.engine.judge import fault_of, may_discard, may_display
from marriage_analysis.games.marriage.engine.position import NOBODY, Duty, Phase, Position
from marriage_analysis.games.marriage.route import Route

CARDS: Final = tuple(Cell.of(face) for face in FACES)
"""The cell of each known face, by face number."""

DISCARDS: Final = tuple(Discard(card) for card in CARDS)
"""Throwing each face, by face number."""

_FROM_STOCK: Final = Draw(Source.STOCK)


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
    match position.phase:
        case Phase.DRAW:
            tunnels = (Move(who, action) for who in _displayers(position) for action in _tunnels(position, who))
            return (*tunnels, *_draws(position, seat))
        case Phase.PLAY:
            shows = (Move(seat, action) for action in _shows(position, seat))
            finishes = (Move(seat, action) for action in _finishes(position, seat))
            return (*shows, *finishes, *_discards(position, seat))
        case Phase.LAST_DISCARD:
            return tuple(_discards(position, seat))
        case Phase.CHOOSE:
            return tuple(Move(seat, ChooseTiplu(above=above)) for above in range(len(position.stock)))
        case Phase.SEE:
            return (Move(seat, SeeTiplu()),)
        case _:
            return ()


def _displayers(position: Position) -> Sequence[int]:
    """Who may display tunnels: before the first draw all from the last displayer on, then who is on turn."""
    if position.first_drawn:
        return (position.actor,)
    order = range(position.displayer, position.seats)
    return [(position.first_seat + step) % position.seats for step in order]


def _tunnels(position: Position, seat: int) -> Iterator[DisplayTunnels]:
    if not position.window_open(seat):
        return
    faces = [face for face in position.dealt_tunnels[seat] if may_display(position, seat, face)]
    for number in range(1, len(faces) + 1):
        for chosen in combinations(faces, number):
            yield DisplayTunnels(cells(tuple((face,) * 3 for face in chosen)))


def _draws(position: Position, seat: int) -> Iterator[Move]:
    if fault_of(position, seat, _FROM_STOCK) is None:
        yield _STOCK_DRAWS[seat]
    if position.offered and position.pile:
        top = position.pile[-1]
        move = _PILE_DRAWS[seat][top] if isinstance(top, int) else Move(seat, Draw(Source.PILE, top))
        if fault_of(position, seat, move.action) is None:
            yield move


def _shows(position: Position, seat: int) -> Iterator[Show]:
    if position.seen[seat]:
        return
    free, displayed, rules = position.free[seat], position.displayed[seat], position.rules
    room = position.free_size(seat)
    found: list[NumberedSets] = list(shows_by_sets(free, displayed, rules))
    if position.seats >= rules.dublee_min_players and room > 2 * DUBLEES_TO_SHOW - 2 * len(displayed):
        found += shows_by_dublees(free, displayed, rules)
    for sets in found:
        show = Show(cells(sets))
        # What was found are sets of cards that are held; two cards left leave one to throw (TURN-05, TURN-10).
        is_sound = position.duty is Duty.NOTHING and room - sum(map(len, sets)) >= 2
        if is_sound or fault_of(position, seat, show) is None:
            yield show


def _finishes(position: Position, seat: int) -> Iterator[Finish]:
    if not position.seen[seat] or position.duty is Duty.SHOW:
        return
    if position.route[seat] is Route.DUBLEES:
        yield from _eighth_dublees(position, seat)
        return
    if is_out_of_reach(position.free[seat], position.wild, position.rules):
        return
    counts = list(position.free[seat])
    for thrown in range(len(counts)):
        if not counts[thrown] or not may_discard(position, seat, thrown):
            continue
        counts[thrown] -= 1
        sets = arrange_all(counts, position.wild, position.rules)
        counts[thrown] += 1
        if sets is not None:
            yield Finish(cells(sets))


def _eighth_dublees(position: Position, seat: int) -> Iterator[Finish]:
    held = [face for face, count in enumerate(position.free[seat]) if count]
    pairs = [(face, face) for face in held if position.free[seat][face] >= 2]
    pairs += [(face, face) for face in position.displayed[seat]]
    pairs += combinations(held, 2)
    for pair in pairs:
        finish = Finish(cells((pair,)))
        if fault_of(position, seat, finish) is None:
            yield finish


def _discards(position: Position, seat: int) -> Sequence[Move]:
    if position.duty is not Duty.NOTHING:
        return ()
    throws = _THROWS[seat]
    moves = [throws[face] for face, count in enumerate(position.free[seat]) if count]
    took = position.took
    if took != UNKNOWN and not may_discard(position, seat, took):
        moves = [move for move in moves if move is not throws[took]]
    return moves


def cells(sets: NumberedSets) -> Sets:
    """Sets of face numbers as events hold them."""
    return tuple(tuple(CARDS[face] for face in cards) for cards in sets)
