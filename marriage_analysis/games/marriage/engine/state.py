"""The state of a game as a frozen value, and the engine's pure functions on it."""

from dataclasses import dataclass, fields
from typing import Any

from marriage_analysis.cards.cell import Cell, CellList
from marriage_analysis.cards.face import FACES, Face
from marriage_analysis.cards.multiset import Multiset
from marriage_analysis.errors import IllegalActionError
from marriage_analysis.games.marriage.drawing import table_svg
from marriage_analysis.games.marriage.engine.choices import Move, legal_moves
from marriage_analysis.games.marriage.engine.effects import play
from marriage_analysis.games.marriage.engine.events import (
    Action,
    BadFinish,
    BadShow,
    Event,
    Irregularity,
    MissDiscard,
    MissDraw,
    TableAct,
)
from marriage_analysis.games.marriage.engine.judge import fault_of
from marriage_analysis.games.marriage.engine.position import (
    Deal,
    Duty,
    Outcome,
    Phase,
    Position,
    start_position,
)
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.rule_set import RuleSet

_IRREGULAR = (MissDraw, MissDiscard, BadShow, BadFinish)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A game between two events. Seats count from 0; faces are numbers in the canonical order.

    The fields are those of :class:`.position.Position`; the properties give them as cards.
    """

    rules: RuleSet
    seats: int
    dealer: int
    free: tuple[tuple[int, ...], ...]
    hidden: tuple[tuple[Cell, ...], ...]
    gone: tuple[int, ...]
    displayed: tuple[tuple[int, ...], ...]
    tunnels: tuple[tuple[int, ...], ...]
    spares: tuple[tuple[int, ...], ...]
    dealt_tunnels: tuple[tuple[int, ...], ...]
    shown: tuple[tuple[tuple[int, ...], ...] | None, ...]
    finish_sets: tuple[tuple[int, ...], ...] | None
    route: tuple[Route | None, ...]
    seen: tuple[bool, ...]
    stock: tuple[int | Cell, ...]
    pile: tuple[int | Cell, ...]
    offered: bool
    tiplu: int
    wild: frozenset[int]
    chooser: int
    actor: int
    phase: Phase
    resume: Phase
    turn_owner: int
    took: int
    duty: Duty
    first_drawn: bool
    drawn: tuple[bool, ...]
    drawn_from_stock: tuple[bool, ...]
    displayer: int
    reshuffles: int
    is_complete: bool
    is_stock_exact: bool
    is_tracked: bool
    lost: tuple[bool, ...]
    winner: int
    outcome: Outcome | None
    last_discard: int

    def hand(self, seat: int) -> Multiset:
        """The free cards that the seat is known to hold."""
        return Multiset(self.free[seat])

    def holding(self, seat: int) -> CellList:
        """All cards of the seat but displayed tunnels that lie whole: free, shown and laid at the finish."""
        return holding_of(thaw(self), seat)

    @property
    def tiplu_face(self) -> Face | None:
        """The tiplu, None where it is not chosen or not known."""
        return FACES[self.tiplu] if self.tiplu >= 0 else None

    def _repr_svg_(self) -> str:
        """The table as notebooks show it: everything that is known, seats by number."""
        return table_svg(self)

    def _repr_html_(self) -> str:
        return f'<div style="max-width:70em">{table_svg(self)}</div>'


def new_state(deal: Deal, rules: RuleSet, *, dealer: int) -> State:
    """The state right after the deal; see :func:`.position.start_position`."""
    return freeze(start_position(deal, rules, dealer=dealer))


def freeze(position: Position) -> State:
    """The frozen face of a working position."""
    return State(**{field.name: _frozen(getattr(position, field.name)) for field in fields(State)})


def thaw(state: State) -> Position:
    """A working position of its own with the state's content."""
    position = Position(state.rules, seats=state.seats, dealer=state.dealer)
    for field in fields(State):
        setattr(position, field.name, getattr(state, field.name))
    position.free = [bytearray(hand) for hand in state.free]
    position.hidden = [list(cells) for cells in state.hidden]
    position.displayed = [list(faces) for faces in state.displayed]
    position.tunnels = [list(faces) for faces in state.tunnels]
    position.spares = [list(faces) for faces in state.spares]
    for name in (
        "gone",
        "dealt_tunnels",
        "shown",
        "route",
        "seen",
        "stock",
        "pile",
        "drawn",
        "drawn_from_stock",
        "lost",
    ):
        setattr(position, name, list(getattr(state, name)))
    return position


def is_legal(state: State, move: Move) -> bool:
    """Whether :func:`apply` accepts the move."""
    return not isinstance(move.action, _IRREGULAR) and fault_of(thaw(state), move.seat, move.action) is None


def legal_actions(state: State) -> tuple[Move, ...]:
    """Everything the players may do now; see :func:`.choices.legal_moves`."""
    return legal_moves(thaw(state))


def apply(state: State, move: Move) -> State:
    """The state after a move. Raises ``IllegalActionError`` with the reason and the rule ID."""
    if isinstance(move.action, _IRREGULAR):
        raise IllegalActionError(
            "an irregularity is no action of the rules; apply_irregularity carries it out",
            seat=move.seat,
            action=move.action,
            rule="IRR-01",
        )
    return _after(state, move.seat, move.action)


def apply_table_act(state: State, act: TableAct, *, seat: int) -> State:
    """The state after a reshuffle, or after the tiplu of an open game is turned; raises as :func:`apply`."""
    return _after(state, seat, act)


def apply_irregularity(state: State, seat: int, irregularity: Irregularity) -> State:
    """The state after something the rules do not want and provide for (section 12); raises as :func:`apply`."""
    return _after(state, seat, irregularity)


def _after(state: State, seat: int, event: Event | Action) -> State:
    position = thaw(state)
    fault = fault_of(position, seat, event)
    if fault is not None:
        raise IllegalActionError(fault.reason, seat=seat, action=event, rule=fault.rule)
    play(position, seat, event)
    return freeze(position)


def holding_of(position: Position, seat: int) -> CellList:
    """The cards a seat has at the end (record format, section 5): all but whole displayed tunnels.

    A tunnel that was displayed is left out even where it was used in a set; of one that lent a dublee
    likewise.
    """
    counts = list(position.free[seat])
    sets = [*(position.shown[seat] or ())]
    if seat == position.winner:
        sets += position.finish_sets or ()
    for cards in sets:
        for face in cards:
            if face >= 0:
                counts[face] += 1
    for face in position.spares[seat]:
        counts[face] += 1
    for face in position.tunnels[seat]:
        if face not in position.displayed[seat] and counts[face] >= 3:
            counts[face] -= 3
    known = CellList.of(Multiset(tuple(counts)))
    hidden = tuple((1, cell) for cell in position.hidden[seat])
    return CellList((*known.runs, *hidden)).canonical()


def _frozen(value: Any) -> Any:
    if isinstance(value, bytearray):
        return tuple(value)
    if isinstance(value, list):
        return tuple(_frozen(inner) for inner in value)  # pyright: ignore[reportUnknownVariableType]
    return value
