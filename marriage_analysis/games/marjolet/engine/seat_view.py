"""What one seat knows when it is asked: its own cards, what lies open, and what it has seen go by."""

from dataclasses import dataclass

from marriage_analysis.games.marjolet.engine.actions import Action
from marriage_analysis.games.marjolet.engine.choices import legal_actions
from marriage_analysis.games.marjolet.engine.position import NOBODY, Phase, Position
from marriage_analysis.games.marjolet.pack import ALL
from marriage_analysis.games.marjolet.rules.rule_set import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """A seat's knowledge. Cards are words; every field can be told from what this seat has seen.

    ``shown`` are cards that the other is known to hold: melded before, or taken from under the stock;
    ``unseen`` those of which the seat does not know where they lie: in the other's hand or in the stock.
    ``led`` is the card to answer, ``NOTHING`` for a lead. ``must_act`` is always true.
    """

    seat: int
    rules: RuleSet
    dealer: int
    phase: Phase
    trick: int
    trump: int
    faceup: int
    hand: int
    shown: int
    unseen: int
    other_size: int
    led: int
    melded: int
    declared: tuple[int, ...]
    exchanged_by: int
    turnup: int
    won: tuple[int, int]
    winners: tuple[int, ...]
    points: tuple[int, int]
    stops_at: tuple[int, int] | None
    actions: tuple[Action, ...]
    must_act: bool = True

    def legal_actions(self) -> tuple[Action, ...]:
        """Everything the seat may do now, in a fixed order."""
        return self.actions

    @property
    def other_hand(self) -> int | None:
        """The other's hand where it can be deduced: always once the stock is used up; None before."""
        known = self.shown | self.unseen
        return known if known.bit_count() == self.other_size else None


def seat_view(position: Position, *, seat: int, actions: tuple[Action, ...] | None = None) -> SeatView:
    """What the seat knows of a position whose cards are all known; ``actions``: other than all legal ones."""
    other = 1 - seat
    gone = position.won[0] | position.won[1]
    if position.led >= 0:
        gone |= 1 << position.led
    open_cards = position.melded | 1 << position.turnup
    if position.exchanged_by != NOBODY:
        open_cards |= 1 << position.dix
    shown = position.hands[other] & open_cards
    seen = gone | position.hands[seat] | shown
    if not position.is_strict:
        seen |= 1 << position.faceup
    legal = (tuple(legal_actions(position)) if position.to_act == seat else ()) if actions is None else actions
    return SeatView(
        seat=seat,
        rules=position.rules,
        dealer=position.dealer,
        phase=position.phase,
        trick=position.trick,
        trump=position.trump,
        faceup=position.faceup,
        hand=position.hands[seat],
        shown=shown,
        unseen=ALL & ~seen,
        other_size=position.size(other),
        led=position.led,
        melded=position.melded,
        declared=tuple(position.declared),
        exchanged_by=position.exchanged_by,
        turnup=position.turnup,
        won=(position.won[0], position.won[1]),
        winners=tuple(position.winners),
        points=(position.points[0], position.points[1]),
        stops_at=position.stops_at,
        actions=legal,
    )
