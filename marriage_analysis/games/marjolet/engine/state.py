"""A position that does not change any more, to keep, compare and show."""

from dataclasses import dataclass
from typing import Any, cast

from marriage_analysis.games.marjolet.engine.position import STOCK_SIZE, Deal, Phase, Position, Score
from marriage_analysis.games.marjolet.melds import Meld, MeldKind
from marriage_analysis.games.marjolet.rules.rule_set import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The fields of a :class:`~marriage_analysis.games.marjolet.engine.position.Position`, lists as tuples."""

    rules: RuleSet
    dealer: int
    turnup: int
    faceup: int
    trump: int
    dix: int
    melds: tuple[Meld, ...]
    hands: tuple[int, ...]
    hidden: tuple[int, ...]
    stock: tuple[int, ...]
    drawn: int
    exchanged_by: int
    melded: int
    barred: int
    declared: tuple[int, ...]
    window_melds: int
    trick: int
    leader: int
    led: int
    reply: int
    winner: int
    winners: tuple[int, ...]
    won: tuple[int, ...]
    won_hidden: tuple[int, ...]
    hidden_plays: tuple[tuple[int, int], ...]
    ledger: tuple[Score, ...]
    points: tuple[int, ...]
    stops_at: tuple[int, int] | None
    phase: Phase
    reached_by: int
    is_whole: bool

    @property
    def to_act(self) -> int:
        """The seat whose move it is, or NOBODY."""
        return thaw(self).to_act

    @property
    def stock_left(self) -> int:
        """How many cards are still to be drawn, the one that lies face up included (MJ-T5)."""
        return STOCK_SIZE + 1 - self.drawn

    def shown(self, seat: int) -> int:
        """The cards that lie open before the seat: those melded, until the stock is used up (MJ-T6)."""
        return self.hands[seat] & self.melded if self.stock_left else 0

    def meld_scores(self, seat: int) -> tuple[Score, ...]:
        """The melds that the seat has declared."""
        return tuple(score for score in self.ledger if score.seat == seat and isinstance(score.kind, MeldKind))


def freeze(position: Position) -> State:
    """The position as a value; it may go on changing."""
    return State(**{name: _fixed(getattr(position, name)) for name in Position.__slots__})


def thaw(state: State) -> Position:
    """A position to go on from: ``freeze(thaw(state)) == state``."""
    position = Position(Deal((None, None), state.turnup, None), state.rules, dealer=state.dealer)
    for name in Position.__slots__:
        value = getattr(state, name)
        is_list = isinstance(getattr(position, name), list)
        setattr(position, name, list(value) if is_list else value)
    return position


def _fixed(value: Any) -> Any:
    return tuple(cast("list[Any]", value)) if isinstance(value, list) else value
